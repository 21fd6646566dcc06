import { randomUUID } from 'node:crypto';
import type { FileStore, OpenContent, StoredContent } from '../../contracts/files.ts';
import { StoreUnavailableError } from '../../contracts/store.ts';
import { parseS3Address } from './s3-address.ts';
import { openS3Client, type S3Client } from './s3-client.ts';
import { beginS3Draft, contentsFolder, draftFolder, getContentFolder } from './s3-draft.ts';
import { findLastPartAge, listObjects, listUploads, type S3Object } from './s3-listing.ts';
import { openS3Uploads } from './s3-uploads.ts';

/** While an object in this folder is younger than `holdTime` in milliseconds, no content is removed: each hold has one. */
const [heldFolder, holdTime] = ['held/', 3_600_000];
/** The bytes that are read at once, and the number of contents whose objects are remembered. */
const [blockBytes, mostKnown] = [1_048_576, 10_000];

/**
 * Opens contents in an S3 store, which instances of a service share: `s3://bucket/prefix?endpoint=…`. Credentials are those of the environment.
 * Rejects with a `StoreError` if the address or a package is missing, and with a `StoreUnavailableError` if the store refuses a request.
 */
export async function openS3(address: string, environment = process.env): Promise<FileStore> {
  const client = await openS3Client(parseS3Address(address, environment));
  // A wrong key or bucket ends the start, not the first upload.
  await isHeld(client);
  const known = new Map<string, S3Object>();
  const locate = async (hash: string): Promise<S3Object | undefined> => {
    for await (const object of listObjects(client, getContentFolder(hash), 1)) {
      if (known.size >= mostKnown) known.clear();
      known.set(hash, object);
      return object;
    }
    return undefined;
  };
  return {
    begin: async () => beginS3Draft(client),
    async find(hash) {
      const object = known.get(hash) ?? (await locate(hash));
      if (object === undefined) return undefined;
      return createContent(client, object, async () => {
        known.delete(hash);
        return locate(hash);
      });
    },
    async *old(age) {
      let last: string | undefined;
      for await (const object of listObjects(client, 'contents/')) {
        const [, beginning, rest] = /^contents\/([0-9a-f]{2})\/([0-9a-f]{62})\//.exec(object.key) ?? [];
        if (beginning === undefined || object.age <= age || last === `${beginning}${rest}`) continue;
        last = `${beginning}${rest}`;
        yield last;
      }
    },
    remove: async (hash, age) => {
      if (await isHeld(client)) return false;
      known.delete(hash);
      let isRemoved = false;
      let stays = false;
      for await (const object of listObjects(client, getContentFolder(hash))) {
        if (object.age <= age) stays = true;
        else {
          await client.send('DELETE', client.place.prefix + object.key);
          isRemoved = true;
        }
      }
      return isRemoved && !stays;
    },
    tidy: (age) => removeOldDrafts(client, age),
    hold: () => holdRemoval(client),
    uploads: openS3Uploads(client),
    close: async () => known.clear(),
  };
}

/** Another upload of the content stays if an object of it is removed: then that one is read. */
function createContent(
  client: S3Client,
  first: S3Object,
  locateAgain: () => Promise<S3Object | undefined>,
): StoredContent {
  const { size } = first;
  const fetchBlock = async (from: number, to: number): Promise<Uint8Array> => {
    let object: S3Object | undefined = first;
    for (let at = 0; object !== undefined && at < 2; at++) {
      const headers = { Range: `bytes=${from}-${to - 1}` };
      const response = await client.send('GET', client.place.prefix + object.key, {
        headers,
        most: Math.max(size, blockBytes),
      });
      if (response !== undefined) {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.length === to - from) return bytes;
        // A store that ignores the range sends all.
        if (response.status === 200 && bytes.length === size) return bytes.subarray(from, to);
        throw new StoreUnavailableError('the S3 store of files: a content has another length than its object');
      }
      object = await locateAgain();
    }
    throw new StoreUnavailableError('the S3 store of files: a content was removed while it was read');
  };
  return {
    size,
    async open(): Promise<OpenContent> {
      let block = new Uint8Array(0) as Uint8Array;
      let start = 0;
      const readOnce = async (offset: number, length: number): Promise<Uint8Array> => {
        if (offset < start || offset >= start + block.length) {
          block = await fetchBlock(offset, Math.min(size, offset + Math.max(length, blockBytes)));
          start = offset;
        }
        return block.subarray(offset - start, offset - start + length);
      };
      return {
        async read(offset, length) {
          const end = Math.min(size, offset + length);
          if (offset >= end) return new Uint8Array(0);
          const found = await readOnce(offset, end - offset);
          if (found.length === end - offset) return found;
          const all = new Uint8Array(end - offset);
          all.set(found);
          for (let at = found.length; at < all.length; ) {
            const more = await readOnce(offset + at, all.length - at);
            all.set(more, at);
            at += more.length;
          }
          return all;
        },
        close: async () => {
          block = new Uint8Array(0);
        },
      };
    },
  };
}

/** Whether a hold keeps content; removes what holds of ended processes left. */
async function isHeld(client: S3Client): Promise<boolean> {
  for await (const { key, age } of listObjects(client, heldFolder)) {
    if (age <= holdTime) return true;
    await client.send('DELETE', client.place.prefix + key);
  }
  return false;
}

async function holdRemoval(client: S3Client): Promise<() => Promise<void>> {
  const key = `${client.place.prefix}${heldFolder}${randomUUID()}`;
  const touch = async (): Promise<void> => void (await client.send('PUT', key, { body: '' }));
  await touch();
  const timer = setInterval(() => void touch().catch(() => undefined), holdTime / 4);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await client.send('DELETE', key);
  };
}

/** Removes drafts, and ends uploads in parts, to which nothing was added within an age. */
async function removeOldDrafts(client: S3Client, age: number): Promise<void> {
  for await (const object of listObjects(client, draftFolder))
    if (object.age > age) await client.send('DELETE', client.place.prefix + object.key);
  for await (const upload of listUploads(client)) {
    // A store without a prefix may share its bucket with other programs.
    const isOwn = [draftFolder, contentsFolder].some((folder) => upload.key.startsWith(folder));
    if (!isOwn || upload.age <= age) continue;
    const last = await findLastPartAge(client, upload);
    if (last !== undefined && last <= age) continue;
    await client.send('DELETE', client.place.prefix + upload.key, { query: { uploadId: upload.id } });
  }
}
