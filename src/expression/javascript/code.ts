import type { Expression, PathStep, Question, Root, ValueType } from '../tree.ts';
import { getBaseType } from '../types.ts';

/** The bindings of compiled code. */
export interface Access {
  /**
   * The JavaScript text of each root. `record`, `old`, `input`, `caller` and `event` are plain objects (`old` may be
   * undefined, `caller` is an empty object where nobody called): an absent field is undefined, null is null, an integer
   * a number or (64 bits) a BigInt, a date and a date-time their canonical strings. `now` is a number of milliseconds,
   * `today` and `self` are strings, `value` is as a field of its type is.
   */
  readonly roots: Readonly<Partial<Record<Root, string>>>;
  /** The JavaScript texts of variables around the expression. */
  readonly locals?: ReadonlyMap<string, string>;
  /** The text of the other record, a plain object or undefined, that the ref at a path names; `from`: the text of its root or variable. */
  ref?(from: string, path: readonly PathStep[], resource: string): string;
  /** The text that answers a question, given the text of a list of the values that it needs; undefined where there is no value. */
  ask?(question: Question, given: string): string;
  /** The text that signs a link to a file of the record, whose text is given; undefined where there is none. */
  link?(field: string, file: string): string;
  /** The text that takes the next number of a sequence. */
  next?(field: string, within: readonly string[]): string;
  /** How many characters and items one evaluation may join, search and compare; left out: as many as usual. */
  readonly work?: number;
  /** Code for the deadline of an evaluation, by `performance.now()`; its value may be undefined. */
  readonly until?: string;
}

/**
 * A piece of JavaScript. A date-time is a string while it rests in records, lists and results, and a number of
 * milliseconds (`live`) while it is worked with.
 */
export interface Code {
  readonly text: string;
  /** It may throw. */
  readonly fails: boolean;
  readonly live?: true;
  /** The milliseconds of a date-time literal. */
  readonly moment?: number;
}

/** One run of the compiler. */
export interface Emitting {
  readonly access: Access;
  /** The JavaScript names of the macro variables in scope. */
  readonly locals: ReadonlyMap<string, string>;
  emit(node: Expression, locals?: ReadonlyMap<string, string>): Code;
  /** Says that what is emitted counts its work. */
  counts(): void;
}

/** Whether a type, null aside, is a 64-bit integer. */
export function isInt64(type: ValueType): boolean {
  const plain = getBaseType(type);
  return plain.kind === 'int' && plain.wide === true;
}

/** Whether a type, null aside, is a date-time. */
export function isMoment(type: ValueType): boolean {
  return getBaseType(type).kind === 'timestamp';
}

/** A date-time as a number of milliseconds. */
export function toMilliseconds(code: Code, type: ValueType): Code {
  if (code.live || !isMoment(type)) return code;
  if (code.moment !== undefined) return { text: formatNumber(code.moment), fails: false, live: true };
  const parse = type.kind === 'nullable' ? '$.moment' : 'Date.parse';
  return { text: `${parse}(${code.text})`, fails: code.fails, live: true };
}

/** A date-time as its canonical text, anything else as it is. */
export function toCanonical(code: Code, type: ValueType): Code {
  return code.live && isMoment(type) ? { text: `$.iso(${code.text})`, fails: code.fails } : code;
}

/** An integer in the width that is due. */
export function toIntegerWidth(code: Code, node: Expression, due: ValueType): Code {
  if (!isInt64(due) || isInt64(node.type) || getBaseType(node.type).kind !== 'int') return code;
  if (node.op === 'literal') return { text: `${formatNumber(Number(node.value))}n`.replace(')n', 'n)'), fails: false };
  const nullable = node.type.kind === 'nullable';
  return { text: `${nullable ? '$.wide' : 'BigInt'}(${code.text})`, fails: code.fails };
}

/** Formats a number as JavaScript that is valid in any position. */
export function formatNumber(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.startsWith('-') ? `(${text})` : text;
}
