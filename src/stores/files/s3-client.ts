import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
import { StoreUnavailableError } from '../../contracts/store.ts';
import { StoreError } from '../store-error.ts';
import type { S3Place } from './s3-address.ts';
import { readElement } from './s3-xml.ts';

/** A request to the bucket. */
export interface S3Request {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  /** It is not sent again after a failure whose effect is not known. */
  readonly once?: true;
  /** The maximum number of bytes of the response: that of a list or a note without it. */
  readonly most?: number;
}

/** Sends signed requests to a bucket. */
export interface S3Client {
  readonly place: S3Place;
  /** Resolves to the response, of which the whole body has arrived; undefined of 404. Rejects with a `StoreUnavailableError` for every other failure. */
  send(method: string, key: string, request?: S3Request): Promise<Response | undefined>;
}

/** How often a request is sent, the first pause in milliseconds, and the milliseconds in which it must be answered. */
const [attempts, firstPause, patience] = [4, 100, 60_000];

/** The maximum number of bytes of a response that is not content: a list of 1,000 keys takes less. */
const mostText = 8_388_608;

/** Reads the body, so that one that breaks off is read again as any other failure. Rejects a body that is too long. */
async function readWhole(response: Response, most = mostText): Promise<Response> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > most) throw new Error(`the response has more than ${most} bytes`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(response.body === null ? null : new Blob(pieces), { status, headers });
}

/** Loads the package that signs requests. Rejects with a `StoreError` that names the package if it is not installed. */
export async function openS3Client(
  place: S3Place,
  load: () => Promise<{ readonly AwsClient: typeof AwsClient }> = () => import('aws4fetch'),
): Promise<S3Client> {
  let Client: typeof AwsClient;
  try {
    Client = (await load()).AwsClient;
  } catch (error) {
    throw new StoreError('Files in S3 need the package aws4fetch. To install it, run: npm install aws4fetch', {
      cause: error,
    });
  }
  const { region, credentials, url } = place;
  const aws = new Client({ ...credentials, region, service: 's3', retries: 0 });
  const attempt = async (method: string, key: string, request: S3Request): Promise<Response> => {
    const { query = {}, headers = {}, body } = request;
    const target = new URL(key === '' ? `${url}/` : `${url}/${key.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const hash = createHash('sha256').update(body ?? '');
    const signed = await aws.sign(target.href, {
      method,
      headers: { ...headers, 'X-Amz-Content-Sha256': hash.digest('hex') },
      ...(body === undefined ? {} : { body }),
    });
    return fetch(signed, { signal: AbortSignal.timeout(patience), redirect: 'error' });
  };
  return {
    place,
    async send(method, key, request = {}) {
      let failure: unknown;
      for (let at = 0; at < attempts; at++) {
        if (at > 0) await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** at));
        try {
          const response = await readWhole(await attempt(method, key, request), request.most);
          if (response.ok) return response;
          const text = await response.text();
          if (response.status === 404 && readElement(text, 'Code') !== 'NoSuchBucket') return undefined;
          failure =
            `${response.status} ${readElement(text, 'Code') ?? ''} ${readElement(text, 'Message') ?? ''}`.trim();
          if (response.status < 500 && response.status !== 429) break;
        } catch (error) {
          failure = (error as { cause?: Error }).cause?.message ?? (error as Error).message;
        }
        if (request.once === true) break;
      }
      throw new StoreUnavailableError(`the S3 store of files: ${method} failed: ${String(failure)}`);
    },
  };
}
