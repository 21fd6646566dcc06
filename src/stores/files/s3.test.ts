import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { credentials, type S3Server, startS3 } from '../../../tests/support/s3.fixture.ts';
import type { FileStore } from '../../contracts/files.ts';
import { StoreUnavailableError } from '../../contracts/store.ts';
import { openS3 } from './s3.ts';
import { parseS3Address } from './s3-address.ts';
import { openS3Client } from './s3-client.ts';
import { beginS3Draft } from './s3-draft.ts';
import { listObjects } from './s3-listing.ts';

let server: S3Server;
let store: FileStore;
const addressOf = (prefix = 'live'): string => `s3://photos/${prefix}?endpoint=${encodeURIComponent(server.endpoint)}`;

before(async () => {
  server = await startS3('photos');
});
after(() => server.close());
beforeEach(async () => {
  server.objects.clear();
  server.uploads.clear();
  server.failures.length = 0;
  server.ahead = 0;
  store = await openS3(addressOf(), credentials);
  server.log.length = 0;
});

/** Bytes that differ everywhere. */
function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = seed; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[i] = state >> 16;
  }
  return bytes;
}

async function keep(bytes: Uint8Array, piece = 65_536): Promise<string> {
  const draft = await store.begin();
  for (let at = 0; at < bytes.length; at += piece) await draft.write(bytes.subarray(at, at + piece));
  return draft.keep();
}

async function read(hash: string, from = 0, length = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const content = (await store.find(hash))!;
  const open = await content.open();
  try {
    return await open.read(from, Math.min(length, content.size));
  } finally {
    await open.close();
  }
}

const day = 86_400_000;

test('content is an object below its hash, and read in any range', async () => {
  const bytes = bytesOf(3_000_000);
  const hash = await keep(bytes);
  assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(
    [...server.objects.keys()].map((key) => key.replace(/[0-9a-f-]{36}$/, 'id')),
    [`live/contents/${hash.slice(0, 2)}/${hash.slice(2)}/id`],
  );
  assert.equal((await store.find(hash))!.size, bytes.length);
  assert.deepEqual(await read(hash), bytes);
  for (const [from, length] of [
    [0, 10],
    [1_048_570, 20],
    [2_999_990, 100],
    [2_000_000, 1_000_000],
  ] as const)
    assert.deepEqual(await read(hash, from, length), bytes.subarray(from, from + length), `${from}`);
  assert.equal((await read(hash, 3_000_000, 10)).length, 0);
  assert.equal(await store.find('f'.repeat(64)), undefined);
});

test('an empty content is one object', async () => {
  const hash = await keep(new Uint8Array(0));
  assert.equal((await store.find(hash))!.size, 0);
  assert.equal((await read(hash)).length, 0);
});

test('a large content is sent in parts, and leaves no draft', async () => {
  const bytes = bytesOf(12_000_000);
  const hash = await keep(bytes, 100_000);
  assert.deepEqual(Buffer.compare(await read(hash), bytes), 0);
  assert.equal(server.objects.size, 1);
  assert.equal(server.uploads.size, 0);
  assert.equal(server.log.filter((line) => line.startsWith('PUT')).length, 4);
});

test('a dropped draft leaves neither parts nor an object', async () => {
  const draft = await store.begin();
  await draft.write(bytesOf(6_000_000));
  assert.equal(server.uploads.size, 1);
  await draft.drop();
  assert.equal(server.uploads.size + server.objects.size, 0);
});

test('a request that is not signed, with a wrong key, or changed on its way is refused by the server of these tests', async () => {
  const statusOf = async (line: string, headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${server.endpoint}/photos/${line}`, { headers })).status;
  assert.equal(await statusOf('?list-type=2'), 403);
  const wrong = { ...credentials, AWS_SECRET_ACCESS_KEY: 'other' };
  await assert.rejects(openS3(addressOf(), wrong), {
    message: 'the S3 store of files: GET failed: 403 SignatureDoesNotMatch refused & told',
  });
  await assert.rejects(openS3(addressOf(), { ...credentials, AWS_ACCESS_KEY_ID: 'AKIDOTHER' }), /InvalidAccessKeyId/);
  await assert.rejects(openS3(addressOf().replace('photos', 'other'), credentials), /NoSuchBucket/);
});

test('outages are survived, and reported when they last', async () => {
  server.failures.push(503, 500);
  const hash = await keep(bytesOf(100));
  server.failures.push(500, 500, 500, 500);
  await assert.rejects(read(hash), { name: 'Error', message: /the S3 store of files: GET failed: 500 Fault/ });
  server.failures.length = 0;
  const draft = await store.begin();
  server.failures.push(403);
  await assert.rejects(draft.write(bytesOf(6_000_000)), /403 Fault/);
  await assert.rejects(draft.keep(), /a draft with a write that failed is not kept/);
});

test('old content is listed over pages and removed, by the clock of the server', async () => {
  const old = await Promise.all([1, 2, 3, 4, 5].map((seed) => keep(bytesOf(50, seed))));
  server.ahead = 2 * day;
  const fresh = await keep(bytesOf(50, 9));
  const listed: string[] = [];
  for await (const hash of store.old(day)) listed.push(hash);
  assert.deepEqual(listed, old.toSorted());
  assert.equal(await store.remove(fresh, day), false);
  assert.equal(await store.remove(old[0]!, day), true);
  assert.equal(await store.find(old[0]!), undefined);
  assert.deepEqual(await read(fresh), bytesOf(50, 9));
});

test('content that is stored again while it is removed stays', async () => {
  const bytes = bytesOf(200);
  const hash = await keep(bytes);
  const open = await (await store.find(hash))!.open();
  server.ahead = 2 * day;
  await keep(bytes);
  assert.equal(server.objects.size, 2);
  assert.equal(await store.remove(hash, day), false);
  assert.equal(server.objects.size, 1);
  // A reader that found the removed object goes on with the other one.
  assert.deepEqual(await open.read(0, 200), bytes);
});

test('a hold keeps content from every process until it ends, or for an hour', async () => {
  const hash = await keep(bytesOf(10));
  server.ahead = 2 * day;
  const release = await store.hold();
  const other = await openS3(addressOf(), credentials);
  assert.equal(await other.remove(hash, day), false);
  await release();
  await other.hold();
  server.ahead = 2 * day + 3_700_000;
  assert.equal(await other.remove(hash, day), true);
});

test('drafts of ended processes are removed, and uploads that go on are not', async () => {
  const [ended, slow] = [await store.begin(), await store.begin()];
  await ended.write(bytesOf(6_000_000, 2));
  await slow.write(bytesOf(6_000_000, 3));
  server.ahead = 3_700_000;
  await slow.write(bytesOf(6_000_000, 4));
  await store.tidy(3_600_000);
  assert.equal(server.uploads.size, 1);
  const hash = await slow.keep();
  assert.equal((await store.find(hash))!.size, 12_000_000);
  await assert.rejects(ended.keep(), { message: 'the S3 store of files: an upload ended before its content' });
});

test('a store without a prefix leaves the uploads of other programs in its bucket', async () => {
  const whole = await openS3(addressOf(''), credentials);
  const [own, others] = [await whole.begin(), 'backups/monday.tar'];
  await own.write(bytesOf(6_000_000, 2));
  server.uploads.set('theirs', { key: others, initiated: 0, parts: new Map() });
  server.ahead = 3_700_000;
  await whole.tidy(3_600_000);
  assert.deepEqual(
    [...server.uploads.values()].map(({ key }) => key),
    [others],
  );
});

test('two prefixes of a bucket know nothing of each other', async () => {
  const hash = await keep(bytesOf(10));
  const other = await openS3(addressOf('other'), credentials);
  assert.equal(await other.find(hash), undefined);
  for await (const found of other.old(-1)) assert.fail(found);
});

test('an address states the bucket, and the environment what it leaves out', () => {
  const place = parseS3Address('s3://photos/a/b/?region=eu-1', credentials);
  assert.equal(place.url, 'https://photos.s3.eu-1.amazonaws.com');
  assert.equal(place.prefix, 'a/b/');
  assert.equal(parseS3Address('s3://my.photos', credentials).url, 'https://s3.eu-test-1.amazonaws.com/my.photos');
  const environment = { ...credentials, AWS_ENDPOINT_URL_S3: 'https://s3.example.com/x/', AWS_SESSION_TOKEN: 't' };
  const set = parseS3Address('s3://photos', environment);
  assert.deepEqual([set.url, set.prefix, set.credentials.sessionToken], ['https://s3.example.com/x/photos', '', 't']);
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['s3:photos', /has no valid name of a bucket/],
    ['s3://Photos', /has no valid name of a bucket/],
    ['s3://photos?host=x', /has an unknown parameter `host`/],
    ['s3://photos?endpoint=x', /has an endpoint that is not a URL of http or https/],
    ['s3://photos?region=a%20b', /has no valid region/],
  ];
  for (const [address, message] of wrong)
    assert.throws(() => parseS3Address(address, credentials), { message }, address);
  assert.throws(() => parseS3Address('s3://', credentials), {
    message:
      'The address of files "s3://" has no valid name of a bucket. Expected s3://BUCKET/PREFIX?endpoint=URL&region=REGION.',
  });
  assert.throws(() => parseS3Address('s3://photos/../x', credentials), {
    message:
      'The address of files "s3://photos/../x" has a prefix with other characters than letters, digits and `/ ! - _ . * ( )`. Expected s3://BUCKET/PREFIX?endpoint=URL&region=REGION.',
  });
  assert.throws(() => parseS3Address('s3://photos', {}), {
    message:
      'Files in S3 need credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN if they are temporary.',
  });
});

test('without the package that signs requests its name is told', async () => {
  const load = (): Promise<never> => Promise.reject(new Error('not found'));
  await assert.rejects(openS3Client(parseS3Address(addressOf(), credentials), load), {
    message: 'Files in S3 need the package aws4fetch. To install it, run: npm install aws4fetch',
  });
});

test('a store that answers otherwise than the protocol says loses nothing in silence', async () => {
  const place = parseS3Address(addressOf(), credentials);
  const answers = (text: string, headers = {}) => ({ place, send: async () => new Response(text, { headers }) });
  const nothing = { place, send: async () => undefined };
  await assert.rejects(listObjects(nothing, '')[Symbol.asyncIterator]().next(), {
    message: 'the S3 store of files: the bucket was not found',
  });
  const large = bytesOf(6_000_000);
  const write = async (text: string, headers = {}): Promise<unknown> => {
    const draft = beginS3Draft(answers(text, headers));
    await draft.write(large);
    return draft.keep();
  };
  await assert.rejects(write('<x/>'), { message: 'the S3 store of files: an upload began without an ID' });
  const begun = '<UploadId>1</UploadId>';
  await assert.rejects(write(begun), { message: 'the S3 store of files: a part was stored without an ETag' });
  const failed = `${begun}<Error><Code>InternalError</Code></Error>`;
  await assert.rejects(write(failed, { ETag: '"1"' }), { message: 'the S3 store of files: InternalError' });
  const hash = await keep(bytesOf(100));
  const open = await (await store.find(hash))!.open();
  for (const [key, stored] of server.objects) server.objects.set(key, { ...stored, bytes: stored.bytes.subarray(1) });
  await assert.rejects(open.read(0, 100), {
    message: 'the S3 store of files: a content has another length than its object',
  });
  server.objects.clear();
  await assert.rejects(open.read(0, 100), {
    message: 'the S3 store of files: a content was removed while it was read',
  });
});

test('a content with more parts than the protocol takes is refused', async () => {
  const place = parseS3Address(addressOf(), credentials);
  const send = async () => new Response('<UploadId>1</UploadId>', { headers: { ETag: '"1"' } });
  const draft = beginS3Draft({ place, send }, 8);
  await draft.write(new Uint8Array(8 * 10_000));
  await assert.rejects(draft.write(new Uint8Array(8)), {
    message: 'the S3 store of files: the content has too many parts',
  });
});

test('a response that breaks off is read again, and one that has no end is an outage', async () => {
  const hash = await keep(bytesOf(200_000));
  const { port } = new URL(server.endpoint);
  const modes: ('cut' | 'endless' | 'whole')[] = [];
  const proxy = createServer((request, response) => {
    const forwarded = httpRequest(
      { port, path: request.url, method: request.method, headers: request.headers },
      (answer) => {
        const mode = modes.shift() ?? 'whole';
        response.writeHead(answer.statusCode!, mode === 'endless' ? {} : answer.headers);
        if (mode === 'whole') return void answer.pipe(response);
        answer.resume();
        const piece = Buffer.alloc(65_536, 'x');
        const more = (): void => {
          while (!response.destroyed && response.write(piece));
          if (!response.destroyed) response.once('drain', more);
        };
        if (mode === 'endless') return more();
        response.write(piece.subarray(0, 100), () => setTimeout(() => response.destroy(), 50));
      },
    );
    request.pipe(forwarded);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const address = `s3://photos/live?endpoint=${encodeURIComponent(endpoint)}`;
    const behind = await openS3(address, credentials);
    const open = await (await behind.find(hash))!.open();
    modes.push('cut', 'cut');
    assert.equal((await open.read(0, 1_000)).length, 1_000);
    modes.push(...Array.from({ length: 8 }, () => 'cut' as const));
    const readAnew = async () => (await (await behind.find(hash))!.open()).read(0, 1_000);
    await assert.rejects(readAnew, StoreUnavailableError);
    modes.splice(0, modes.length, ...Array.from({ length: 8 }, () => 'endless' as const));
    await assert.rejects(readAnew, /GET failed: the response has more than 1048576 bytes/);
    const client = await openS3Client(parseS3Address(address, credentials));
    await assert.rejects(listObjects(client, '')[Symbol.asyncIterator]().next(), /more than 8388608 bytes/);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});
