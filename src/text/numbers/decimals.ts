/** A decimal as whole units of ten to the minus `scale`. */
interface Scaled {
  readonly units: bigint;
  /** The number of fraction digits, at least 0. */
  readonly scale: number;
}

/** The maximum number of digits of a decimal, those of its fraction included. */
export const mostDecimalDigits = 38;

const form = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a text is a decimal of at most 38 digits. */
export function isDecimal(text: string): boolean {
  if (text.length > mostDecimalDigits + 2 || !form.test(text)) return false;
  const signs = (text.startsWith('-') ? 1 : 0) + (text.includes('.') ? 1 : 0);
  return text.length - signs <= mostDecimalDigits;
}

/** Reads `-?digits(.digits)?(e±digits)?`. Exponents are those of a double's own text: at most three digits. */
function parseScaled(text: string): Scaled {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const dot = mantissa.indexOf('.');
  const digits = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  const scale = (dot < 0 ? 0 : mantissa.length - dot - 1) - Number(exponent);
  return scale < 0 ? { units: BigInt(digits) * 10n ** BigInt(-scale), scale: 0 } : { units: BigInt(digits), scale };
}

/** Writes all fraction digits of the scale; 0 has no sign. */
function formatScaled({ units, scale }: Scaled): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

function rescale({ units, scale }: Scaled, to: number): bigint {
  return to === scale ? units : units * 10n ** BigInt(to - scale);
}

function align(left: string, right: string): { readonly a: bigint; readonly b: bigint; readonly scale: number } {
  const [first, other] = [parseScaled(left), parseScaled(right)];
  const scale = Math.max(first.scale, other.scale);
  return { a: rescale(first, scale), b: rescale(other, scale), scale };
}

/** Compares two decimals by value: below 0, 0, above 0. */
export function compareDecimals(left: string, right: string): number {
  const { a, b } = align(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a decimal is a whole multiple of another by value; of nothing but 0 when that one is 0. */
export function isMultiple(text: string, of: string): boolean {
  const { a, b } = align(text, of);
  return b === 0n ? a === 0n : a % b === 0n;
}

/** A sum that decimals are added to. */
export type DecimalSum = Scaled;

/** The sum of no decimals. */
export const emptySum: DecimalSum = { units: 0n, scale: 0 };

/** A sum and one more decimal. */
export function addToSum(total: DecimalSum, text: string): DecimalSum {
  const next = parseScaled(text);
  const scale = Math.max(total.scale, next.scale);
  return { units: rescale(total, scale) + rescale(next, scale), scale };
}

/** The text of a number without an exponent: `1.5e-7` is `0.00000015`. */
export function expandExponent(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (found === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent] = found;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const filled = digits.padEnd(point, '0');
  return `${sign}${filled.slice(0, point)}${filled.length > point ? `.${filled.slice(point)}` : ''}`;
}

/** A sum as a decimal, with the most fraction digits that one of its parts has. */
export function formatSum(total: DecimalSum): string {
  return formatScaled(total);
}

/** The sum of decimals, with the most fraction digits that one of them has; `0` of none. */
export function sumDecimals(texts: readonly string[]): string {
  return formatSum(texts.reduce(addToSum, emptySum));
}

/** The first decimal minus the second, with the most fraction digits that one of them has. */
export function subtractDecimals(left: string, right: string): string {
  const { a, b, scale } = align(left, right);
  return formatScaled({ units: a - b, scale });
}

/** The product of two decimals, with the fraction digits of both. */
export function multiplyDecimals(left: string, right: string): string {
  const [first, other] = [parseScaled(left), parseScaled(right)];
  return formatScaled({ units: first.units * other.units, scale: first.scale + other.scale });
}

/** A decimal with the other sign and as many fraction digits. */
export function negateDecimal(text: string): string {
  const { units, scale } = parseScaled(text);
  return formatScaled({ units: -units, scale });
}

/** A decimal with exactly this number of fraction digits. A half is rounded away from zero. */
export function roundDecimal(text: string, places: number): string {
  const { units, scale } = parseScaled(text);
  if (scale <= places) return formatScaled({ units: rescale({ units, scale }, places), scale: places });
  return formatScaled({ units: divideUnits(units, 10n ** BigInt(scale - places)), scale: places });
}

/** The first decimal divided by the second, with exactly this number of fraction digits. A half is rounded away from zero. `right` is not 0. */
export function divideDecimals(left: string, right: string, places: number): string {
  const { a, b } = align(left, right);
  return formatScaled({ units: divideUnits(a * 10n ** BigInt(places), b), scale: places });
}

/** The nearest integer to a quotient, the farther one from 0 at a half. */
function divideUnits(units: bigint, by: bigint): bigint {
  const negative = units < 0n !== by < 0n;
  const [a, b] = [units < 0n ? -units : units, by < 0n ? -by : by];
  const nearest = (a + a + b) / (b + b);
  return negative ? -nearest : nearest;
}

/** The integer that a decimal is; undefined if it has a fraction. */
export function toInteger(text: string): bigint | undefined {
  const { units, scale } = parseScaled(text);
  const one = 10n ** BigInt(scale);
  return units % one === 0n ? units / one : undefined;
}

/** The shortest text of a decimal's value: equal decimals have the same. */
export function normalizeDecimal(text: string): string {
  const shortest = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return shortest === '-0' ? '0' : shortest;
}

const complements = '9876543210';

/** A key of a decimal: keys are ordered, unit by unit, as the values of their decimals, and equal decimals have the same. */
export function toDecimalKey(text: string): string {
  const shortest = normalizeDecimal(text);
  if (shortest === '0') return '1';
  const negative = shortest.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? shortest.slice(1) : shortest).split('.');
  const digits = whole === '0' ? '' : whole;
  const size = `${String(digits.length).padStart(2, '0')}${digits}${fraction}`;
  if (!negative) return `2${size}`;
  // Of negative decimals the greater magnitude comes first, the longer of two with the same beginning too.
  return `0${size.replace(/\d/g, (digit) => complements[Number(digit)]!)}~`;
}
