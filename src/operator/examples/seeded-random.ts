/** Returns random bytes that are the same each time (xorshift32): for examples, never for a service that is reached. */
export function createSeededRandom(seed = 0x9e3779b9): (count: number) => Uint8Array {
  let state = seed;
  return (count) => {
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[i] = (state >>> 8) & 0xff;
    }
    return bytes;
  };
}
