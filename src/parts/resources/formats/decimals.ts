/** A decimal text as whole units of ten to the minus `scale`. */
interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** Reads `-?digits(.digits)?(e±digits)?`. Exponents are those of a double's own text: at most three digits. */
function parseScaled(text: string): Scaled {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const dot = mantissa.indexOf('.');
  const digits = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  const scale = (dot < 0 ? 0 : mantissa.length - dot - 1) - Number(exponent);
  return scale < 0 ? { units: BigInt(digits) * 10n ** BigInt(-scale), scale: 0 } : { units: BigInt(digits), scale };
}

function alignScales(left: string, right: string): readonly [bigint, bigint] {
  const a = parseScaled(left);
  const b = parseScaled(right);
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)];
}

/** Compares two decimal texts by value: below 0, 0, above 0. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = alignScales(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a decimal text is a whole multiple of another by value; of nothing but 0 when that one is 0. */
export function isMultiple(text: string, of: string): boolean {
  const [a, b] = alignScales(text, of);
  return b === 0n ? a === 0n : a % b === 0n;
}
