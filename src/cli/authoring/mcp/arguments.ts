/** The part of JSON Schema in which the tools describe their arguments. */
interface Schema {
  readonly type?: 'object' | 'array' | 'string';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
}

/** Explains why arguments do not fit the schema of a tool, with the place and what is due; undefined if they do. */
export function explainWrongArguments(schema: unknown, args: unknown): string | undefined {
  return explain(schema as Schema, args, '');
}

function explain(schema: Schema, value: unknown, place: string): string | undefined {
  const name = place === '' ? 'The value of arguments' : `"${place}"`;
  switch (schema.type) {
    case 'object':
      return isObject(value) ? explainObject(schema, value, place) : `${name} must be an object.`;
    case 'array': {
      const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
      if (!Array.isArray(value)) return `${name} must be a list.`;
      if (value.length < minItems || value.length > maxItems)
        return `${name} must have ${minItems} to ${maxItems} items, and has ${value.length}.`;
      return findFirst(value.entries(), ([at, item]) => items && explain(items, item, `${place}[${at}]`));
    }
    case 'string':
      if (typeof value !== 'string') return `${name} must be a string.`;
      if (schema.enum?.includes(value) === false) return `${name} must be one of ${schema.enum.join(', ')}.`;
      return undefined;
    default:
      return undefined;
  }
}

function explainObject(schema: Schema, value: Readonly<Record<string, unknown>>, place: string): string | undefined {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inside = (member: string): string => (place === '' ? member : `${place}.${member}`);
  const lacking = required.find((member) => !Object.hasOwn(value, member));
  if (lacking !== undefined) return `"${inside(lacking)}" is missing.`;
  return findFirst(Object.entries(value), ([member, inner]) => {
    if (Object.hasOwn(properties, member)) return explain(properties[member]!, inner, inside(member));
    if (typeof additionalProperties === 'object') return explain(additionalProperties, inner, inside(member));
    const known = Object.keys(properties).join(', ');
    return additionalProperties === false
      ? `"${inside(member)}" is not known here. ${known === '' ? 'There are no arguments.' : `Known: ${known}.`}`
      : undefined;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findFirst<T>(items: Iterable<T>, why: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = why(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
