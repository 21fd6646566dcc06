import { createHash } from 'node:crypto';
import type { FileStore, UploadDrafts } from '../../contracts/files.ts';

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
    uploads: openUploadMemory((hash, bytes) => contents.set(hash, { bytes, since: now() }), now),
    close: async () => contents.clear(),
  };
}

/** Opens the drafts of uploads that end with the process. */
function openUploadMemory(store: (hash: string, bytes: Uint8Array) => void, now: () => number): UploadDrafts {
  const drafts = new Map<string, { pieces: Uint8Array[]; since: number }>();
  return {
    async open(id) {
      const draft = drafts.get(id) ?? { pieces: [], since: now() };
      drafts.set(id, draft);
      const count = (): number => draft.pieces.reduce((length, piece) => length + piece.length, 0);
      return {
        async cut(offset) {
          const bytes = joinPieces(draft.pieces);
          if (bytes.length < offset) return false;
          draft.pieces = [bytes.slice(0, offset)];
          return true;
        },
        async write(bytes) {
          draft.pieces.push(Uint8Array.from(bytes));
          draft.since = now();
        },
        sync: async () => count(),
        async keep(check, note) {
          const bytes = joinPieces(draft.pieces);
          const hash = createHash('sha256').update(bytes).digest('hex');
          const wrong = check(bytes) ?? (await note(hash));
          if (wrong !== undefined) return wrong;
          store(hash, bytes);
          drafts.delete(id);
          return hash;
        },
        close: async () => undefined,
      };
    },
    remove: async (id) => void drafts.delete(id),
    async *old(age) {
      for (const [id, { since }] of [...drafts]) if (now() - since > age) yield id;
    },
    checksum: createHash,
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
