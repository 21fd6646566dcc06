import { compareDecimals, multiplyDecimals, subtractDecimals, sumDecimals } from '../../text/numbers/decimals.ts';

/** A decimal as a point of a condition: compared by value, and between two of them there is always another. */
export interface DecimalPoint {
  readonly decimal: string;
}

/** Whether a point is a decimal. */
export function isDecimalPoint(point: unknown): point is DecimalPoint {
  return typeof point === 'object' && point !== null && 'decimal' in point;
}

/** Compares a point with a decimal; undefined for any other point. */
export function comparePoint(point: unknown, value: DecimalPoint): number | undefined {
  return isDecimalPoint(point) ? compareDecimals(point.decimal, value.decimal) : undefined;
}

/** Lists decimals below, between and above those of a list. */
export function listOtherDecimals(points: readonly unknown[]): readonly DecimalPoint[] {
  const decimals = points.filter(isDecimalPoint).map(({ decimal }) => decimal);
  if (decimals.length === 0) return [];
  const sorted = decimals.toSorted(compareDecimals);
  const between = sorted.slice(1).map((high, index) => multiplyDecimals(sumDecimals([sorted[index]!, high]), '0.5'));
  const beyond = [subtractDecimals(sorted[0]!, '1'), sumDecimals([sorted.at(-1)!, '1'])];
  return [...between, ...beyond].map((decimal) => ({ decimal }));
}
