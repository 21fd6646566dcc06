/** A set of small indexes: a number as long as all are below 31, then a bigint. */
export type Bits = number | bigint;

/** A number holds the indexes below this one. */
const width = 31;

/** Whether an index is in a set. */
export function hasBit(bits: Bits, index: number): boolean {
  if (typeof bits === 'number') return index < width && (bits & (1 << index)) !== 0;
  return ((bits >> BigInt(index)) & 1n) === 1n;
}

/** The set with one more index. */
export function withBit(bits: Bits, index: number): Bits {
  if (typeof bits === 'number' && index < width) return bits | (1 << index);
  return BigInt(bits) | (1n << BigInt(index));
}

/** Returns the intersection of two sets; 0 if it is empty. */
export function intersectBits(left: Bits, right: Bits): Bits {
  if (typeof left === 'number' && typeof right === 'number') return left & right;
  const shared = BigInt(left) & BigInt(right);
  return shared < 1n << BigInt(width) ? Number(shared) : shared;
}

/** Creates the set of those of `count` indexes that a test admits. */
export function createBits(count: number, admits: (index: number) => boolean): Bits {
  let bits: Bits = 0;
  for (let i = 0; i < count; i++) if (admits(i)) bits = withBit(bits, i);
  return bits;
}
