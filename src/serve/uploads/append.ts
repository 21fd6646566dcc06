import type { UploadDraft, UploadDrafts } from '../../contracts/files.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Incoming } from '../../contracts/request-context.ts';
import { keepPace, TooSlow } from '../files/pace.ts';
import type { UploadLease } from './lease.ts';
import type { ExpectedChecksum } from './protocol.ts';

/** While bytes arrive, they are made durable so often, in milliseconds. */
const syncTime = 2_000;

/** The bytes of a request, and where they go. */
export interface Appending {
  readonly incoming: Incoming;
  readonly draft: UploadDraft;
  readonly drafts: Pick<UploadDrafts, 'checksum'>;
  readonly lease: UploadLease;
  /** The bytes of the whole upload. */
  readonly length: number;
  readonly checksum: ExpectedChecksum | undefined;
  readonly platform: Platform;
}

/** How the bytes of a request ended. */
export type Appended =
  | 'all'
  /** The client disconnected. */
  | 'cut off'
  /** Another request waits for the upload. */
  | 'asked'
  | 'beyond its length'
  | 'too slow'
  /** The lease was lost: nothing more may be written. */
  | 'lost'
  | 'other checksum';

/**
 * Adds the bytes of a request to a draft, from the durable ones on. Afterwards `lease.durable` counts all that may be continued from. Rethrows
 * faults of the service and its disk.
 */
export async function appendBytes({
  incoming,
  draft,
  drafts,
  lease,
  length,
  checksum,
  platform,
}: Appending): Promise<Appended> {
  if (!incoming.hasBody || incoming.pieces === undefined) return checksum === undefined ? 'all' : 'other checksum';
  const hash = checksum && drafts.checksum(checksum.algorithm);
  let size = lease.durable;
  let synced = performance.now();
  const note = async (): Promise<void> => {
    // Without its last byte the client continues an upload whose operation has not succeeded.
    lease.durable = Math.min(await draft.sync(), Math.max(length - 1, 0));
    synced = performance.now();
  };
  const receive = async (): Promise<Appended> => {
    for await (const piece of untilStopped(keepPace(incoming.pieces!(), platform), lease.stopped)) {
      if (typeof piece === 'string') return piece;
      if (!lease.isHeld()) return 'lost';
      size += piece.length;
      if (size > length) return 'beyond its length';
      hash?.update(piece);
      await draft.write(piece);
      if (hash === undefined && performance.now() - synced > syncTime) await note();
    }
    return 'all';
  };
  const ended = await receive().catch(readFailure);
  if (hash !== undefined && (ended !== 'all' || !platformEqual(hash.digest(), checksum!.digest)))
    return ended === 'all' ? 'other checksum' : ended;
  if (ended !== 'lost') await note();
  return ended;
}

function platformEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Reads why bytes did not arrive; rethrows faults of the service and its disk. */
function readFailure(error: unknown): Appended {
  if (error instanceof TooSlow) return 'too slow';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || (error as Error).message === 'aborted')
    return 'cut off';
  throw error;
}

/** Passes pieces on until a promise resolves, whose value is then the last. */
async function* untilStopped<T>(source: AsyncIterable<Uint8Array>, stopped: Promise<T>): AsyncIterable<Uint8Array | T> {
  const pieces = source[Symbol.asyncIterator]();
  const stop = stopped.then((value) => ({ value }));
  let ended = false;
  try {
    for (;;) {
      const next = await Promise.race([stop, pieces.next()]);
      if (!('done' in next)) {
        yield next.value;
        return;
      }
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!ended) void Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
}
