import { findType, formatOf, type JsonSchema } from '../../parts/registry.ts';
import { getFileLimits } from '../../plan/files/file-limits.ts';
import { type ConstraintPlan, constrainsKeys, type RangePlan, type ValueSchema } from '../../plan/schema.ts';
import type { WireUse } from '../wire/type.ts';
import type { Components } from './components.ts';

/** Describes the values of a schema of the plan as JSON Schema 2020-12. */
export function describeValue(components: Components, schema: ValueSchema, use: WireUse): JsonSchema {
  const described = describeBare(components, schema, use);
  return schema.nullable === true ? withNull(described) : described;
}

function describeBare(components: Components, schema: ValueSchema, use: WireUse): JsonSchema {
  if (schema.unchecked === true && use === 'shown') return describeBare(components, withoutFormat(schema), use);
  if (schema.type === 'ref') return describeIdentity(components, schema.resource);
  if (schema.type === 'named') return components.named(schema.name, use);
  if (schema.type === 'file' && use !== 'shown') return { ...describeContent(schema), ...describeConstraints(schema) };
  // A patch replaces lists as a whole. It merges maps, and null removes an entry.
  const inner = use === 'patched' && schema.type === 'list' ? 'sent' : use;
  const of = (value: ValueSchema | { readonly name: string }): JsonSchema => {
    if (!('type' in value)) return {};
    const described = describeValue(components, value, inner);
    return inner === 'patched' ? withNull(described) : described;
  };
  const format = formatOf(schema);
  const argument = 'format' in schema ? schema.format?.argument : undefined;
  return {
    ...findType(schema).schema(schema as never, of),
    ...format?.schema(argument),
    ...(use === 'shown' && (isOlder(components) || schema.type === 'file')
      ? {}
      : describeConstraints(use === 'patched' ? withoutKeyRanges(schema) : schema)),
  };
}

/** The type that a value has whatever its format. */
function withoutFormat({ unchecked: _, ...schema }: ValueSchema): ValueSchema {
  switch (schema.type) {
    case 'list':
    case 'map':
      return { ...schema, item: withoutFormat(schema.item) };
    case 'string':
    case 'number':
      return { type: schema.type };
    case 'integer':
      return { type: 'integer', format: { name: 'int64' } };
    default:
      return schema;
  }
}

/** The content of a file, as a part of a form. */
function describeContent(schema: ValueSchema): JsonSchema {
  const { types = [] } = getFileLimits(schema);
  return {
    type: 'string',
    format: 'binary',
    contentMediaType: types.length === 1 ? types[0]! : 'application/octet-stream',
  };
}

/** A patch may have more or fewer keys than the value after it. */
function withoutKeyRanges(schema: ValueSchema): ValueSchema {
  return { ...schema, constraints: schema.constraints?.filter((constraint) => !constrainsKeys(constraint)) ?? [] };
}

/** Whether an older version is described: its responses show records that the constraints of the newest version bind. */
function isOlder({ plan: { version, versioning } }: Components): boolean {
  return version !== undefined && version.name !== versioning.versions[0]?.name;
}

/** The identity of a record, as the records of other resources refer to it. */
function describeIdentity(components: Components, resource: string): JsonSchema {
  const found = components.plan.resources.find(({ name }) => name === resource);
  const field = found?.fields.find(({ name }) => name === found.identity);
  const own = field === undefined ? { type: 'string' } : describeValue(components, field.schema, 'shown');
  return { ...own, 'x-nonet-ref': resource };
}

/** Returns a schema that also takes null. */
export function withNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: constant } = schema;
  const isNullable = constant === null || (Array.isArray(type) && type.includes('null'));
  if (isNullable || Object.keys(schema).length === 0) return schema;
  if (Array.isArray(type) && values === undefined && constant === undefined)
    return { ...schema, type: [...type, 'null'] };
  if (typeof type !== 'string' || constant !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: type === 'null' ? type : [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

/** The keywords of a range by its unit; bytes have none. */
const rangeKeywords = {
  value: ['minimum', 'maximum'],
  characters: ['minLength', 'maxLength'],
  items: ['minItems', 'maxItems'],
  keys: ['minProperties', 'maxProperties'],
} as const;

/** Describes the constraints of a value: those without a keyword of JSON Schema under `x-nonet-…`. */
function describeConstraints(schema: ValueSchema): JsonSchema {
  const made: Record<string, JsonSchema[string]> = {};
  for (const constraint of schema.constraints ?? []) Object.assign(made, describeConstraint(constraint, schema));
  return made;
}

/** Describes the number of items of a list; nothing where a document does not state it. */
export function describeItems(range: RangePlan | undefined): JsonSchema {
  return range === undefined ? {} : describeConstraint(range, { type: 'list', item: { type: 'any' } });
}

function describeConstraint(constraint: ConstraintPlan, { type }: ValueSchema): JsonSchema {
  const isNumber = type === 'integer' || type === 'number';
  switch (constraint.kind) {
    case 'media types':
      return { 'x-nonet-media-types': constraint.types };
    case 'pattern':
      return { pattern: constraint.pattern };
    case 'unique items':
      return { uniqueItems: true };
    case 'multiple of': {
      const step = toNumber(constraint.of);
      return isNumber && step !== undefined ? { multipleOf: step } : { 'x-nonet-multiple-of': constraint.of };
    }
    case 'range': {
      const { unit, from, to } = constraint;
      if (unit === 'bytes' || (unit === 'value' && !isNumber)) return describeBounds(`x-nonet-${unit}`, from, to);
      const [least, most] = rangeKeywords[unit];
      const [first, last] = [from, to].map((bound) => (bound === undefined ? undefined : toNumber(bound)));
      const isExact = (first === undefined) === (from === undefined) && (last === undefined) === (to === undefined);
      return {
        ...(first === undefined ? {} : { [least]: first }),
        ...(last === undefined ? {} : { [most]: last }),
        ...(isExact ? {} : describeBounds(`x-nonet-${unit}`, from, to)),
      };
    }
  }
}

function describeBounds(keyword: string, from = '', to = ''): JsonSchema {
  return { [keyword]: `${from}..${to}` };
}

/** A decimal text as a number; undefined where a number does not hold it exactly. */
function toNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}
