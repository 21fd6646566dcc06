import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The credentials that the server accepts. */
export const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret/+key',
  AWS_REGION: 'eu-test-1',
};

interface Stored {
  readonly bytes: Buffer;
  modified: number;
}

interface Upload {
  readonly key: string;
  readonly initiated: number;
  readonly parts: Map<number, Stored>;
}

/** A server that speaks the part of the S3 protocol that Nonet uses, and refuses whatever is not exactly as the protocol says. */
export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, Stored>;
  readonly uploads: Map<string, Upload>;
  /** The method and key of each request that was answered with success. */
  readonly log: string[];
  /** Milliseconds that the clock of the server is ahead. */
  ahead: number;
  /** The statuses of the next responses, in place of the real ones. */
  readonly failures: number[];
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Checks the signature of a request (AWS Signature Version 4), from its raw head and its whole body. */
function requireSignature(request: IncomingMessage, url: URL, body: Buffer, now: number): void {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, day, region, signedHeaders = '', signature = ''] = form.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) throw new Refusal(403, 'AccessDenied');
  if (id !== credentials.AWS_ACCESS_KEY_ID) throw new Refusal(403, 'InvalidAccessKeyId');
  if (region !== credentials.AWS_REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const date = String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day!) || !(Math.abs(now - at) < 900_000)) throw new Refusal(403, 'RequestTimeTooSkewed');
  const names = signedHeaders.split(';');
  const must = [
    'host',
    'x-amz-content-sha256',
    ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-')),
  ];
  if (must.some((name) => !names.includes(name))) throw new Refusal(403, 'AccessDenied');
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const query = [...url.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['aws4_request', 's3', region!, day!].reduceRight<Buffer>(
    (made, text) => hmac(made, text),
    Buffer.from(`AWS4${credentials.AWS_SECRET_ACCESS_KEY}`),
  );
  const due = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  if (!timingSafeEqual(due, Buffer.from(signature, 'hex'))) throw new Refusal(403, 'SignatureDoesNotMatch');
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Starts the server with an empty bucket. */
export async function startS3(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();
  const log: string[] = [];
  const failures: number[] = [];
  const server: Server = createServer((request, response) => void serve(request, response));
  const state = { ahead: 0 };
  const now = (): number => Date.now() + state.ahead;
  const find = (key: string): Stored => {
    const found = objects.get(key);
    if (found === undefined) throw new Refusal(404, 'NoSuchKey');
    return found;
  };
  const findUpload = (key: string, query: URLSearchParams): Upload => {
    const found = uploads.get(query.get('uploadId') ?? '');
    if (found?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return found;
  };
  const xml = (root: string, inner: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`;
  const list = (query: URLSearchParams): string => {
    const most = Math.min(Number(query.get('max-keys') ?? 1_000), 3);
    const after = query.get('continuation-token') ?? '';
    const all = [...objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, most);
    const items = page.map(
      ([key, { bytes, modified }]) =>
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escapeXml(tagOf(bytes))}</ETag><Size>${bytes.length}</Size></Contents>`,
    );
    const more = all.length > page.length;
    const next = more ? `<NextContinuationToken>${escapeXml(page.at(-1)![0])}</NextContinuationToken>` : '';
    return xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${items.join('')}`);
  };
  const listUploads = (query: URLSearchParams): string => {
    const items = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    return xml(
      'ListMultipartUploadsResult',
      `<IsTruncated>false</IsTruncated>${items.map(([id, { key, initiated }]) => `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(initiated).toISOString()}</Initiated></Upload>`).join('')}`,
    );
  };
  const copied = (request: IncomingMessage): Buffer | undefined => {
    const source = request.headers['x-amz-copy-source'];
    if (source === undefined) return undefined;
    const key = decodeURIComponent(String(source)).replace(`/${bucket}/`, '');
    const { bytes } = find(key);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'] ?? '')) ?? [];
    return from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  };
  const put = (request: IncomingMessage, key: string, query: URLSearchParams, body: Buffer): Answer => {
    const bytes = copied(request) ?? body;
    const isCopy = request.headers['x-amz-copy-source'] !== undefined;
    const part = query.get('partNumber');
    if (part === null) objects.set(key, { bytes, modified: now() });
    else findUpload(key, query).parts.set(Number(part), { bytes, modified: now() });
    const root = part === null ? 'CopyObjectResult' : 'CopyPartResult';
    const headers = { ETag: tagOf(bytes) };
    return isCopy ? { text: xml(root, `<ETag>${escapeXml(tagOf(bytes))}</ETag>`) } : { headers };
  };
  const complete = (key: string, query: URLSearchParams, body: Buffer): Answer => {
    const upload = findUpload(key, query);
    const named = [
      ...body
        .toString()
        .matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>&quot;([0-9a-f]+)&quot;<\/ETag><\/Part>/g),
    ];
    const parts = named.map(([, number, tag], i) => {
      const part = upload.parts.get(Number(number));
      if (part === undefined || tagOf(part.bytes) !== `"${tag}"` || Number(number) !== i + 1)
        throw new Refusal(400, 'InvalidPart');
      if (i < named.length - 1 && part.bytes.length < 5_242_880) throw new Refusal(400, 'EntityTooSmall');
      return part.bytes;
    });
    if (parts.length === 0 || parts.length !== upload.parts.size) throw new Refusal(400, 'MalformedXML');
    objects.set(key, { bytes: Buffer.concat(parts), modified: now() });
    uploads.delete(query.get('uploadId')!);
    return { text: xml('CompleteMultipartUploadResult', `<Key>${escapeXml(key)}</Key>`) };
  };
  const get = (request: IncomingMessage, key: string): Answer => {
    const { bytes } = find(key);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return { bytes };
    if (Number(from) >= bytes.length) throw new Refusal(416, 'InvalidRange');
    return { bytes: bytes.subarray(Number(from), Number(to) + 1), status: 206 };
  };
  const listParts = ({ parts }: Upload): string =>
    xml(
      'ListPartsResult',
      `<IsTruncated>false</IsTruncated>${[...parts].map(([number, { modified }]) => `<Part><PartNumber>${number}</PartNumber><LastModified>${new Date(modified).toISOString()}</LastModified></Part>`).join('')}`,
    );
  const answer = (request: IncomingMessage, url: URL, body: Buffer): Answer => {
    const [, named = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const { searchParams: query } = url;
    if (named !== bucket) throw new Refusal(404, 'NoSuchBucket');
    switch (request.method) {
      case 'GET':
        if (key === '') return { text: query.has('uploads') ? listUploads(query) : list(query) };
        return query.has('uploadId') ? { text: listParts(findUpload(key, query)) } : get(request, key);
      case 'PUT':
        return put(request, key, query, body);
      case 'POST': {
        if (query.has('uploadId')) return complete(key, query, body);
        const id = randomUUID();
        uploads.set(id, { key, initiated: now(), parts: new Map() });
        return { text: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) };
      }
      case 'DELETE':
        if (query.has('uploadId')) {
          findUpload(key, query);
          uploads.delete(query.get('uploadId')!);
        } else objects.delete(key);
        return { status: 204 };
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const date = { Date: new Date(now()).toUTCString() };
    try {
      const url = new URL(request.url!, 'http://s3');
      const failure = failures.shift();
      if (failure !== undefined) throw new Refusal(failure, 'Fault');
      requireSignature(request, url, body, Date.now());
      const { status = 200, headers = {}, text, bytes = Buffer.from(text ?? '') } = answer(request, url, body);
      log.push(`${request.method} ${url.pathname}`);
      response
        .writeHead(status, { ...date, ...headers, ...(status === 204 ? {} : { 'Content-Length': bytes.length }) })
        .end(status === 204 ? undefined : bytes);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, String(error));
      response.writeHead(status, date).end(`<Error><Code>${code}</Code><Message>refused &amp; told</Message></Error>`);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    log,
    failures,
    get ahead() {
      return state.ahead;
    },
    set ahead(value) {
      state.ahead = value;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly bytes?: Buffer;
}
