import type { RecordValue } from '../../contracts/record.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { FieldTransform } from '../../plan/version/transform.ts';

/** By the name of a member of a body, the field that it means. */
export type Meant = ReadonlyMap<string, string>;

/** Returns the field of each member of a body by its plan; a member without one has the name of its field. */
export function getBodyMapping(input: InputShape | undefined): Meant {
  if (input?.kind !== 'object') return new Map();
  return new Map(input.members.map(({ name, field }) => [name, field ?? name]));
}

/** Returns the members of a transform that have another name than their field. */
export function getTransformMapping(members: readonly FieldTransform[]): Meant {
  return new Map(
    members.flatMap(({ older, field }) => (older === undefined || field === undefined ? [] : [[older, field]])),
  );
}

/** The members of a body by the fields that they mean. */
export function mapBodyToFields(members: RecordValue, fields: Meant): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(members)) made[fields.get(name) ?? name] = members[name];
  return made;
}
