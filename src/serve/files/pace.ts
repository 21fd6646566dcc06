import type { Platform } from '../../contracts/platform.ts';

/** Thrown when a body arrives too slowly. */
export class TooSlow extends Error {}

/** The milliseconds that a body may pause, and that its beginning may take. */
const patience = 30_000;
/** The bytes of a body that arrive in a millisecond at least, on average: 16 KiB a second. */
const slowest = 16.384;

/** Passes the pieces of a body on as long as they arrive fast enough; throws `TooSlow` otherwise. */
export async function* keepPace(
  source: AsyncIterable<Uint8Array>,
  { now, after }: Pick<Platform, 'now' | 'after'>,
): AsyncIterable<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const begun = now();
  let count = 0;
  let ended = false;
  try {
    for (;;) {
      const left = Math.min(patience, begun + patience + count / slowest - now());
      if (left <= 0) throw new TooSlow();
      const piece = await nextWithin(pieces, left, after);
      if (piece.done === true) {
        ended = true;
        return;
      }
      count += piece.value.length;
      yield piece.value;
    }
  } finally {
    // A piece that is still awaited must not hold the response up.
    if (!ended) void Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
}

function nextWithin(
  pieces: AsyncIterator<Uint8Array>,
  milliseconds: number,
  after: Platform['after'],
): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(new TooSlow()));
    pieces.next().then(
      (piece) => {
        cancel();
        resolve(piece);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
