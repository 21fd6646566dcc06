import type { ValueSchema } from '../../../plan/schema.ts';
import { any } from './any.ts';
import { boolean } from './boolean.ts';
import { file } from './file.ts';
import { integer } from './integer.ts';
import { list } from './list.ts';
import { map } from './map.ts';
import { named } from './named.ts';
import { number } from './number.ts';
import { object } from './object.ts';
import { oneOf } from './one-of.ts';
import { ref } from './ref.ts';
import { string } from './string.ts';
import type { TypeMember } from './type.ts';

export type { JsonSchema, SchemaOf, TypeMember } from './type.ts';

/** All types, in the order of the reference page. */
export const types = [string, integer, number, boolean, object, any, file, oneOf, ref, named, list, map] as const;

const byName: ReadonlyMap<string, TypeMember> = new Map(
  types.map((type) => [type.name, type as unknown as TypeMember]),
);

/** The member for a schema of the plan. */
export function findType(schema: ValueSchema): TypeMember {
  const member = byName.get(schema.type);
  if (member === undefined) throw new Error(`a plan holds the unknown type ${schema.type}`);
  return member;
}
