import { matchPattern } from '../../src/describe/examples/values/pattern.ts';

// biome-ignore lint/suspicious/noExplicitAny: a description is plain JSON
export type Schema = any;

/** Random numbers that are the same each time. */
export type Random = () => number;

/** Creates random numbers from 0 to 1 by a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The surroundings of generated values: the description, and the identities of stored records by resource. */
export interface Surroundings {
  readonly description: Schema;
  readonly random: Random;
  readonly identities: ReadonlyMap<string, readonly unknown[]>;
}

/** Returns the schema to which a reference leads. */
export function resolveSchema(description: Schema, schema: Schema): Schema {
  const { $ref, ...more } = schema ?? {};
  if (typeof $ref !== 'string') return schema ?? {};
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((at: Schema, step: string) => at[step], description);
  return { ...resolveSchema(description, found), ...more };
}

const byFormat: Readonly<Record<string, readonly string[]>> = {
  uuid: ['8e03978e-40d5-43dd-bc93-6894a57f9324'],
  email: ['ada@example.com'],
  date: ['2030-02-28', '2027-12-31'],
  'date-time': ['2030-02-28T10:00:00Z'],
  uri: ['https://example.com/a?b=c'],
  'uri-reference': ['/a'],
  hostname: ['example.com'],
  decimal: ['12.50'],
};
const letters = [...'abc XYZ019-_ä€😀"\\/<&\''];

function pick<T>({ random }: Pick<Surroundings, 'random'>, of: readonly T[]): T {
  return of[Math.floor(random() * of.length)]!;
}

function chooseType(around: Surroundings, { type }: Schema): unknown {
  return Array.isArray(type) ? pick(around, type) : type;
}

/** Generates a value that is valid by a schema. */
export function generateValue(around: Surroundings, given: Schema): unknown {
  const schema = resolveSchema(around.description, given);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pick(around, schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return generateValue(around, pick(around, alternatives));
  const known = around.identities.get(schema['x-nonet-ref']) ?? [];
  if (known.length > 0 && around.random() < 0.9) return pick(around, known);
  switch (chooseType(around, schema)) {
    case 'null':
      return null;
    case 'boolean':
      return around.random() < 0.5;
    case 'integer':
    case 'number':
      return generateNumber(around, schema);
    case 'string':
      return generateText(around, schema);
    case 'array':
      return generateList(around, schema);
    case 'object':
      return generateObject(around, schema);
    default:
      return 'any';
  }
}

function generateNumber(
  around: Surroundings,
  { minimum = -(2 ** 60), maximum = 2 ** 60, multipleOf = 1 }: Schema,
): number {
  const near = Math.min(maximum, Math.max(minimum, 0) + Math.floor(around.random() * 1000));
  const value = pick(around, [minimum, maximum, near, near, near]);
  const stepped = Math.ceil(value / multipleOf) * multipleOf;
  return (stepped > maximum ? stepped - multipleOf : stepped) + 0;
}

function generateText(around: Surroundings, { minLength = 0, maxLength = 40, pattern, format }: Schema): string {
  if (pattern !== undefined) return matchPattern(pattern) ?? '8e03978e';
  const known = byFormat[format];
  if (format === 'email') return `${Math.floor(around.random() * 1e9)}@example.com`;
  if (known !== undefined) return pick(around, known);
  const most = Math.min(maxLength, minLength + 40);
  const length = pick(around, [minLength, most, minLength + Math.floor(around.random() * (most - minLength + 1))]);
  return Array.from({ length }, () => pick(around, letters)).join('');
}

function generateList(
  around: Surroundings,
  { minItems = 0, maxItems = 3, items = {}, uniqueItems }: Schema,
): unknown[] {
  const count = Math.min(maxItems, minItems + Math.floor(around.random() * 3));
  const made = Array.from({ length: count }, () => generateValue(around, items));
  const distinct = [...new Map(made.map((item) => [JSON.stringify(item), item])).values()];
  return uniqueItems === true && distinct.length >= minItems ? distinct : made;
}

function generateObject(around: Surroundings, { required = [], properties = {} }: Schema): object {
  const entries = Object.entries<Schema>(properties).filter(
    ([name, schema]) =>
      schema.readOnly !== true && schema.type !== 'null' && (required.includes(name) || around.random() < 0.6),
  );
  return Object.fromEntries(entries.map(([name, schema]) => [name, generateValue(around, schema)]));
}

/** A value that violates one keyword of a schema. */
export interface Violation {
  /** The keyword, and where: `minLength of /name`. */
  readonly keyword: string;
  readonly value: unknown;
}

/** Lists a violation of each keyword of a schema, each in a value that is otherwise valid. */
export function listViolations(around: Surroundings, given: Schema, at = ''): readonly Violation[] {
  const schema = resolveSchema(around.description, given);
  const valid = generateValue(around, schema);
  const wrong = (keyword: string, value: unknown): Violation => ({
    keyword: `${keyword} of ${at || 'the whole'}`,
    value,
  });
  const types: readonly unknown[] = [schema.type].flat();
  const found: Violation[] = [];
  if (typeof types[0] === 'string')
    found.push(wrong('type', types.includes('string') ? 7 : types.includes('array') ? {} : 'x'));
  if (schema.enum !== undefined) found.push(wrong('enum', 'none of these'));
  if (types.includes('integer')) found.push(wrong('type', 0.5));
  if (schema.minimum !== undefined)
    found.push(wrong('minimum', schema.minimum - 1 === schema.minimum ? -(2 ** 60) : schema.minimum - 1));
  if (schema.maximum !== undefined)
    found.push(wrong('maximum', schema.maximum === Number.MAX_SAFE_INTEGER ? 2 ** 53 : schema.maximum + 1));
  if (schema.multipleOf > 1) found.push(wrong('multipleOf', schema.multipleOf + 1));
  if (schema.minLength > 0) found.push(wrong('minLength', 'a'.repeat(schema.minLength - 1)));
  if (schema.maxLength < 10_000) found.push(wrong('maxLength', 'a'.repeat(schema.maxLength + 1)));
  if (schema.pattern !== undefined) found.push(wrong('pattern', '\u{1F600} \n'));
  if (schema.format in byFormat && schema.enum === undefined) found.push(wrong('format', 'not at all'));
  if (schema.minItems > 0) found.push(wrong('minItems', []));
  if (schema.maxItems < 200) {
    const items = Array.from({ length: schema.maxItems + 1 }, () => generateValue(around, schema.items));
    found.push(wrong('maxItems', items));
  }
  if (schema.uniqueItems === true) {
    const item = generateValue(around, schema.items);
    found.push(wrong('uniqueItems', [item, item]));
  }
  if (Array.isArray(valid) && schema.items !== undefined) {
    const least = generateList(around, { ...schema, minItems: Math.max(1, schema.minItems ?? 0) });
    for (const { keyword, value } of listViolations(around, schema.items, `${at}/0`))
      found.push({ keyword, value: [value, ...least.slice(1)] });
  }
  if (types.includes('object')) found.push(...listObjectViolations(around, schema, at));
  return found;
}

function listObjectViolations(around: Surroundings, schema: Schema, at: string): readonly Violation[] {
  const { required = [], properties = {}, additionalProperties } = schema;
  const whole = (): Record<string, unknown> => ({ ...(generateObject(around, schema) as object) });
  const missing = required.map((name: string): Violation => {
    const { [name]: _, ...value } = whole();
    return { keyword: `required of ${at}/${name}`, value };
  });
  const more =
    additionalProperties === false
      ? [{ keyword: `additionalProperties of ${at || 'the whole'}`, value: { ...whole(), no_such_member: 1 } }]
      : [];
  const inside = Object.entries<Schema>(properties)
    .filter(([, property]) => property.readOnly !== true)
    .flatMap(([name, property]) =>
      listViolations(around, property, `${at}/${name}`).map(({ keyword, value }) => ({
        keyword,
        value: { ...whole(), [name]: value },
      })),
    );
  return [...missing, ...more, ...inside];
}

/** Whether a value violates a schema also as the text of a parameter: any text is a string, and a list of one string. */
export function differsAsText({ keyword, value }: Violation, schema: Schema): boolean {
  const isChecked = ({ enum: values, pattern, format }: Schema): boolean => (values ?? pattern ?? format) !== undefined;
  if (schema.type === 'array') return Array.isArray(value) && !keyword.startsWith('type') && isChecked(schema.items);
  return schema.type === 'string' ? typeof value === 'string' : !Array.isArray(value);
}

/** The messages of errors that are a list, or lists by the name of the field. */
export function listMessages({ errors = [] }: Schema): readonly string[] {
  return Array.isArray(errors) ? errors.map(({ message }) => message) : Object.values<string[]>(errors).flat();
}

/** Whether a path is one of a template. */
export function isOf(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path);
}

/** A value as the text of a parameter. */
export const toText = (value: unknown): string => (Array.isArray(value) ? value.map(toText).join(',') : String(value));
