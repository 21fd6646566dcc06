const block = 64;
const primes = listPrimes(64);
/** The first 32 bits of the fractional parts of the cube and square roots of primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
const constants = primes.map((prime) => toFraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => toFraction(Math.sqrt(prime)));

function listPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let each = 2; found.length < count; each += 1) if (found.every((prime) => each % prime !== 0)) found.push(each);
  return found;
}

function toFraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** Returns the SHA-256 digest of bytes (FIPS 180-4), at once: the Web's own returns promises. */
export function hashSha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / block) * block);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(initial);
  const words = new Int32Array(block);
  for (let at = 0; at < padded.length; at += block) compress(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function compress(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < block; index += 1) {
    const [before, last] = [words[index - 15]!, words[index - 2]!];
    const small = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
    const large = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10);
    words[index] = words[index - 16]! + small + words[index - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < block; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + constants[index]! + words[index]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Returns the HMAC of bytes with SHA-256 (RFC 2104). */
export function signHmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const short = key.length > block ? hashSha256(key) : key;
  const padWith = (sign: number): Uint8Array => {
    const padded = new Uint8Array(block).fill(sign);
    for (const [index, byte] of short.entries()) padded[index] = byte ^ sign;
    return padded;
  };
  return hashSha256(join(padWith(0x5c), hashSha256(join(padWith(0x36), bytes))));
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
