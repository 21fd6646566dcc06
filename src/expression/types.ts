import type { ValueType } from './tree.ts';

/** The type without `or null`. */
export function bare(type: ValueType): Exclude<ValueType, { readonly kind: 'nullable' }> {
  return type.kind === 'nullable' ? bare(type.of) : type;
}

/** What a value is when it is worked with: a ref is its identity, a date and a choice are strings. */
export function basis(type: ValueType): Exclude<ValueType, { readonly kind: 'nullable' | 'ref' | 'date' | 'choice' }> {
  const plain = bare(type);
  if (plain.kind === 'ref') return basis(plain.identity);
  return plain.kind === 'date' || plain.kind === 'choice' ? { kind: 'string' } : plain;
}

/** The type with `or null`; null and free values hold null already. */
export function nullable(type: ValueType): ValueType {
  return type.kind === 'nullable' || type.kind === 'null' || type.kind === 'any'
    ? type
    : { kind: 'nullable', of: type };
}

const words: Readonly<Record<string, string>> = {
  double: 'a number',
  string: 'a string',
  bool: 'true or false',
  timestamp: 'a date-time',
  duration: 'a duration',
  null: 'null',
  any: 'a free value',
  date: 'a date',
  decimal: 'a decimal',
};

/** A type in words for a message: "an integer", "a list of strings or null", "a ref to a Customer". */
export function describeType(type: ValueType): string {
  switch (type.kind) {
    case 'int':
      return 'an integer';
    case 'choice':
      return type.of;
    case 'ref':
      return `a ref to ${type.resource}`;
    case 'list':
      return type.item.kind === 'any' ? 'a list' : `a list, each item ${describeType(type.item)}`;
    case 'map':
      return `a map, each value ${describeType(type.value)}`;
    case 'object':
      return type.name === '' ? 'an object' : type.name;
    case 'nullable':
      return `${describeType(type.of)} or null`;
    default:
      return words[type.kind]!;
  }
}

/** Whether values of two types may be equal, so that `==` has a sense. An integer and a number do not mix. */
export function comparable(left: ValueType, right: ValueType): boolean {
  const one = bare(left);
  const other = bare(right);
  if (one.kind === 'any' || other.kind === 'any') return true;
  if (one.kind === 'ref' && other.kind === 'ref') return one.resource === other.resource;
  const a = basis(one);
  const b = basis(other);
  if (a.kind === 'list' && b.kind === 'list') return comparable(a.item, b.item);
  if (a.kind === 'map' && b.kind === 'map') return comparable(a.value, b.value);
  if (a.kind === 'object' && b.kind === 'object') return a.name === b.name;
  if (a.kind === 'decimal' || b.kind === 'decimal') {
    return [a.kind, b.kind].every((kind) => kind === 'decimal' || kind === 'string');
  }
  return a.kind === b.kind;
}

/** The one type that holds the values of both, if there is one: null and T give T or null, a date and a string a string. */
export function joined(left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === 'any' || right.kind === 'any') return { kind: 'any' };
  if (left.kind === 'null') return nullable(right);
  if (right.kind === 'null') return nullable(left);
  if (left.kind === 'nullable' || right.kind === 'nullable') {
    const both = joined(bare(left), bare(right));
    return both && nullable(both);
  }
  if (left.kind === 'int' && right.kind === 'int') return left.wide ? left : right;
  if (left.kind === 'list' && right.kind === 'list') {
    const item = joined(left.item, right.item);
    return item && { kind: 'list', item };
  }
  if (left.kind === 'map' && right.kind === 'map') {
    const value = joined(left.value, right.value);
    return value && { kind: 'map', value };
  }
  if (left.kind === 'choice' && right.kind === 'choice') return left.of === right.of ? left : { kind: 'string' };
  if (left.kind === right.kind) return comparable(left, right) ? left : undefined;
  const a = basis(left);
  const b = basis(right);
  return a.kind === b.kind && a.kind !== 'object' ? a : undefined;
}

/** Whether a value of the one type may stand where the other is due. Literals are looked at apart. */
export function accepts(due: ValueType, found: ValueType): boolean {
  if (due.kind === 'any') return true;
  if (due.kind === 'nullable') return found.kind === 'null' || accepts(due.of, bare(found));
  if (found.kind === 'nullable') return accepts(due, found.of);
  if (due.kind === 'list') return found.kind === 'list' && holds(due.item, found.item);
  if (due.kind === 'map') return found.kind === 'map' && holds(due.value, found.value);
  if (due.kind === 'choice')
    return found.kind === 'choice' && found.values.every((value) => due.values.includes(value));
  if (due.kind === 'ref') {
    return found.kind === 'ref' ? found.resource === due.resource : basis(found).kind === basis(due.identity).kind;
  }
  if (due.kind === 'string') return basis(found).kind === 'string';
  if (due.kind === 'object') return found.kind === 'object' && found.name === due.name;
  if (due.kind === 'int') return basis(found).kind === 'int';
  return due.kind === found.kind;
}

/** Items cannot be looked at one by one, so that null may not slip in; integers keep their width. */
function holds(due: ValueType, found: ValueType): boolean {
  if (due.kind === 'any') return true;
  if ((found.kind === 'nullable' || found.kind === 'null') && due.kind !== 'nullable') return false;
  const one = basis(due);
  const other = basis(found);
  if (one.kind === 'int' && other.kind === 'int' && one.wide !== other.wide) return false;
  return accepts(due, found);
}
