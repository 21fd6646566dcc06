import { StoreUnavailableError } from '../../contracts/store.ts';
import type { S3Client } from './s3-client.ts';
import { listElements, readElement } from './s3-xml.ts';

/** An object of a bucket. */
export interface S3Object {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The milliseconds since it was stored, by the clock of the store. */
  readonly age: number;
}

/** Lists the objects whose keys begin with a text, in the order of their keys. */
export async function* listObjects(client: S3Client, beginning: string, most = 1_000): AsyncIterable<S3Object> {
  const { prefix } = client.place;
  let token: string | undefined;
  do {
    const page = await readPage(client, {
      'list-type': '2',
      prefix: prefix + beginning,
      'max-keys': String(most),
      ...(token === undefined ? {} : { 'continuation-token': token }),
    });
    for (const item of listElements(page.xml, 'Contents')) {
      const key = readElement(item, 'Key') ?? '';
      const stored = Date.parse(readElement(item, 'LastModified') ?? '');
      yield {
        key: key.slice(prefix.length),
        size: Number(readElement(item, 'Size')),
        // Without a time an object counts as new: it is never removed by mistake.
        age: Number.isNaN(stored) ? 0 : page.now - stored,
      };
    }
    token =
      readElement(page.xml, 'IsTruncated') === 'true' ? readElement(page.xml, 'NextContinuationToken') : undefined;
  } while (token !== undefined);
}

/** An upload in parts that has not ended. */
export interface S3Upload {
  readonly key: string;
  readonly id: string;
  readonly age: number;
}

/** Lists the uploads in parts that have not ended. */
export async function* listUploads(client: S3Client): AsyncIterable<S3Upload> {
  const { prefix } = client.place;
  let from: Readonly<Record<string, string>> = {};
  for (;;) {
    const { xml, now } = await readPage(client, { uploads: '', prefix, ...from });
    for (const item of listElements(xml, 'Upload')) {
      const [key, id] = [readElement(item, 'Key') ?? '', readElement(item, 'UploadId') ?? ''];
      const begun = Date.parse(readElement(item, 'Initiated') ?? '');
      if (key.startsWith(prefix))
        yield { key: key.slice(prefix.length), id, age: Number.isNaN(begun) ? 0 : now - begun };
    }
    if (readElement(xml, 'IsTruncated') !== 'true') return;
    from = {
      'key-marker': readElement(xml, 'NextKeyMarker') ?? '',
      'upload-id-marker': readElement(xml, 'NextUploadIdMarker') ?? '',
    };
  }
}

/** Returns the milliseconds since the last part of an upload was stored; undefined if it has none, or has ended. */
export async function findLastPartAge(client: S3Client, { key, id }: S3Upload): Promise<number | undefined> {
  let least: number | undefined;
  let marker = '';
  for (;;) {
    const found = await client.send('GET', client.place.prefix + key, {
      query: { uploadId: id, ...(marker === '' ? {} : { 'part-number-marker': marker }) },
    });
    if (found === undefined) return least;
    const now = readNow(found);
    const xml = await found.text();
    for (const part of listElements(xml, 'Part')) {
      const age = now - Date.parse(readElement(part, 'LastModified') ?? '');
      if (!(age > (least ?? Number.POSITIVE_INFINITY))) least = age;
    }
    if (readElement(xml, 'IsTruncated') !== 'true') return least;
    marker = readElement(xml, 'NextPartNumberMarker') ?? '';
    if (marker === '') return least;
  }
}

async function readPage(
  client: S3Client,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly xml: string; readonly now: number }> {
  const response = await client.send('GET', '', { query });
  if (response === undefined) throw new StoreUnavailableError('the S3 store of files: the bucket was not found');
  return { now: readNow(response), xml: await response.text() };
}

/** The clock of the store: that of this machine may differ. */
function readNow(response: Response): number {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}
