import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type Caller, formOf, png, servePhotos } from './photos.fixture.ts';

const file = (bytes: string | Uint8Array<ArrayBuffer>, name: string, type: string): File =>
  new File([bytes], name, { type });
const picture = (name = 'cat.png'): File => file(png(), name, 'image/png');

async function json(response: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return (await (await response).json()) as Record<string, unknown>;
}

/** Creates a photo with a picture; returns its path. */
async function create(caller: Caller, values: Record<string, string | File> = { image: picture() }): Promise<string> {
  const response = await caller('POST /photos', { body: formOf({ title: 'Cat', ...values }) });
  assert.equal(response.status, 201, await response.clone().text());
  return `/photos/${((await response.json()) as { id: number }).id}`;
}

const put = (
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): RequestInit => ({
  body,
  headers: { 'Content-Type': type, ...headers },
});

for (const [store, addressOf] of everyStore) {
  describe(`files ${store}`, () => {
    test('a form sends fields and files in one request, and JSON shows name, type and size', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const form = formOf({ title: 'Cat', public: 'true', image: picture(), paper: file('abc', 'a.bin', '') });
      const made = await json(ann('POST /photos', { body: form }));
      assert.deepEqual(made, {
        id: 1,
        owner: 'subject-1',
        title: 'Cat',
        public: true,
        image: { name: 'cat.png', type: 'image/png', size: 40 },
        paper: { name: 'a.bin', type: 'application/octet-stream', size: 3 },
      });
      assert.deepEqual(await json(ann('GET /photos/1')), made);
      assert.deepEqual(await json(ann('GET /photos')), [made]);
    });

    test('the other fields of a form may be one JSON part', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const form = new FormData();
      form.append('json', new Blob(['{"title":"Cat","public":true}'], { type: 'application/json' }));
      form.append('image', picture());
      // A part of FormData with a type has a file name, so the body is written by hand.
      const body =
        '--x\r\nContent-Disposition: form-data; name="json"\r\nContent-Type: application/json\r\n\r\n{"title":"Cat","public":true}\r\n--x--\r\n';
      const made = await ann('POST /photos', put('multipart/form-data; boundary=x', body));
      assert.deepEqual(await made.json(), { id: 1, owner: 'subject-1', title: 'Cat', public: true });
    });

    test('content is sent and returned as it is, with its name, in ranges and by its entity tag', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const path = await create(ann, {});
      const bytes = png(300);
      const named = { 'Content-Disposition': "attachment; filename*=UTF-8''K%C3%A4se.png" };
      const stored = await ann(`PUT ${path}/image`, put('image/png', bytes, named));
      assert.equal(stored.status, 204, await stored.text());
      const whole = await ann(`GET ${path}/image`);
      assert.equal(whole.status, 200);
      assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), bytes);
      assert.equal(whole.headers.get('Content-Type'), 'image/png');
      assert.equal(whole.headers.get('Content-Length'), '300');
      assert.equal(
        whole.headers.get('Content-Disposition'),
        `inline; filename="K_se.png"; filename*=UTF-8''K%C3%A4se.png`,
      );
      assert.equal(whole.headers.get('X-Content-Type-Options'), 'nosniff');
      assert.match(whole.headers.get('Content-Security-Policy')!, /default-src 'none'.*sandbox/);
      assert.equal(whole.headers.get('Cross-Origin-Resource-Policy'), 'same-site');
      assert.equal(whole.headers.get('Cache-Control'), 'private, no-cache');
      const tag = whole.headers.get('ETag')!;
      const ranges: readonly (readonly [string, number, string | undefined, number])[] = [
        ['bytes=0-9', 206, 'bytes 0-9/300', 10],
        ['bytes=290-', 206, 'bytes 290-299/300', 10],
        ['bytes=-5', 206, 'bytes 295-299/300', 5],
        ['bytes=0-999', 206, 'bytes 0-299/300', 300],
        ['bytes=300-', 416, 'bytes */300', 0],
        ['bytes=-0', 416, 'bytes */300', 0],
        ['bytes=5-2', 200, undefined, 300],
        ['bytes=0-1,4-5', 200, undefined, 300],
        ['lines=0-1', 200, undefined, 300],
      ];
      for (const [range, status, answered, length] of ranges) {
        const part = await ann(`GET ${path}/image`, { headers: { Range: range } });
        assert.equal(part.status, status, range);
        assert.equal(part.headers.get('Content-Range') ?? undefined, answered, range);
        assert.equal((await part.arrayBuffer()).byteLength, length, range);
      }
      const first = { Range: 'bytes=0-9' };
      assert.equal((await ann(`GET ${path}/image`, { headers: { ...first, 'If-Range': tag } })).status, 206);
      const older = await ann(`GET ${path}/image`, { headers: { ...first, 'If-Range': '"other"' } });
      assert.equal(older.status, 200);
      assert.equal((await older.arrayBuffer()).byteLength, 300);
      const known = await ann(`GET ${path}/image`, { headers: { 'If-None-Match': tag } });
      assert.equal(known.status, 304);
      assert.equal(known.headers.get('ETag'), tag);
      const head = await ann(`HEAD ${path}/image`);
      assert.equal(head.headers.get('Content-Length'), '300');
      const twin = await create(ann, { image: file(bytes, 'twin.png', 'image/png') });
      assert.equal((await ann(`HEAD ${twin}/image`)).headers.get('ETag'), tag);
    });

    test('conditions at the address of a file are about its content', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const path = await create(ann);
      const tag = (await ann(`HEAD ${path}/image`)).headers.get('ETag')!;
      const again = (headers: Record<string, string>) => ann(`PUT ${path}/image`, put('image/png', png(50), headers));
      assert.equal((await again({ 'If-Match': '"other"' })).status, 412);
      assert.equal((await again({ 'If-None-Match': '*' })).status, 412);
      assert.equal((await again({ 'If-Match': tag })).status, 204);
      assert.equal((await again({ 'If-Match': tag })).status, 412);
    });

    test('a replaced, copied and removed file is what the record names', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const path = await create(ann, { image: file(png(20), 'a.png', 'image/png') });
      assert.equal((await ann(`POST ${path}/copy`)).status, 200);
      assert.deepEqual(await json(ann('GET /copies')), [
        { id: 1, image: { name: 'a.png', type: 'image/png', size: 20 } },
      ]);
      await ann(`PATCH ${path}`, { body: formOf({ 'data[title]': 'Dog', 'data[image]': picture('b.png') }) });
      const changed = await json(ann(`GET ${path}`));
      assert.deepEqual([changed.title, changed.image], ['Dog', { name: 'b.png', type: 'image/png', size: 40 }]);
      const tooLong = await ann(`POST ${path}/copy`);
      assert.equal(tooLong.status, 422);
      assert.match(await tooLong.text(), /must have at most 30 bytes/);
      const stripped = await json(ann(`POST ${path}/strip`));
      assert.equal(stripped.image, undefined);
      assert.equal((await ann(`GET ${path}/image`)).status, 404);
      assert.equal((await ann(`POST ${path}/copy`)).status, 409);
      const swapped = await ann(`PUT ${path}/swap`, {
        body: formOf({ content: file('paper', 'p.txt', 'text/plain') }),
      });
      assert.deepEqual(((await swapped.json()) as { paper: unknown }).paper, {
        name: 'p.txt',
        type: 'text/plain',
        size: 5,
      });
    });

    test('a file that its field does not admit is refused, and nothing of it is stored', async (t) => {
      const { ann, files } = await servePhotos(t, await addressOf());
      const path = await create(ann, {});
      const refused: readonly (readonly [File, RegExp])[] = [
        [file(png(9), 'a.png', 'image/png'), /"\/image".*must have at least 10 bytes/],
        [file(png(2001), 'a.png', 'image/png'), /"\/image".*must have at most 2 kB/],
        [file('<script>alert(1)</script>', 'a.png', 'image/png'), /must be image\/png, image\/jpeg or text\/plain/],
        [file('GIF89a1234567890', 'a.gif', 'image/gif'), /must be image\/png/],
        [file('\x00\x01 no text at all', 'a.txt', 'text/plain'), /must be image\/png/],
        [file(new Uint8Array([0x61, 0xc3]), 'a.txt', 'text/plain'), /must have at least|must be image\/png/],
      ];
      for (const [image, message] of refused) {
        const answered = await ann('POST /photos', { body: formOf({ title: 'x', image }) });
        assert.equal(answered.status, 422, image.name);
        assert.match(await answered.text(), message);
      }
      assert.equal((await ann(`PUT ${path}/image`, put('image/gif', png()))).status, 415);
      assert.equal((await ann(`PUT ${path}/image`, put('image/png', 'not a picture'))).status, 415);
      const large = await ann(`PUT ${path}/image`, put('image/png', png(2001)));
      assert.deepEqual([large.status, (await json(large)).code], [413, 'too_large']);
      assert.equal((await ann(`PUT ${path}/image`, put('image/png', png(5)))).status, 422);
      assert.equal((await ann(`PUT ${path}/image`)).status, 422);
      assert.equal((await ann('POST /photos', put('application/json', '{"title":"x"}'))).status, 415);
      // A polyglot is the type that its content begins as.
      const polyglot = new Uint8Array([...png(12), ...new TextEncoder().encode('<html><script>')]);
      const made = await json(
        ann('POST /photos', { body: formOf({ title: 'x', image: file(polyglot, 'a.html', 'text/plain') }) }),
      );
      assert.deepEqual(made.image, { name: 'a.html', type: 'image/png', size: 26 });
      const stored: string[] = [];
      for await (const hash of files!.old(-1)) stored.push(hash);
      assert.equal(stored.length, 1);
    });

    test('JSON never passes for a file', async (t) => {
      const { ann } = await servePhotos(t, await addressOf());
      const fake = '{"title":"x","image":{"hash":"0","name":"a","type":"image/png","size":20}}';
      const body = `--x\r\nContent-Disposition: form-data; name="j"\r\nContent-Type: application/json\r\n\r\n${fake}\r\n--x--\r\n`;
      const answered = await ann('POST /photos', put('multipart/form-data; boundary=x', body));
      assert.equal(answered.status, 422);
      assert.match(await answered.text(), /"\/image".*must be sent as a file/);
    });

    test('row rules and tenants hold for files as for records', async (t) => {
      const { ann, bob, other } = await servePhotos(t, await addressOf());
      const mine = await create(ann);
      const shown = await create(ann, { public: 'true', image: picture() });
      for (const [caller, path, status] of [
        [bob, mine, 404],
        [other, mine, 404],
        [bob, shown, 200],
        [other, shown, 404],
      ] as const) {
        assert.equal((await caller(`GET ${path}/image`)).status, status);
        assert.equal((await caller(`HEAD ${path}/image`)).status, status);
        assert.equal(
          (await caller(`GET ${path}/image`, { headers: { Range: 'bytes=0-1' } })).status,
          status === 200 ? 206 : 404,
        );
      }
      assert.equal((await other(`PUT ${shown}/image`, put('image/png', png(60)))).status, 404);
      assert.deepEqual((await json(ann(`GET ${shown}`))).image, { name: 'cat.png', type: 'image/png', size: 40 });
    });

    test('an idempotency key is of one content, and events link to it', async (t) => {
      const { ann, store } = await servePhotos(t, await addressOf());
      const send = (image: File) =>
        ann('POST /photos', { body: formOf({ title: 'x', image }), headers: { 'Idempotency-Key': 'k1' } });
      const first = await json(send(picture()));
      assert.deepEqual(await json(send(picture())), first);
      const changed = await send(file(png(41), 'cat.png', 'image/png'));
      assert.equal(changed.status, 422);
      assert.equal(((await json(ann('GET /photos'))) as unknown as unknown[]).length, 1);
      await allNumbered(store);
      const events = (await json(ann('GET /events'))) as { data: unknown };
      assert.deepEqual(events.data, [
        { body: { id: 1, image: { name: 'cat.png', type: 'image/png', size: 40 }, link: '/photos/1/image' } },
      ]);
    });
  });
}
