import type { Draft } from '../../../contracts/record.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import type { FieldPlan, MemberPlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { formatOf } from '../../resources/formats/index.ts';
import { createMembersInside, findFieldSchema, isNeverSent, type Members } from './bodies/fields.ts';

/** Returns a value with the defaults of absent members that clients never send; the same value if none is absent. */
export type FillOwnDefaults = (value: unknown) => unknown;

/** Creates the function for the values of a type; undefined if it has no such member, at any depth. */
export type OwnDefaults = (schema: ValueSchema) => FillOwnDefaults | undefined;

/** Creates the defaults of `read-only` and `internal` members for the objects and unions of a service. */
export function createOwnDefaults(plan: Members): OwnDefaults {
  const inside = createMembersInside(plan);

  const looks = (schema: ValueSchema, seen: Set<string>): boolean => {
    if (schema.type === 'list' || schema.type === 'map') return looks(schema.item, seen);
    if (schema.type !== 'named' || seen.has(schema.name)) return false;
    seen.add(schema.name);
    return inside.all(schema.name).some((member) => readOwnDefault(member) !== undefined || looks(member.schema, seen));
  };

  const fill = (schema: ValueSchema, value: unknown): unknown => {
    if (Array.isArray(value)) {
      if (schema.type !== 'list') return value;
      const items = value.map((item) => fill(schema.item, item));
      return items.every((item, i) => item === value[i]) ? value : items;
    }
    if (!isObject(value)) return value;
    const members = inside.of(schema, value);
    const filled: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      const inner = findFieldSchema(schema, members, name);
      const made = inner === undefined ? field : fill(inner, field);
      if (made !== field) filled.push([name, made]);
    }
    for (const member of members) {
      if (Object.hasOwn(value, member.name) && value[member.name] !== undefined) continue;
      const own = readOwnDefault(member);
      if (own !== undefined) filled.push([member.name, fill(member.schema, own)]);
    }
    return filled.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...filled]);
  };

  return (schema) => (looks(schema, new Set()) ? (value) => fill(schema, value) : undefined);
}

/** Creates the function that fills fields of a record, by their names; undefined if no field has such a member. */
export function createOwnDefaultsOfFields(
  plan: Members,
  fields: readonly FieldPlan[],
): ((record: Draft, names: Iterable<string>) => void) | undefined {
  const defaults = createOwnDefaults(plan);
  const fills = new Map(
    fields.flatMap(({ name, schema }) => {
      const fillField = defaults(schema);
      return fillField === undefined ? [] : [[name, fillField] as const];
    }),
  );
  if (fills.size === 0) return undefined;
  return (record, names) => {
    for (const name of names) {
      const fillField = fills.get(name);
      if (fillField !== undefined) record[name] = fillField(record[name]);
    }
  };
}

/** The value of an absent member that clients never send; undefined if it stays absent. */
function readOwnDefault(member: MemberPlan): unknown {
  if (!isNeverSent(member)) return undefined;
  const { default: otherwise, schema } = member;
  if (otherwise === undefined) return schema.nullable === true ? null : undefined;
  if (formatOf(schema)?.storage === 'int64' && otherwise !== null) return BigInt(otherwise as number | string);
  return structuredClone(otherwise);
}
