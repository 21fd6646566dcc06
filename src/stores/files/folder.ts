import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileDraft, FileStore, OpenContent, StoredContent } from '../../contracts/files.ts';
import { createBatches } from './batches.ts';
import { ignoreMissing, reach, syncFolder } from './disk.ts';
import { openUploadFolder } from './folder-uploads.ts';

/** Drafts are written here, and contents that are being removed are moved here. */
const [draftFolder, removedFolder] = ['drafts', 'removed'];
/** Uploads in several requests are written here, each to a file of its ID. */
const uploadFolder = 'uploads';
/** While a file in this folder is younger than `holdTime` in milliseconds, no content is removed: each hold has one. */
const [heldFolder, holdTime] = ['held', 3_600_000];

/** Opens a folder of contents, which instances of a service share. Creates it on first use. */
export async function openFolder(folder: string, durability: 'full' | 'process'): Promise<FileStore> {
  for (const name of [draftFolder, removedFolder, heldFolder, uploadFolder])
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));
  const sync = durability === 'full' ? syncFolder : async () => undefined;
  // A process that ended while it removed content may have moved some that was named meanwhile.
  for (const hash of await readdir(join(folder, removedFolder)))
    await putBack(join(folder, removedFolder, hash), pathOf(hash));
  return {
    begin: () => beginDraft(folder, pathOf, durability, sync),
    async find(hash) {
      const path = pathOf(hash);
      const found = await reach(stat(path).catch(ignoreMissing));
      return found?.isFile() === true ? createContent(path, found.size) : undefined;
    },
    old: (age) => listOld(folder, age),
    remove: (hash, age) => removeOld(folder, pathOf(hash), hash, age),
    tidy: (age) => removeOldDrafts(folder, age),
    hold: () => holdRemoval(folder),
    uploads: openUploadFolder(join(folder, uploadFolder), { pathOf, durability, sync }),
    close: async () => undefined,
  };
}

async function beginDraft(
  folder: string,
  pathOf: (hash: string) => string,
  durability: 'full' | 'process',
  sync: (path: string) => Promise<void>,
): Promise<FileDraft> {
  const draft = join(folder, draftFolder, randomUUID());
  const handle = await reach(open(draft, 'wx', 0o600));
  const hash = createHash('sha256');
  let isWhole = true;
  // A draft is complete long before the form that it is part of: its age must not say that its process ended.
  const touch = async (): Promise<void> => handle.utimes(new Date(), new Date());
  const timer = setInterval(() => void touch().catch(() => undefined), holdTime / 4);
  timer.unref();
  const batches = createBatches(handle);
  const keep = async (): Promise<string> => {
    clearInterval(timer);
    await batches.end();
    // The record that names it is stored only later: its age begins again.
    await touch();
    if (durability === 'full') await handle.datasync();
    await handle.close();
    const name = hash.digest('hex');
    const path = pathOf(name);
    const first = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // The rename replaces equal content.
    await rename(draft, path);
    await sync(dirname(path));
    if (first !== undefined) await sync(folder);
    return name;
  };
  return {
    async write(bytes) {
      isWhole = false;
      hash.update(bytes);
      await reach(batches.add(bytes));
      isWhole = true;
    },
    async keep() {
      if (!isWhole) throw new Error('a draft with a write that failed, or that goes on, is not kept');
      return reach(keep());
    },
    async drop() {
      clearInterval(timer);
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

function createContent(path: string, size: number): StoredContent {
  return {
    size,
    async open(): Promise<OpenContent> {
      const handle = await reach(open(path, 'r'));
      return {
        async read(offset, length) {
          const bytes = new Uint8Array(length);
          let count = 0;
          while (count < length) {
            const { bytesRead } = await reach(handle.read(bytes, count, length - count, offset + count));
            if (bytesRead === 0) break;
            count += bytesRead;
          }
          return bytes.subarray(0, count);
        },
        close: () => handle.close(),
      };
    },
  };
}

async function* listOld(folder: string, age: number): AsyncIterable<string> {
  for (const beginning of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(beginning)) continue;
    for (const rest of await readdir(join(folder, beginning)))
      if (await isOlder(join(folder, beginning, rest), age)) yield beginning + rest;
  }
}

/** Removes content unless it was stored within an age. It is moved away before its time is read: equal content stored meanwhile stays. */
async function removeOld(folder: string, path: string, hash: string, age: number): Promise<boolean> {
  if (await isHeld(folder)) return false;
  const removed = join(folder, removedFolder, hash);
  if (!(await move(path, removed))) return false;
  if (await isOlder(removed, age)) {
    await rm(removed, { force: true });
    return true;
  }
  await putBack(removed, path);
  return false;
}

/** Whether a hold keeps content; removes what holds of ended processes left. */
async function isHeld(folder: string): Promise<boolean> {
  for (const name of await readdir(join(folder, heldFolder))) {
    const path = join(folder, heldFolder, name);
    if (!(await isOlder(path, holdTime))) return true;
    await rm(path, { force: true });
  }
  return false;
}

async function removeOldDrafts(folder: string, age: number): Promise<void> {
  for (const name of await readdir(join(folder, draftFolder))) {
    const path = join(folder, draftFolder, name);
    if (await isOlder(path, age)) await rm(path, { force: true });
  }
}

async function holdRemoval(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, heldFolder, randomUUID());
  const touch = (): Promise<void> => writeFile(path, '');
  await touch();
  const timer = setInterval(() => void touch().catch(() => undefined), holdTime / 4);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await rm(path, { force: true });
  };
}

async function isOlder(path: string, age: number): Promise<boolean> {
  const found = await stat(path).catch(ignoreMissing);
  return found !== undefined && Date.now() - found.mtimeMs > age;
}

async function putBack(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await move(from, to);
}

/** Moves a file; returns whether it was there. */
async function move(from: string, to: string): Promise<boolean> {
  const done = rename(from, to).then(() => true);
  return (await done.catch(ignoreMissing)) === true;
}
