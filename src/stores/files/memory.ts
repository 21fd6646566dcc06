import { createHash } from 'node:crypto';
import type { FileStore } from '../../contracts/files.ts';

/** Opens contents that end with the process, for stores in memory; `now` is the clock. */
export function openFileMemory(now: () => number): FileStore {
  const contents = new Map<string, { readonly bytes: Uint8Array; readonly since: number }>();
  return {
    async begin() {
      const pieces: Uint8Array[] = [];
      return {
        async write(bytes) {
          pieces.push(Uint8Array.from(bytes));
        },
        async keep() {
          const bytes = joinPieces(pieces);
          const hash = createHash('sha256').update(bytes).digest('hex');
          contents.set(hash, { bytes, since: now() });
          return hash;
        },
        async drop() {
          pieces.length = 0;
        },
      };
    },
    async find(hash) {
      const bytes = contents.get(hash)?.bytes;
      if (bytes === undefined) return undefined;
      const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
      return { size: bytes.length, open: async () => ({ read, close: async () => undefined }) };
    },
    async *old(age) {
      for (const [hash, { since }] of [...contents]) if (now() - since > age) yield hash;
    },
    async remove(hash, age) {
      const found = contents.get(hash);
      return found !== undefined && now() - found.since > age && contents.delete(hash);
    },
    tidy: async () => undefined,
    hold: async () => async () => undefined,
    close: async () => contents.clear(),
  };
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
