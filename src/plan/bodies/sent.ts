import { encodePointerStep, formatPointer } from '../fields/json-pointer.ts';
import { readPathValue } from '../records/neighbours.ts';
import type { InputMember, InputShape } from '../shape.ts';

type Body = Record<string, unknown>;

/** A field of the record in a Request: the path through the body to the member that means it. */
export interface SentField {
  readonly path: readonly string[];
  readonly field: string;
  readonly member: InputMember;
}

/** Finds the fields of the record that a Request takes, at any depth of its body. */
export function collectSentFields(input: InputShape | undefined, around: readonly string[] = []): readonly SentField[] {
  if (input?.kind !== 'object') return [];
  return input.members.flatMap((member): readonly SentField[] => {
    const path = [...around, member.name];
    return member.field === undefined ? collectSentFields(member.shape, path) : [{ path, field: member.field, member }];
  });
}

/** Makes what a Request shows of every record alike: the objects around its fields, and its literals. */
export function createBodyFrame(input: InputShape | undefined): Body {
  const made: Body = {};
  if (input?.kind !== 'object') return made;
  for (const { name, field, shape } of input.members) {
    if (field !== undefined) continue;
    if (shape.kind === 'literal') made[name] = shape.value;
    else if (collectSentFields(shape).length > 0) made[name] = createBodyFrame(shape);
  }
  return made;
}

/** Copies a body with fields of the record put where its Request has them; fields that the Request does not take are left out. */
export function withFields(body: Readonly<Body>, sent: readonly SentField[], fields: Readonly<Body>): Body {
  let made: Body = { ...body };
  for (const { path, field } of sent) if (Object.hasOwn(fields, field)) made = withValue(made, path, fields[field]);
  return made;
}

/** Copies a body without the fields of the record. */
export function removeFields(body: Readonly<Body>, sent: readonly SentField[]): Body {
  let made: Body = { ...body };
  for (const { path } of sent) if (readPathValue(made, path) !== undefined) made = withValue(made, path, undefined);
  return made;
}

function withValue(body: Readonly<Body>, [name = '', ...rest]: readonly string[], value: unknown): Body {
  if (rest.length === 0) {
    const { [name]: _, ...others } = body;
    return value === undefined ? others : { ...body, [name]: value };
  }
  const inner = Object.hasOwn(body, name) ? body[name] : undefined;
  return { ...body, [name]: withValue((inner ?? {}) as Body, rest, value) };
}

/** Names the places of a record's fields as the members of a body that mean them; other places stay. */
export function createSentPointerMapper(input: InputShape | undefined): (pointer: string) => string {
  const moved = collectSentFields(input).filter(({ path, field }) => path.length > 1 || path[0] !== field);
  if (moved.length === 0) return (pointer) => pointer;
  const pointers = new Map(moved.map(({ path, field }) => [encodePointerStep(field), formatPointer(path)]));
  return (pointer) => {
    const [, first = '', ...inside] = pointer.split('/');
    const found = pointers.get(first);
    return found === undefined ? pointer : [found, ...inside].join('/');
  };
}

/** Names the places of a body's members as the fields of the record that they mean; undefined for places of other members. */
export function createFieldPointerMapper(input: InputShape | undefined): (pointer: string) => string | undefined {
  const known = collectSentFields(input).map(({ path, field }) => ({
    own: formatPointer(path),
    field: formatPointer([field]),
  }));
  return (pointer) => {
    const found = known.find(({ own }) => pointer === own || pointer.startsWith(`${own}/`));
    return found && found.field + pointer.slice(found.own.length);
  };
}
