import type { ValueType } from '../tree.ts';

/**
 * How a store writes the few things in which SQL dialects differ. All texts are SQL expressions; each function uses
 * each of its arguments exactly once and in the order in which they are given, so that parameters keep their order.
 */
export interface Dialect {
  /** The text of the parameter with a number from 1, and how it is bound: `?`, `$1`. */
  parameter(number: number, type: ValueType): string;
  /** A literal written out, where no parameter may stand (the condition of an index). */
  literal(value: string | number | boolean, type: ValueType): string;
  /** Two values are equal, or both null; never null itself. */
  same(left: string, right: string): string;
  /** A text that sorts and compares by code points. */
  ordered(text: string): string;
  /** Whether a text holds another. */
  contains(text: string, part: string): string;
  /** Whether a value is one of the items of a list that is bound as one parameter; false, not null, when it is not. */
  isIn(value: string, list: string, item: ValueType): string;
  /** Whether a list that a column keeps as JSON has an item. */
  listHas(value: string, list: string, item: ValueType): string;
}
