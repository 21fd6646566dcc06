import { formatOf } from '../../parts/registry.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import { listTypesInside } from '../../plan/fields/named-types.ts';
import type { Plan } from '../../plan/plan.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';

/** Gives a value with each text inside it that is kept encrypted put through a function; the value itself stays as it is. */
export type MapEncryptedStrings = (value: unknown, by: (text: string) => string) => unknown;

/** Creates the function that maps the encrypted strings of a type, at any depth; undefined if it has none. */
export function createEncryptedStringMapper(plan: Plan, schema: ValueSchema): MapEncryptedStrings | undefined {
  const isHeld = listTypesInside(plan, schema).some((type) => isEncrypted({ schema: type }));
  return isHeld ? createSchemaMapper(plan, schema, new Map()) : undefined;
}

/** Returns whether fields of a resource are stored encrypted; their replaced values are stored for a while. */
export function hasEncryptedFields({ fields }: ResourcePlan): boolean {
  return fields.some(isEncrypted);
}

/** Returns whether a field is stored encrypted. */
export function isEncrypted({ schema }: Pick<FieldPlan, 'schema'>): boolean {
  return formatOf(schema)?.encrypted === true;
}

const returnUnchanged: MapEncryptedStrings = (value) => value;

function createSchemaMapper(
  plan: Plan,
  schema: ValueSchema,
  known: Map<string, MapEncryptedStrings>,
): MapEncryptedStrings {
  switch (schema.type) {
    case 'list': {
      const item = createSchemaMapper(plan, schema.item, known);
      return (value, by) => (Array.isArray(value) ? value.map((element) => item(element, by)) : value);
    }
    case 'map': {
      const item = createSchemaMapper(plan, schema.item, known);
      return (value, by) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, item(entry, by)]))
          : value;
    }
    case 'named':
      return createNamedMapper(plan, schema.name, known);
    default:
      if (formatOf(schema)?.encrypted !== true) return returnUnchanged;
      return (value, by) => (typeof value === 'string' ? by(value) : value);
  }
}

/** `known` holds those of the objects that are being made, so that a type may hold itself. */
function createNamedMapper(plan: Plan, name: string, known: Map<string, MapEncryptedStrings>): MapEncryptedStrings {
  const before = known.get(name);
  if (before !== undefined) return before;
  let made = returnUnchanged;
  known.set(name, (value, by) => made(value, by));
  const union = findNamed(plan.unions, name);
  if (union === undefined) {
    made = createObjectMapper(plan, name, known);
  } else {
    const byTag = new Map(union.cases.map(({ tag, object }) => [tag, createNamedMapper(plan, object, known)]));
    made = (value, by) =>
      isObject(value) ? (byTag.get(value[union.tag] as string) ?? returnUnchanged)(value, by) : value;
  }
  return made;
}

function createObjectMapper(plan: Plan, name: string, known: Map<string, MapEncryptedStrings>): MapEncryptedStrings {
  const members = (findNamed(plan.objects, name)?.members ?? []).flatMap((member) => {
    const through = createSchemaMapper(plan, member.schema, known);
    return through === returnUnchanged ? [] : [{ name: member.name, through }];
  });
  return (value, by) => {
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const { name: member, through } of members) {
      if (Object.hasOwn(copy, member)) copy[member] = through(copy[member], by);
    }
    return copy;
  };
}
