import {
  compareDecimals,
  divideDecimals,
  isDecimal,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  toInteger,
} from '../../text/numbers/decimals.ts';
import { failures } from '../failures.ts';
import { work } from './work.ts';

/** The text of a decimal that a record, the caller or an input holds. */
function read(value: unknown): string {
  if (value === null) throw failures.null;
  if (typeof value !== 'string' || !isDecimal(value)) throw failures.conversion;
  return value;
}

/** A result, if it has no more digits than a decimal may have. */
function bounded(text: string): string {
  if (!isDecimal(text)) throw failures.overflow;
  return text;
}

/** Orders two decimals by value: negative, 0 or positive. */
function orderDecimals(left: string, right: string): number {
  return compareDecimals(read(left), read(right));
}

/** Whether two decimals are equal by value, or both null. */
function equalDecimals(left: string | null, right: string | null): boolean {
  return left === right || (left !== null && right !== null && orderDecimals(left, right) === 0);
}

/** Whether lists or maps of decimals are equal, each decimal by value. */
function alikeDecimals(left: unknown, right: unknown): boolean {
  work(1);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return equalDecimals(left as string | null, right as string | null);
  const [names, others] = [Object.keys(left), Object.keys(right)];
  return (
    Array.isArray(left) === Array.isArray(right) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(right, name) && alikeDecimals(left[name as keyof object], right[name as keyof object]),
    )
  );
}

/** Whether a list holds a decimal, by value. */
function includesDecimal(list: readonly unknown[], value: string | null): boolean {
  work(list.length);
  return list.some((item) => equalDecimals(item as string | null, value));
}

/** The decimal of a string, an integer or a free value. */
function toDecimal(value: unknown): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(BigInt(value as number));
  return read(value);
}

/** The decimal of an integer; null stays null. */
function decimalOf(value: number | bigint | null): string | null {
  return value === null ? null : toDecimal(value);
}

/** The integer that a decimal is, which a number holds exactly; fails for a fraction. */
function integerOf(text: string): number {
  const whole = toInteger(read(text));
  if (whole === undefined) throw failures.conversion;
  const value = Number(whole);
  if (!Number.isSafeInteger(value)) throw failures.overflow;
  return value;
}

/** The number next to a decimal. */
function numberOf(text: string): number {
  return Number(read(text));
}

function divided(left: string, right: string, places: number): string {
  if (compareDecimals(read(right), '0') === 0) throw failures.division;
  return bounded(divideDecimals(read(left), right, places));
}

/** The sum of decimals; 0 of none. */
function sumDecimal(list: readonly unknown[]): string {
  work(list.length);
  return bounded(sumDecimals(list.map(read)));
}

/** Decimals of compiled expressions. */
export const decimals = {
  orderDecimals,
  equalDecimals,
  alikeDecimals,
  includesDecimal,
  toDecimal,
  decimalOf,
  integerOf,
  numberOf,
  sumDecimal,
  addDecimals: (left: string, right: string): string => bounded(sumDecimals([read(left), read(right)])),
  subtractDecimals: (left: string, right: string): string => bounded(subtractDecimals(read(left), read(right))),
  multiplyDecimals: (left: string, right: string): string => bounded(multiplyDecimals(read(left), read(right))),
  negateDecimal: (text: string): string => negateDecimal(read(text)),
  roundDecimal: (text: string, places: number): string => bounded(roundDecimal(read(text), places)),
  divideDecimals: divided,
} as const;
