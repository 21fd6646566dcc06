const beyond = 2n ** 64n;

/** The digits of a decimal text without zeros at either end, and the power of ten of the last of them. */
function getSignificantDigits(text: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  let end = all.length;
  while (end > 0 && all.charCodeAt(end - 1) === 48) end--;
  return { digits: all.slice(0, end), exponent: Number(power) - fraction.length + all.length - end };
}

/**
 * The value of a number of JSON: a double where that holds it (its shortest text means the same number), a BigInt for other
 * integers between −2^64 and 2^64, else NaN.
 */
export function parseExactNumber(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) && text.length <= 17 && /^-?\d+$/.test(text)) return value + 0;
  const { digits, exponent } = getSignificantDigits(text);
  if (digits === '') return 0;
  if (exponent >= 0 && digits.length + exponent <= 20) {
    const whole = BigInt(digits) * 10n ** BigInt(exponent) * (text.startsWith('-') ? -1n : 1n);
    if (whole < beyond && whole > -beyond) return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
  }
  if (!Number.isFinite(value) || value === 0) return Number.NaN;
  const shortest = getSignificantDigits(String(Math.abs(value)));
  if (shortest.digits === digits && shortest.exponent === exponent) return value;
  return Number.isInteger(value) && exponent >= 0 && exponent < 400 && equalsInteger(digits, exponent, value)
    ? value
    : Number.NaN;
}

function equalsInteger(digits: string, exponent: number, value: number): boolean {
  return digits.length <= 400 && BigInt(digits) * 10n ** BigInt(exponent) === BigInt(Math.abs(value));
}

/** A whole number as a double where that holds it, else NaN. */
export function toDouble(value: bigint): number {
  const double = Number(value);
  return BigInt(double) === value || String(double) === String(value) ? double : Number.NaN;
}
