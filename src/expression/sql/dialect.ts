import type { ValueType } from '../tree.ts';

/**
 * How a store writes the few things in which SQL dialects differ. All texts are SQL expressions; each function uses
 * each of its arguments exactly once and in the order in which they are given, so that parameters keep their order.
 */
export interface Dialect {
  /** The text of the parameter with a number from 1, and how it is bound: `?`, `$1`. */
  parameter(number: number, type: ValueType): string;
  /** Two values are equal, or both null; never null itself. */
  same(left: string, right: string): string;
  /** A text with small or capital ASCII letters; no other letter changes. */
  letters(text: string, as: 'lower' | 'upper'): string;
  /** Whether a text holds another. */
  contains(text: string, part: string): string;
  /** A text as a decimal, which is ordered and equal by value. */
  decimal(text: string): string;
  /**
   * Whether a value is an item of a list, kept or bound as the text of its JSON; false, not null, if it is not. `decimals`: the value is
   * a decimal, and so are the items.
   */
  isIn(value: string, list: string, decimals: boolean): string;
}

/** Writes a text as a literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Writes a literal as SQL if no parameter is allowed (the condition of an index). */
export function formatLiteral(value: string | number | boolean, type: ValueType): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' || type.kind === 'int' ? String(value) : quoteText(value);
}
