import { createHash, randomUUID } from 'node:crypto';
import type { FileDraft } from '../../contracts/files.ts';
import { StoreUnavailableError } from '../../contracts/store.ts';
import { releaseBytes } from '../../text/single-use.ts';
import type { S3Client } from './s3-client.ts';
import { readElement } from './s3-xml.ts';

/** The bytes of each part but the last: the least that S3 takes. */
const leastPartBytes = 5_242_880;
/** The maximum number of parts of an object, and of bytes that are copied at once. */
const [mostParts, copyBytes] = [10_000, 1_073_741_824];

/** The folder of drafts: uploads whose hash is not known yet. */
export const draftFolder = 'drafts/';

/** The folder of contents. */
export const contentsFolder = 'contents/';

/** The key of a content: each upload has its own object, so that removing an old one never removes a new one. */
export function createContentKey(hash: string): string {
  return `${getContentFolder(hash)}${randomUUID()}`;
}

/** The beginning of the keys of all objects of a content. */
export function getContentFolder(hash: string): string {
  return `${contentsFolder}${hash.slice(0, 2)}/${hash.slice(2)}/`;
}

/**
 * Begins to store content. Up to one part it is in memory and becomes an object at its end; a larger one is sent in parts, and copied to
 * its key when its hash is known.
 */
export function beginS3Draft(client: S3Client, partBytes: number = leastPartBytes): FileDraft {
  const { prefix } = client.place;
  const key = `${prefix}${draftFolder}${randomUUID()}`;
  const hash = createHash('sha256');
  const tags: string[] = [];
  let pieces: Uint8Array[] = [];
  let [waiting, size] = [0, 0];
  let upload: string | undefined;
  let failed = false;
  const sendPart = async (): Promise<void> => {
    upload ??= await beginUpload(client, key);
    if (tags.length >= mostParts)
      throw new StoreUnavailableError('the S3 store of files: the content has too many parts');
    const query = { partNumber: String(tags.length + 1), uploadId: upload };
    const body = joinPieces(pieces, waiting);
    [pieces, waiting] = [[], 0];
    tags.push(readTag(await need(client.send('PUT', key, { query, body }))));
  };
  const write = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes);
    size += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.slice(at, at + partBytes - waiting);
      pieces.push(piece);
      waiting += piece.length;
      at += piece.length;
      if (waiting === partBytes) await sendPart();
    }
  };
  return {
    async write(bytes) {
      try {
        await write(bytes);
      } catch (error) {
        failed = true;
        throw error;
      }
    },
    async keep() {
      if (failed) throw new Error('a draft with a write that failed is not kept');
      const name = hash.digest('hex');
      const target = prefix + createContentKey(name);
      if (upload === undefined) {
        await need(client.send('PUT', target, { body: joinPieces(pieces, waiting) }));
        return name;
      }
      if (waiting > 0) await sendPart();
      await completeUpload(client, key, upload, tags);
      upload = undefined;
      await copyObject(client, key, target, size);
      await client.send('DELETE', key);
      return name;
    },
    async drop() {
      pieces = [];
      if (upload !== undefined)
        await client.send('DELETE', key, { query: { uploadId: upload } }).catch(() => undefined);
      upload = undefined;
    },
  };
}

/** Joins pieces of bytes, and releases them. */
export function joinPieces(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
    releaseBytes(piece);
  }
  return all;
}

async function need(sent: Promise<Response | undefined>): Promise<Response> {
  const response = await sent;
  if (response === undefined)
    throw new StoreUnavailableError('the S3 store of files: an upload ended before its content');
  return response;
}

function readTag(response: Response): string {
  const tag = response.headers.get('etag');
  if (tag === null) throw new StoreUnavailableError('the S3 store of files: a part was stored without an ETag');
  return tag;
}

async function beginUpload(client: S3Client, key: string): Promise<string> {
  const response = await need(client.send('POST', key, { query: { uploads: '' } }));
  const id = readElement(await response.text(), 'UploadId');
  if (id === undefined) throw new StoreUnavailableError('the S3 store of files: an upload began without an ID');
  return id;
}

async function completeUpload(client: S3Client, key: string, id: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const response = await need(client.send('POST', key, { query: { uploadId: id }, body, once: true }));
  requireDone(await response.text());
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** S3 may answer 200 before it is done, and state an error in the body. */
function requireDone(xml: string): void {
  const code = /<Error>/.test(xml) ? (readElement(xml, 'Code') ?? 'an error') : undefined;
  if (code !== undefined) throw new StoreUnavailableError(`the S3 store of files: ${code}`);
}

/** Copies an object inside the store, in parts if it is large. */
async function copyObject(client: S3Client, from: string, to: string, size: number): Promise<void> {
  const headers = { 'x-amz-copy-source': getBucketPath(client, from) };
  if (size <= copyBytes) {
    requireDone(await (await need(client.send('PUT', to, { headers }))).text());
    return;
  }
  const id = await beginUpload(client, to);
  const tags: string[] = [];
  for (let at = 0; at < size; at += copyBytes) {
    const range = `bytes=${at}-${Math.min(at + copyBytes, size) - 1}`;
    const query = { partNumber: String(tags.length + 1), uploadId: id };
    const sent = await need(
      client.send('PUT', to, { query, headers: { ...headers, 'x-amz-copy-source-range': range } }),
    );
    const xml = await sent.text();
    requireDone(xml);
    tags.push(readElement(xml, 'ETag') ?? '');
  }
  await completeUpload(client, to, id, tags);
}

/** The bucket and key of an object, as a copy names its source. */
function getBucketPath({ place: { bucket } }: S3Client, key: string): string {
  return `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
