import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { UploadDraft, UploadDrafts } from '../../contracts/files.ts';
import { createBatches } from './batches.ts';
import { ignoreMissing, reach } from './disk.ts';

/** Where contents are stored, and how. */
interface Contents {
  pathOf(hash: string): string;
  /** Makes the entries of a folder durable, if records are. */
  sync(folder: string): Promise<void>;
  readonly durability: 'full' | 'process';
}

/** The bytes that are read at once. */
const blockBytes = 1_048_576;

/** Opens the drafts of uploads in a folder, a file each. */
export function openUploadFolder(folder: string, contents: Contents): UploadDrafts {
  const pathOf = (id: string): string => join(folder, id);
  return {
    open: (id) => reach(openDraft(folder, pathOf(id), contents)),
    remove: (id) => reach(rm(pathOf(id), { force: true })),
    async *old(age) {
      for (const id of await readdir(folder)) {
        const found = await stat(pathOf(id)).catch(ignoreMissing);
        if (found !== undefined && Date.now() - found.mtimeMs > age) yield id;
      }
    },
    checksum: createHash,
  };
}

async function openDraft(folder: string, path: string, { pathOf, durability, sync }: Contents): Promise<UploadDraft> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let { size } = await handle.stat();
  let isNew = size === 0;
  let batches = createBatches(handle, size);
  const store = async (): Promise<number> => {
    await batches.end();
    if (durability === 'full') await handle.datasync();
    if (isNew) await sync(folder);
    isNew = false;
    return size;
  };
  return {
    async cut(offset) {
      if (size < offset) return false;
      if (size > offset) await reach(handle.truncate(offset));
      size = offset;
      batches = createBatches(handle, offset);
      return true;
    },
    async write(bytes) {
      await reach(batches.add(bytes));
      size += bytes.length;
    },
    sync: () => reach(store()),
    async keep(check, note) {
      const hash = createHash('sha256');
      for (let at = 0; at < size; ) {
        // Each block is a buffer of its own: `check` may keep its beginning.
        const { bytesRead, buffer } = await reach(handle.read(new Uint8Array(blockBytes), 0, blockBytes, at));
        if (bytesRead === 0) throw new Error('a draft ended before its last byte');
        const bytes = buffer.subarray(0, bytesRead);
        at += bytesRead;
        hash.update(bytes);
        const wrong = check(bytes);
        if (wrong !== undefined) return wrong;
      }
      const name = hash.digest('hex');
      const wrong = await note(name);
      if (wrong !== undefined) return wrong;
      const content = pathOf(name);
      await reach(handle.utimes(new Date(), new Date()));
      const first = await reach(mkdir(dirname(content), { recursive: true, mode: 0o700 }));
      // The rename replaces equal content.
      await reach(rename(path, content));
      await reach(sync(dirname(content)));
      if (first !== undefined) await reach(sync(dirname(folder)));
      return name;
    },
    close: () => handle.close(),
  };
}
