import type { InputMember, InputShape } from '../../../plan/shape.ts';
import { findNamed } from '../../../text/find-named.ts';
import type { Located } from '../../../text/location.ts';

/** Reads the path of a member that a line adds to a body; the reason where it cannot be added. */
export function readAddedPath({ value }: Located<string>, body: InputShape | undefined): readonly string[] | string {
  const path = value.split('.');
  const wrong = path.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined) return `\`${wrong}\` is not a name`;
  const holder = findHolder(body, path.slice(0, -1));
  if (holder !== undefined && holder.kind !== 'object') return `\`${path.slice(0, -1).join('.')}\` is not an object`;
  if (holder === undefined && path.length > 1) return `its Request has no member \`${path.slice(0, -1).join('.')}\``;
  const name = path.at(-1)!;
  if (holder?.members.some((one) => one.name === name) === true) return `its Request has a member \`${name}\` already`;
  return path;
}

function findHolder(shape: InputShape | undefined, path: readonly string[]): InputShape | undefined {
  return path.reduce<InputShape | undefined>(
    (inner, name) => (inner?.kind === 'object' ? findNamed(inner.members, name)?.shape : undefined),
    shape,
  );
}

/** Adds a member to a body, at the end of the object that holds it. */
export function addMember(
  shape: InputShape | undefined,
  [name = '', ...rest]: readonly string[],
  member: Omit<InputMember, 'name'>,
): InputShape {
  const members: readonly InputMember[] = shape?.kind === 'object' ? shape.members : [];
  const line = shape?.line ?? member.shape.line;
  if (rest.length === 0) return { kind: 'object', members: [...members, { name, ...member }], line };
  return {
    kind: 'object',
    members: members.map((one) => (one.name === name ? { ...one, shape: addMember(one.shape, rest, member) } : one)),
    line,
  };
}
