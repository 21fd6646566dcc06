import type { Platform } from '../../../contracts/platform.ts';
import { memo } from '../../../text/memo.ts';

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The text of 16 bytes as RFC 9562, section 4, writes it, in lower case. */
export function formatUuid(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
    text += hexadecimal[bytes[at]!];
  }
  return text;
}

/** The 128 bits of a UUID as four unsigned words, the first ones first. */
export interface UuidWords {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
}

/** The 16 bytes of a UUID. */
export function toUuidBytes({ first, second, third, fourth }: UuidWords): Uint8Array {
  const view = new DataView(new ArrayBuffer(16));
  for (const [at, word] of [first, second, third, fourth].entries()) view.setUint32(at * 4, word);
  return new Uint8Array(view.buffer);
}

const last = memo((_platform: Platform): { milliseconds: number; counter: number } => ({
  milliseconds: 0,
  counter: 0,
}));

/**
 * A new UUID of version 7 (RFC 9562, section 5.7). The UUIDs of one platform ascend: within a millisecond 12 bits count upwards from a
 * random number; when they run over, or the clock goes back, the time is taken ahead.
 */
export function createUuidV7(platform: Platform, now: number): UuidWords {
  const random = platform.random(10);
  const start = ((random[0]! & 0x07) << 8) | random[1]!;
  const state = last(platform);
  if (now > state.milliseconds) {
    state.milliseconds = now;
    state.counter = start;
  } else if (++state.counter > 0xfff) {
    state.milliseconds += 1;
    state.counter = start;
  }
  return {
    first: Math.floor(state.milliseconds / 0x1_0000),
    second: (state.milliseconds % 0x1_0000) * 0x1_0000 + (0x7000 | state.counter),
    third: ((readWord(random, 2) & 0x3fff_ffff) | 0x8000_0000) >>> 0,
    fourth: readWord(random, 6),
  };
}

function readWord(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}
