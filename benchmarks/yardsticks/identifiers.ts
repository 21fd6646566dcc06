import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const pairs = Array.from({ length: 1024 }, (_, i) => alphabet[i >> 5]! + alphabet[i & 31]!);
const pool = Buffer.alloc(8192);
let at = pool.length;
let last = 0;
let counter = 0;

/** A TypeID of an invoice: a UUID of version 7 in base 32; those of one process ascend. */
export function newInvoiceId(now: number): string {
  if (at + 10 > pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  if (now > last) {
    last = now;
    counter = pool.readUInt16LE(at) & 0x7ff;
  } else if (++counter > 0xfff) {
    last++;
    counter = 0;
  }
  const high = Math.floor(last / 0x10000);
  const middle = (last % 0x10000) * 0x10000 + (0x7000 | counter);
  const third = (pool.readUInt32LE(at + 2) & 0x3fffffff) + 0x80000000;
  const fourth = pool.readUInt32LE(at + 6);
  at += 10;
  return `inv_${base32(high, middle, third, fourth)}`;
}

/** 128 bits as four unsigned words, in 26 characters: two zero bits, then five bits each. */
export function base32(first: number, second: number, third: number, fourth: number): string {
  // 128 bits are 13 pairs of characters, ten bits each, of which the first holds eight.
  const a = first >>> 24;
  const b = (first >>> 14) & 1023;
  const c = (first >>> 4) & 1023;
  const d = ((first & 15) << 6) | (second >>> 26);
  const e = (second >>> 16) & 1023;
  const f = (second >>> 6) & 1023;
  const g = ((second & 63) << 4) | (third >>> 28);
  const h = (third >>> 18) & 1023;
  const i = (third >>> 8) & 1023;
  const j = ((third & 255) << 2) | (fourth >>> 30);
  return (
    pairs[a]! +
    pairs[b]! +
    pairs[c]! +
    pairs[d]! +
    pairs[e]! +
    pairs[f]! +
    pairs[g]! +
    pairs[h]! +
    pairs[i]! +
    pairs[j]! +
    pairs[(fourth >>> 20) & 1023]! +
    pairs[(fourth >>> 10) & 1023]! +
    pairs[fourth & 1023]!
  );
}
