import type { ValueType } from '../../../expression/tree.ts';

/** Returns whether every store holds a string unchanged: without NUL and unpaired surrogates, as in requests. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** Whether a value of JSON is of an attribute's type. */
export function matchesType(type: ValueType, value: unknown): boolean {
  switch (type.kind) {
    case 'int':
      return Number.isSafeInteger(value);
    case 'double':
      return Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'choice':
      return type.values.includes(value as string);
    case 'list':
      return Array.isArray(value) && value.every((item) => matchesType(type.item, item));
    case 'nullable':
      return value === null || matchesType(type.of, value);
    case 'ref':
      return matchesType(type.identity, value);
    default:
      return isText(value);
  }
}
