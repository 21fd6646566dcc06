import type { FileHandle } from 'node:fs/promises';
import { releaseBytes } from '../../text/single-use.ts';

/** The bytes that are written at once. */
const batchBytes = 524_288;

/** Bytes on their way to a file. */
export interface Batches {
  /**
   * Adds bytes, which do not change any more, and releases them once they are written. The failure of a write may be that of a later one, or
   * of `end`.
   */
  add(bytes: Uint8Array): Promise<void>;
  /** Writes all that was added. */
  end(): Promise<void>;
}

/** Writes bytes to a file from a position on, in batches: one is written while the next arrives. */
export function createBatches(handle: FileHandle, from = 0): Batches {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let position = from;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = writeAll(handle, waiting, size, position);
    // Its failure is that of the next write, or of `end`.
    writing.catch(() => undefined);
    waiting = [];
    position += size;
    size = 0;
  };
  return {
    async add(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size >= batchBytes) await flush();
    },
    async end() {
      await flush();
      await writing;
    },
  };
}

async function writeAll(
  handle: FileHandle,
  pieces: readonly Uint8Array[],
  size: number,
  position: number,
): Promise<void> {
  if (size === 0) return;
  const { bytesWritten } = await handle.writev(pieces, position);
  const rest = bytesWritten === size ? Buffer.alloc(0) : Buffer.concat(pieces).subarray(bytesWritten);
  for (let at = 0; at < rest.length; )
    at += (await handle.write(rest, at, rest.length - at, position + bytesWritten + at)).bytesWritten;
  pieces.forEach(releaseBytes);
}
