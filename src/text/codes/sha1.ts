const block = 64;

/** Returns the SHA-1 digest of bytes (FIPS 180-4), at once. One-time codes alone use it: authenticator apps know no other hash for sure. */
function hashSha1(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / block) * block);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let at = 0; at < padded.length; at += block) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function compress(state: Int32Array, view: DataView, at: number): void {
  const words = new Int32Array(80);
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < 80; index += 1)
    words[index] = rotate(words[index - 3]! ^ words[index - 8]! ^ words[index - 14]! ^ words[index - 16]!, 1);
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let index = 0; index < 80; index += 1) {
    const [mixed, constant] = mix(Math.floor(index / 20), b, c, d);
    const next = (rotate(a, 5) + mixed + e + constant + words[index]!) | 0;
    [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
  }
  for (const [index, word] of [a, b, c, d, e].entries()) state[index] = state[index]! + word;
}

/** The function and the constant of each of the four rounds. */
function mix(round: number, b: number, c: number, d: number): readonly [number, number] {
  if (round === 0) return [(b & c) | (~b & d), 0x5a827999];
  if (round === 1) return [b ^ c ^ d, 0x6ed9eba1];
  if (round === 2) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Returns the HMAC of bytes with SHA-1 (RFC 2104). */
export function signHmacSha1(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const short = key.length > block ? hashSha1(key) : key;
  const padWith = (sign: number, after: Uint8Array): Uint8Array => {
    const padded = new Uint8Array(block + after.length).fill(sign, 0, block);
    for (const [index, byte] of short.entries()) padded[index] = byte ^ sign;
    padded.set(after, block);
    return padded;
  };
  return hashSha1(padWith(0x5c, hashSha1(padWith(0x36, bytes))));
}
