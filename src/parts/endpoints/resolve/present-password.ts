import type { InputMember, InputShape } from '../../../plan/shape.ts';
import { findNamed } from '../../../text/find-named.ts';
import { getLineNumber } from '../../../text/location.ts';
import { listPasswords } from '../../resolve/callers/sessions.ts';
import type { About } from '../about.ts';

/** The line Present password: the path of the member that it adds to the body, and the field with which Nonet compares it. */
interface PresentPassword {
  readonly path: readonly string[];
  readonly field: string;
}

const changing = new Set(['update', 'replace', 'transition']);

/** Resolves the line Present password; undefined where there is none, and the reason where it cannot hold. */
export function resolvePresentPassword(
  { operation, member, resource }: About,
  body: InputShape | undefined,
): PresentPassword | string | undefined {
  const { present } = operation;
  if (present === undefined) return undefined;
  // The creation of a replace takes the body of the replace.
  if (!changing.has(member.name) && operation.replaces !== true)
    return 'it is not an update, a replace or a transition';
  if (resource === undefined) return undefined;
  const [field, second] = listPasswords(resource);
  if (field === undefined) return `\`${resource.name.value}\` has no field of type \`password\``;
  if (second !== undefined)
    return `\`${resource.name.value}\` has several fields of type \`password\`, such as \`${field}\` and \`${second}\``;
  const path = present.value.split('.');
  const wrong = path.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined) return `\`${wrong}\` is not a name`;
  const holder = findHolder(body, path.slice(0, -1));
  if (holder !== undefined && holder.kind !== 'object') return `\`${path.slice(0, -1).join('.')}\` is not an object`;
  if (holder === undefined && path.length > 1) return `its Request has no member \`${path.slice(0, -1).join('.')}\``;
  const name = path.at(-1)!;
  if (holder?.members.some((one) => one.name === name) === true) return `its Request has a member \`${name}\` already`;
  return { path, field };
}

function findHolder(shape: InputShape | undefined, path: readonly string[]): InputShape | undefined {
  return path.reduce<InputShape | undefined>(
    (inner, name) => (inner?.kind === 'object' ? findNamed(inner.members, name)?.shape : undefined),
    shape,
  );
}

/** Adds the member for the present password to a body. */
export function addPresentPassword(about: About, body: InputShape | undefined): InputShape | undefined {
  const present = resolvePresentPassword(about, body);
  if (present === undefined || typeof present === 'string') return body;
  const { service, operation, resource } = about;
  const line = getLineNumber(service.source, operation.present!.span);
  const password: InputShape = {
    kind: 'value',
    schema: { type: 'string', format: { name: 'password' } },
    of: { holder: resource!.name.value, field: present.field },
    line,
  };
  const add = (shape: InputShape | undefined, [name = '', ...rest]: readonly string[]): InputShape => {
    const members: readonly InputMember[] = shape?.kind === 'object' ? shape.members : [];
    if (rest.length === 0)
      return {
        kind: 'object',
        members: [...members, { name, required: true, shape: password }],
        line: shape?.line ?? line,
      };
    return {
      kind: 'object',
      members: members.map((member) => (member.name === name ? { ...member, shape: add(member.shape, rest) } : member)),
      line: shape?.line ?? line,
    };
  };
  return add(body, present.path);
}
