import { failures } from '../failures.ts';

/** An integer that a number holds exactly; anything else is an overflow. */
function int(value: number): number {
  if (!Number.isSafeInteger(value)) throw failures.overflow;
  return value + 0;
}

/** A division of integers that drops the fraction. */
function divide(left: number, right: number): number {
  if (right === 0) throw failures.division;
  return (left - (left % right)) / right + 0;
}

/** The remainder of a division of integers, with the sign of the dividend. */
function remainder(left: number, right: number): number {
  if (right === 0) throw failures.division;
  return (left % right) + 0;
}

/** An integer of 64 bits. */
function int64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw failures.overflow;
  return value;
}

/** A division of 64-bit integers that drops the fraction. */
function divide64(left: bigint, right: bigint): bigint {
  if (right === 0n) throw failures.division;
  return int64(left / right);
}

/** The remainder of a division of 64-bit integers, with the sign of the dividend. */
function remainder64(left: bigint, right: bigint): bigint {
  if (right === 0n) throw failures.division;
  return left % right;
}

/** A 64-bit integer of a number, of a 64-bit integer or of its digits; null stays null. */
function wide(value: number | bigint | string | null): bigint | null {
  return value === null ? null : BigInt(value);
}

/** A 64-bit integer as a number that holds it exactly. */
function narrow(value: bigint): number {
  return int(Number(value));
}

/** A number that is finite. */
function real(value: number): number {
  if (!Number.isFinite(value)) throw failures.overflow;
  return value;
}

/** The integer of a number: its fraction is dropped. */
function truncate(value: number): number {
  return int(Math.trunc(value));
}

/** The integer that a text writes in decimal digits. */
function parseInteger(text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text)) throw failures.conversion;
  return int(Number(text));
}

/** The 64-bit integer that a text writes in decimal digits. */
function parseInt64(text: string): bigint {
  if (!/^[+-]?[0-9]{1,40}$/.test(text)) throw failures.conversion;
  return int64(BigInt(text.replace('+', '')));
}

/** The number that a text writes. */
function parseNumber(text: string): number {
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) throw failures.conversion;
  return real(Number(text));
}

/** The integer of a free value. */
function toInteger(value: unknown): number {
  if (typeof value === 'number') return truncate(value);
  if (typeof value === 'bigint') return narrow(value);
  if (typeof value === 'string') return parseInteger(value);
  throw value === null ? failures.null : failures.conversion;
}

/** The number of a free value. */
function toNumber(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') return parseNumber(value);
  throw value === null ? failures.null : failures.conversion;
}

/** The text of a simple value. */
function text(value: unknown): string {
  if (value === null || typeof value === 'object') throw value === null ? failures.null : failures.conversion;
  return String(value);
}

/** The text of a duration: its seconds, `5400s`, `0.250s`. */
function formatDuration(milliseconds: number): string {
  const sign = milliseconds < 0 ? '-' : '';
  const all = Math.abs(milliseconds);
  const rest = all % 1000;
  return `${sign}${(all - rest) / 1000}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}s`;
}

/** The texts of durations, of those in lists too; null stays null. */
function shownDurations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownDurations);
  return typeof value === 'number' ? formatDuration(value) : value;
}

/** Arithmetic and conversions of compiled expressions. */
export const numbers = {
  int,
  divide,
  remainder,
  int64,
  divide64,
  remainder64,
  wide,
  narrow,
  real,
  truncate,
  parseInteger,
  parseInt64,
  parseNumber,
  toInteger,
  toNumber,
  text,
  formatDuration,
  shownDurations,
} as const;
