import type { Json, ValueSchema } from '../../../plan/schema.ts';
import { createFormatted } from './formats.ts';
import { nameNumber } from './numbers.ts';
import { pick } from './people.ts';
import type { ValuePlace, ValueSource } from './source.ts';
import { createText } from './strings.ts';

/** The number of different numbers of a field. */
const few = 3;
/** So deep are objects in objects. */
const deepest = 6;

/** A value that looks human and keeps the constraints; undefined if none can be made, such as a ref without a record. */
export function createValue(source: ValueSource, schema: ValueSchema, place: ValuePlace, depth = 0): Json | undefined {
  const constraints = schema.constraints ?? [];
  const index = place.unique === true ? source.index : source.index % few;
  switch (schema.type) {
    case 'string':
    case 'integer':
    case 'number':
      if (schema.format !== undefined) return createFormatted(schema.format, place, constraints, source);
      if (schema.type === 'string') return createText(place, constraints, source.index);
      return nameNumber(place.name, schema.type, constraints, index);
    case 'boolean':
      return true;
    case 'object':
      return { note: 'Window seat' };
    case 'any':
      return createText(place, [], source.index) ?? null;
    case 'choice':
      return pick(schema.values, source.index);
    case 'file':
      return undefined;
    case 'ref':
      return source.identity(schema.resource);
    case 'list':
      return createList(source, schema, place, depth);
    case 'map': {
      const item = createValue(source, schema.item, place, depth + 1);
      return item === undefined ? undefined : { first: item };
    }
    case 'named':
      return depth > deepest ? undefined : createObject(source, schema.name, depth);
  }
}

function createList(
  source: ValueSource,
  schema: ValueSchema & { readonly type: 'list' | 'map' },
  place: ValuePlace,
  depth: number,
): Json | undefined {
  const { item, constraints = [] } = schema;
  const range = constraints.find((one) => one.kind === 'range' && one.unit === 'items');
  const [from, to] = range?.kind === 'range' ? [Number(range.from ?? 0), Number(range.to ?? 2)] : [0, 2];
  const count = item.type === 'ref' ? Math.max(1, from) : Math.min(Math.max(2, from), Math.max(to, 1));
  // The list may have the constraints of its texts and numbers.
  const own = constraints.filter(
    (one) => one.kind !== 'unique items' && !(one.kind === 'range' && one.unit === 'items'),
  );
  const inner: ValueSchema = { ...item, constraints: [...(item.constraints ?? []), ...own] };
  const name = place.name.replace(/(?<=[^s])s$/, '');
  const items: Json[] = [];
  for (let i = 0; i < Math.min(count, 20); i++) {
    const value = createValue({ ...source, index: source.index + i }, inner, { ...place, name }, depth + 1);
    if (value === undefined) return undefined;
    if (!items.some((other) => JSON.stringify(other) === JSON.stringify(value))) items.push(value);
  }
  return items;
}

function createObject(source: ValueSource, name: string, depth: number): Json | undefined {
  const { plan, index } = source;
  const union = plan.unions.find((candidate) => candidate.name === name);
  const chosen = union && pick(union.cases, index);
  const object = plan.objects.find((candidate) => candidate.name === (chosen?.object ?? name));
  if (object === undefined) return undefined;
  const value: Record<string, Json> = union === undefined ? {} : { [union.tag]: chosen!.tag };
  for (const member of object.members) {
    if (member.direction === 'read-only' || member.direction === 'internal') continue;
    const place = { name: member.name, holder: object.name, meaning: member.meaning };
    const inner = createValue(source, member.schema, place, depth + 1);
    if (inner !== undefined) value[member.name] = inner;
    else if (member.required) return undefined;
  }
  return value;
}
