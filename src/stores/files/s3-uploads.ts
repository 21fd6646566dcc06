import { createHash } from 'node:crypto';
import type { UploadDraft, UploadDrafts } from '../../contracts/files.ts';
import { StoreUnavailableError } from '../../contracts/store.ts';
import type { S3Client } from './s3-client.ts';
import { beginS3Draft, joinPieces } from './s3-draft.ts';
import { listObjects } from './s3-listing.ts';

/** A draft is objects in this folder: `uploads/<id>/<offset>`, each the bytes from its offset on. */
const uploadFolder = 'uploads/';
/** The bytes of an object at most. */
const segmentBytes = 5_242_880;

interface Segment {
  readonly from: number;
  readonly to: number;
}

/** Opens the drafts of uploads in an S3 store. */
export function openS3Uploads(client: S3Client): UploadDrafts {
  return {
    open: (id) => openDraft(client, id),
    async remove(id) {
      for await (const { key } of listObjects(client, getFolder(id)))
        await client.send('DELETE', client.place.prefix + key);
    },
    async *old(age) {
      let current: { readonly id: string; isOld: boolean } | undefined;
      for await (const object of listObjects(client, uploadFolder)) {
        const id = object.key.slice(uploadFolder.length).split('/')[0]!;
        if (current?.id !== id) {
          if (current?.isOld === true) yield current.id;
          current = { id, isOld: true };
        }
        current.isOld &&= object.age > age;
      }
      if (current?.isOld === true) yield current.id;
    },
    checksum: createHash,
  };
}

function getFolder(id: string): string {
  return `${uploadFolder}${id}/`;
}

async function openDraft(client: S3Client, id: string): Promise<UploadDraft> {
  const keyOf = (from: number): string => `${client.place.prefix}${getFolder(id)}${String(from).padStart(15, '0')}`;
  const segments = await findSegments(client, id);
  let size = segments.at(-1)?.to ?? 0;
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  const put = async (): Promise<void> => {
    if (waiting === 0) return;
    const body = joinPieces(pieces, waiting);
    pieces = [body];
    await client.send('PUT', keyOf(size), { body });
    segments.push({ from: size, to: size + waiting });
    size += waiting;
    [pieces, waiting] = [[], 0];
  };
  const read = async ({ from, to }: Segment): Promise<Uint8Array> => {
    const response = await client.send('GET', keyOf(from));
    const bytes = response && new Uint8Array(await response.arrayBuffer());
    if (bytes === undefined || bytes.length < to - from)
      throw new StoreUnavailableError('the S3 store of files: a part of an upload is missing');
    return bytes.subarray(0, to - from);
  };
  return {
    async cut(offset) {
      if (size < offset) return false;
      for (let last = segments.at(-1); last !== undefined && last.to > offset; last = segments.at(-1)) {
        segments.pop();
        if (last.from >= offset) await client.send('DELETE', keyOf(last.from));
        else {
          await client.send('PUT', keyOf(last.from), {
            body: Uint8Array.from((await read(last)).subarray(0, offset - last.from)),
          });
          segments.push({ from: last.from, to: offset });
        }
      }
      size = offset;
      return true;
    },
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.slice(at, at + segmentBytes - waiting);
        pieces.push(piece);
        waiting += piece.length;
        at += piece.length;
        if (waiting === segmentBytes) await put();
      }
    },
    async sync() {
      await put();
      return size;
    },
    async keep(check, note) {
      const draft = beginS3Draft(client);
      try {
        for (const segment of segments) {
          const bytes = await read(segment);
          const wrong = check(bytes);
          if (wrong !== undefined) {
            await draft.drop();
            return wrong;
          }
          await draft.write(bytes);
        }
        const hash = await draft.keep();
        return (await note(hash)) ?? hash;
      } catch (error) {
        await draft.drop();
        throw error;
      }
    },
    close: async () => undefined,
  };
}

/** Finds the objects of a draft that follow one another from its beginning. */
async function findSegments(client: S3Client, id: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  let end = 0;
  for await (const { key, size } of listObjects(client, getFolder(id))) {
    const from = Number(key.slice(getFolder(id).length));
    if (from !== end) break;
    end = from + size;
    segments.push({ from, to: end });
  }
  return segments;
}
