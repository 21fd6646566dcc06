import { isObject } from '../../plan/fields/is-object.ts';
import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';
import { compilePattern } from '../../text/patterns.ts';
import { formatsByName } from '../resources/formats/index.ts';
import type { Service } from '../service.ts';
import { resolveSchema } from './schemas.ts';
import { collectDefinitions, findIdentity, has } from './vocabulary.ts';

/**
 * Why a literal cannot be a value of a schema, all its constraints included, in a few words ("it is not an integer"); undefined
 * when it can. A literal is nested at most 32 deep. Integers beyond ±(2^53−1) are BigInt.
 */
export function explainMismatch(service: Service, schema: ValueSchema, value: unknown): string | undefined {
  if (value === null) return schema.nullable || schema.type === 'any' ? undefined : 'it is null';
  const wrong = explainTypeMismatch(service, schema, value);
  if (wrong !== undefined) return wrong;
  for (const constraint of schema.constraints ?? []) {
    const broken = explainBrokenConstraint(schema, constraint, value);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function explainTypeMismatch(service: Service, schema: ValueSchema, value: unknown): string | undefined {
  switch (schema.type) {
    case 'any':
      return undefined;
    case 'string':
      if (typeof value !== 'string') return 'it is not a string';
      if (value.includes('\0') || !value.isWellFormed()) return 'it contains U+0000 or an unpaired surrogate';
      return explainFormatMismatch(schema, value);
    case 'integer':
      if (typeof value !== 'bigint' && !Number.isInteger(value)) return 'it is not an integer';
      if (schema.format === undefined && !Number.isSafeInteger(value)) return 'it is beyond ±(2^53−1)';
      return explainFormatMismatch(schema, value);
    case 'number':
      return typeof value === 'number' ? explainFormatMismatch(schema, value) : 'it is not a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'it is neither `true` nor `false`';
    case 'choice':
      if (typeof value === 'string' && schema.values.includes(value)) return undefined;
      return `it is not one of ${schema.values.map((each) => `\`${each}\``).join(', ')}`;
    case 'ref':
      return explainIdentityMismatch(service, schema.resource, value);
    case 'list': {
      if (!Array.isArray(value)) return 'it is not a list';
      return findFirstReason(value, (item) => explainMismatch(service, schema.item, item));
    }
    case 'map':
      if (!isObject(value)) return 'it is not a map';
      return findFirstReason(Object.values(value), (item) => explainMismatch(service, schema.item, item));
    case 'file':
      return 'a file has no literal';
    case 'object':
      return isObject(value) ? undefined : 'it is not an object';
    case 'named':
      return explainNamedMismatch(service, schema.name, value);
  }
}

/** A reference has the type of the identity that it names, and it names no record by a value that breaks its constraints. */
function explainIdentityMismatch(service: Service, name: string, value: unknown): string | undefined {
  const resource = collectDefinitions(service).resources.get(name);
  const identity = resource && findIdentity(resource);
  if (identity === undefined) return undefined;
  const schema = resolveSchema(service, identity, `${name}.${identity.name.value}`);
  // an identity that refers to another record is reported at its own place
  return schema.type === 'ref' ? undefined : explainMismatch(service, schema, value);
}

function explainFormatMismatch(
  schema: ValueSchema & { type: 'string' | 'integer' | 'number' },
  value: unknown,
): string | undefined {
  const { format } = schema;
  const member = format === undefined ? undefined : formatsByName.get(format.name);
  if (member === undefined || member.read(value, format?.argument) !== undefined) return undefined;
  return `it ${member.words(format?.argument)}`;
}

function findFirstReason<T>(values: readonly T[], why: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const wrong = why(value);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function explainNamedMismatch(service: Service, name: string, value: unknown): string | undefined {
  if (!isObject(value)) return `it is not of type ${name}`;
  const { objects, unions } = collectDefinitions(service);
  const union = unions.get(name);
  if (union !== undefined) {
    const tag = union.taggedBy?.value ?? '';
    const chosen = union.cases.find((branch) => branch.tag.value === value[tag]);
    if (chosen === undefined) return `its \`${tag}\` is not a tag of ${name}`;
    const { [tag]: _tag, ...rest } = value;
    return explainNamedMismatch(service, chosen.object.value, rest);
  }
  const object = objects.get(name);
  if (object === undefined) return undefined;
  for (const field of object.fields) {
    const member = Object.hasOwn(value, field.name.value) ? value[field.name.value] : undefined;
    if (member === undefined) {
      if (has(field, 'required')) return `it has no \`${field.name.value}\``;
      continue;
    }
    const schema = resolveSchema(service, { ...field, type: field.type }, `${name}.${field.name.value}`);
    const wrong = explainMismatch(service, schema, member);
    if (wrong !== undefined) return `in \`${field.name.value}\` ${wrong}`;
  }
  const known = new Set(object.fields.map((field) => field.name.value));
  const extra = Object.keys(value).find((key) => !known.has(key));
  return extra === undefined ? undefined : `${name} has no \`${extra}\``;
}

function explainBrokenConstraint(schema: ValueSchema, constraint: ConstraintPlan, value: unknown): string | undefined {
  switch (constraint.kind) {
    case 'range': {
      const { unit, from, to } = constraint;
      const counts = unit === 'value' ? '' : ` ${unit}`;
      const text = `${from ?? ''}..${to ?? ''}${counts}`;
      const size = unit === 'value' ? undefined : measureSize(schema, unit, value);
      const outside = (bound: string | undefined, side: 1 | -1): boolean =>
        bound !== undefined && order(schema, size ?? value, bound) * side > 0;
      return outside(from, -1) || outside(to, 1) ? `it is outside \`${text}\`` : undefined;
    }
    case 'multiple of':
      return isMultiple(schema, value, constraint.of) ? undefined : `it is not a multiple of ${constraint.of}`;
    case 'unique items': {
      const items = Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [];
      return new Set(items).size === items.length ? undefined : 'it contains duplicate items';
    }
    case 'media types':
      return undefined;
    case 'pattern': {
      const pattern = compilePattern(constraint.pattern);
      return 'error' in pattern || pattern.matches(String(value)) ? undefined : 'it does not match the pattern';
    }
  }
}

function measureSize(schema: ValueSchema, unit: 'characters' | 'bytes' | 'items' | 'keys', value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  const text = String(value);
  if (unit === 'characters') return [...text].length;
  const member = schema.type === 'string' && schema.format ? formatsByName.get(schema.format.name) : undefined;
  return member?.bytes?.(text) ?? new TextEncoder().encode(text).length;
}

function order(schema: ValueSchema, value: unknown, bound: string): number {
  if (typeof value === 'string') {
    const member = schema.type === 'string' && schema.format ? formatsByName.get(schema.format.name) : undefined;
    return member?.compare?.(value, bound) ?? 0;
  }
  if (typeof value === 'bigint')
    return /^-?\d+$/.test(bound) ? compare(value, BigInt(bound)) : compare(Number(value), Number(bound));
  return compare(Number(value), Number(bound));
}

function compare<T extends bigint | number>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isMultiple(schema: ValueSchema, value: unknown, of: string): boolean {
  if (typeof value === 'string') {
    const member = schema.type === 'string' && schema.format ? formatsByName.get(schema.format.name) : undefined;
    return member?.multiple?.(value, of) ?? true;
  }
  if (/[eE]/.test(String(value)) && !Number.isSafeInteger(value)) return Number(value) % Number(of) === 0;
  const places = Math.max(countDecimals(String(value)), countDecimals(of));
  return scaleDecimal(String(value), places) % scaleDecimal(of, places) === 0n;
}

function countDecimals(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** A decimal text without exponent times ten to the power of `places`, exactly. */
export function scaleDecimal(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
