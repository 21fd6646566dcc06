import type { Platform } from '../../../contracts/platform.ts';

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const last = new WeakMap<Platform, { milliseconds: number; counter: number }>();

/** The text of 16 bytes as RFC 9562, section 4, writes it, in lower case. */
export function formatUuid(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
    text += hexadecimal[bytes[at]!];
  }
  return text;
}

/** The bytes of the last UUID: a new array for each would cost more than the UUID. */
const bytes = new Uint8Array(16);

/**
 * The 16 bytes of a new UUID of version 7 (RFC 9562, section 5.7), until the next one is created. Those that one host makes ascend: within
 * a millisecond 12 bits count upwards from a random number; when they run over, or the clock goes back, the time is taken ahead.
 */
export function createUuidV7(platform: Platform, now: number): Uint8Array {
  const random16 = platform.random(16);
  for (let at = 6; at < 16; at++) bytes[at] = random16[at]!;
  const random = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
  let state = last.get(platform);
  if (state === undefined) {
    state = { milliseconds: 0, counter: 0 };
    last.set(platform, state);
  }
  if (now > state.milliseconds) {
    state.milliseconds = now;
    state.counter = random;
  } else if (++state.counter > 0xfff) {
    state.milliseconds += 1;
    state.counter = random;
  }
  const high = Math.floor(state.milliseconds / 0x1_0000);
  const low = state.milliseconds % 0x1_0000;
  bytes[0] = high >>> 24;
  bytes[1] = high >>> 16;
  bytes[2] = high >>> 8;
  bytes[3] = high;
  bytes[4] = low >>> 8;
  bytes[5] = low;
  bytes[6] = 0x70 | (state.counter >> 8);
  bytes[7] = state.counter & 0xff;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes;
}
