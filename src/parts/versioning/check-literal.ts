import type { ValueType } from '../../expression/tree.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Placed } from '../../text/place.ts';
import { problems } from './problems.ts';

/** Says of a literal that its field could not hold it. */
export function checkLiteral(type: ValueType, literal: Placed<unknown>, report: (problem: Problem) => void): void {
  const wanted = mismatch(type, literal.value);
  if (wanted === undefined) return;
  const { value, span } = literal;
  const quoted = wanted === 'a string' && (typeof value === 'number' || typeof value === 'boolean');
  report(problems.literal(span, JSON.stringify(value), wanted, quoted ? JSON.stringify(String(value)) : undefined));
}

/** What is due in place of a literal, or undefined where it fits. */
export function mismatch(type: ValueType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'nullable':
      return value === null ? undefined : mismatch(type.of, value);
    case 'int':
      return Number.isInteger(value) ? undefined : 'an integer';
    case 'double':
      return typeof value === 'number' ? undefined : 'a number';
    case 'bool':
      return typeof value === 'boolean' ? undefined : '`true` or `false`';
    case 'choice':
      return typeof value === 'string' && type.values.includes(value) ? undefined : `one of ${type.values.join(', ')}`;
    case 'list':
      return Array.isArray(value) && value.every((item) => mismatch(type.item, item) === undefined)
        ? undefined
        : 'a list';
    case 'ref':
      return mismatch(type.identity, value);
    case 'string':
    case 'date':
    case 'timestamp':
    case 'decimal':
    case 'duration':
      return typeof value === 'string' ? undefined : 'a string';
    case 'map':
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';
    case 'null':
    case 'any':
      return undefined;
  }
}
