import { fileName } from './file-type.ts';
import type { ValueType } from './tree.ts';

/** The type without `or null`. */
export function removeNullable(type: ValueType): Exclude<ValueType, { readonly kind: 'nullable' }> {
  return type.kind === 'nullable' ? removeNullable(type.of) : type;
}

/** Returns the type in which a value is computed: a ref is its identity, a date and a choice are strings. */
export function getBaseType(
  type: ValueType,
): Exclude<ValueType, { readonly kind: 'nullable' | 'ref' | 'date' | 'choice' }> {
  const plain = removeNullable(type);
  if (plain.kind === 'ref') return getBaseType(plain.identity);
  return plain.kind === 'date' || plain.kind === 'choice' ? { kind: 'string' } : plain;
}

/** Whether a type, null aside, is a decimal. */
export function isDecimalType(type: ValueType): boolean {
  return removeNullable(type).kind === 'decimal';
}

/** The type with `or null`; null and free values hold null already. */
export function makeNullable(type: ValueType): ValueType {
  return type.kind === 'nullable' || type.kind === 'null' || type.kind === 'any'
    ? type
    : { kind: 'nullable', of: type };
}

const words: Readonly<Record<string, string>> = {
  double: 'a number',
  string: 'a string',
  bool: 'a boolean',
  timestamp: 'a date-time',
  duration: 'a duration',
  months: 'a number of months',
  null: 'null',
  any: 'a value of any type',
  date: 'a date',
  decimal: 'a decimal',
};

/** A constraint on a value before it is hashed. */
export type Limit =
  | { readonly kind: 'range'; readonly unit: string; readonly from?: string; readonly to?: string }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** The constraints of values before they are hashed, in one order; undefined without any. */
export function formatLimits(limits: readonly Limit[]): string | undefined {
  const texts = limits.map((limit) =>
    limit.kind === 'range' ? `${limit.from ?? ''}..${limit.to ?? ''} ${limit.unit}` : `pattern \`${limit.pattern}\``,
  );
  return texts.length === 0 ? undefined : texts.toSorted().join('; ');
}

/** Describes a type for a message: "an integer", "a list of strings", "a ref to Customer". */
export function describeType(type: ValueType): string {
  switch (type.kind) {
    case 'int':
      return 'an integer';
    case 'choice':
      return type.of;
    case 'hash':
      return type.limits === undefined ? `a ${type.of}` : `a ${type.of} (${type.limits})`;
    case 'ref':
      return `a ref to ${type.resource}`;
    case 'list':
      return type.item.kind === 'any' ? 'a list' : `a list of ${describeSeveral(type.item)}`;
    case 'map':
      return type.value.kind === 'any' ? 'a map' : `a map of ${describeSeveral(type.value)}`;
    case 'object':
      return { '': 'an object', [fileName]: 'a file' }[type.name] ?? type.name;
    case 'nullable':
      return `${describeType(type.of)} or null`;
    default:
      return words[type.kind]!;
  }
}

const severalWords: Readonly<Record<string, string>> = {
  int: 'integers',
  double: 'numbers',
  string: 'strings',
  bool: 'booleans',
  timestamp: 'date-times',
  duration: 'durations',
  months: 'numbers of months',
  null: 'nulls',
  any: 'free values',
  date: 'dates',
  decimal: 'decimals',
};

/** Returns the plural of `describeType`: "strings", "lists of integers", "Line objects". */
function describeSeveral(type: ValueType): string {
  switch (type.kind) {
    case 'choice':
      return `${type.of} values`;
    case 'hash':
      return `${type.of}s`;
    case 'ref':
      return `refs to ${type.resource}`;
    case 'list':
      return type.item.kind === 'any' ? 'lists' : `lists of ${describeSeveral(type.item)}`;
    case 'map':
      return type.value.kind === 'any' ? 'maps' : `maps of ${describeSeveral(type.value)}`;
    case 'object':
      return { '': 'objects', [fileName]: 'files' }[type.name] ?? `${type.name} objects`;
    case 'nullable':
      return `nullable ${describeSeveral(type.of)}`;
    default:
      return severalWords[type.kind]!;
  }
}

/** Whether values of two types can be equal, so that `==` is useful. Integers, numbers and decimals do not mix; free values and decimals neither. Passwords and tokens equal nothing. */
export function areComparable(left: ValueType, right: ValueType): boolean {
  const leftType = removeNullable(left);
  const other = removeNullable(right);
  const kinds = [leftType.kind, other.kind];
  if (kinds.includes('hash')) return false;
  if (kinds.includes('any')) return !kinds.includes('decimal');
  if (leftType.kind === 'ref' && other.kind === 'ref') return leftType.resource === other.resource;
  const a = getBaseType(leftType);
  const b = getBaseType(other);
  if (a.kind === 'list' && b.kind === 'list')
    return [a.item.kind, b.item.kind].includes('any') || areComparable(a.item, b.item);
  if (a.kind === 'map' && b.kind === 'map') return areComparable(a.value, b.value);
  if (a.kind === 'object' && b.kind === 'object') return a.name === b.name;
  return a.kind === b.kind;
}

/** The one type that holds the values of both, if there is one: null and T give T or null, a date and a string a string. */
export function joinTypes(left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === 'any' || right.kind === 'any') return { kind: 'any' };
  if (left.kind === 'null') return makeNullable(right);
  if (right.kind === 'null') return makeNullable(left);
  if (left.kind === 'nullable' || right.kind === 'nullable') {
    const both = joinTypes(removeNullable(left), removeNullable(right));
    return both && makeNullable(both);
  }
  if (left.kind === 'int' && right.kind === 'int') return left.wide ? left : right;
  if (left.kind === 'duration' && right.kind === 'duration') return left.days ? right : left;
  if (left.kind === 'list' && right.kind === 'list') {
    const item = joinTypes(left.item, right.item);
    return item && { kind: 'list', item };
  }
  if (left.kind === 'map' && right.kind === 'map') {
    const value = joinTypes(left.value, right.value);
    return value && { kind: 'map', value };
  }
  if (left.kind === 'choice' && right.kind === 'choice') return left.of === right.of ? left : { kind: 'string' };
  if (left.kind === right.kind) return areComparable(left, right) ? left : undefined;
  const a = getBaseType(left);
  const b = getBaseType(right);
  return a.kind === b.kind && a.kind !== 'object' ? a : undefined;
}

/** Returns whether a value of one type is valid if the other is expected. Literals are checked separately. */
export function accepts(due: ValueType, found: ValueType): boolean {
  if (due.kind === 'any') return true;
  if (due.kind === 'nullable') return found.kind === 'null' || accepts(due.of, removeNullable(found));
  if (found.kind === 'nullable') return accepts(due, found.of);
  if (due.kind === 'list') return found.kind === 'list' && acceptsType(due.item, found.item);
  if (due.kind === 'map') return found.kind === 'map' && acceptsType(due.value, found.value);
  if (due.kind === 'choice')
    return found.kind === 'choice' && found.values.every((value) => due.values.includes(value));
  if (due.kind === 'ref') {
    return found.kind === 'ref'
      ? found.resource === due.resource
      : getBaseType(found).kind === getBaseType(due.identity).kind;
  }
  if (due.kind === 'string') return getBaseType(found).kind === 'string';
  if (due.kind === 'object') return found.kind === 'object' && found.name === due.name;
  if (due.kind === 'hash') return found.kind === 'hash' && found.of === due.of && found.limits === due.limits;
  if (due.kind === 'int') return getBaseType(found).kind === 'int';
  return due.kind === found.kind;
}

/** Items cannot be checked individually, so null must not be admitted; integers keep their width. */
function acceptsType(due: ValueType, found: ValueType): boolean {
  if (due.kind === 'any') return true;
  if ((found.kind === 'nullable' || found.kind === 'null') && due.kind !== 'nullable') return false;
  const dueBase = getBaseType(due);
  const other = getBaseType(found);
  if (dueBase.kind === 'int' && other.kind === 'int' && dueBase.wide !== other.wide) return false;
  return accepts(due, found);
}
