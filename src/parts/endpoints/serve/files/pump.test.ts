import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../../../../contracts/platform.ts';
import { streamContent } from './pump.ts';

const size = 4_000_000;

/** Sends a content to a client that takes a piece each time; returns how it ends, and after how many seconds. */
async function sendTo(secondsOfPiece: number): Promise<readonly [end: string, seconds: number]> {
  let now = 0;
  let timer: { readonly at: number; readonly work: () => void } | undefined;
  const platform = {
    now: () => now,
    after(milliseconds: number, work: () => void) {
      const made = { at: now + milliseconds, work };
      timer = made;
      return () => {
        if (timer === made) timer = undefined;
      };
    },
  } as unknown as Platform;
  const ends: string[] = [];
  const file = { read: async (_: number, length: number) => new Uint8Array(length), close: async () => undefined };
  const stream = streamContent({ size, open: async () => file } as never, 0, size, platform).open({
    write: () => false,
    end: () => void ends.push('end'),
    cut: () => void ends.push('cut'),
  });
  while (ends.length === 0) {
    await new Promise(setImmediate);
    const { at = Number.POSITIVE_INFINITY, work } = timer ?? {};
    const next = now + secondsOfPiece * 1_000;
    now = Math.min(next, at);
    if (at <= next) work!();
    else stream.drained();
  }
  return [ends[0]!, now / 1_000];
}

test('a client that takes little at a time is disconnected, and one that takes 16 KiB a second gets all', async () => {
  assert.equal((await sendTo(0.01))[0], 'end');
  // A piece has 64 KiB.
  assert.equal((await sendTo(3.9))[0], 'end');
  const [end, seconds] = await sendTo(50);
  assert.equal(end, 'cut');
  assert.ok(seconds < 100, String(seconds));
  assert.deepEqual(await sendTo(70), ['cut', 60]);
});
