import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { takeLease } from '../../../src/serve/uploads/lease.ts';
import { sweepUploads } from '../../../src/serve/uploads/sweep.ts';
import { planFor } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { films, metadata, picture, serveFilms } from './uploads.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`resumable uploads ${name}`, () => {
    test('a file arrives in several requests, and its operation runs with the last one', async (t) => {
      const { ann } = await serveFilms(t, await address());
      const bytes = picture(300_000);
      const fields = metadata({ filename: 'a film.png', filetype: 'image/png', title: 'One', year: '1999' });
      const begun = await ann('POST /films', { 'Upload-Length': '300000', ...fields });
      assert.equal(begun.status, 201, await begun.text());
      assert.equal(begun.headers.get('tus-resumable'), '1.0.0');
      const place = begun.headers.get('location')!;
      assert.match(place, /^\/films\?upload=[\w-]{32}$/);
      const first = await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, bytes.subarray(0, 100_000));
      assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '100000']);
      assert.ok(Date.parse(first.headers.get('upload-expires')!) > Date.now() + 23 * 3_600_000);
      const told = await ann(`HEAD ${place}`);
      assert.equal(told.status, 200);
      assert.equal(told.headers.get('upload-offset'), '100000');
      assert.equal(told.headers.get('upload-length'), '300000');
      assert.equal(told.headers.get('upload-metadata'), fields['Upload-Metadata']);
      assert.equal(told.headers.get('cache-control'), 'no-store');
      const last = await ann(`PATCH ${place}`, { 'Upload-Offset': '100000' }, bytes.subarray(100_000));
      assert.equal(last.status, 201);
      assert.equal(last.headers.get('upload-offset'), '300000');
      const film = (await last.json()) as { id: number; reel: object };
      assert.deepEqual(film, {
        ...{ id: 1, title: 'One', year: 1999, locked: false, studio: 'a', owner: 'subject-1' },
        reel: { name: 'a film.png', type: 'image/png', size: 300_000 },
      });
      const content = await ann('GET /films/1/reel');
      assert.deepEqual(new Uint8Array(await content.arrayBuffer()), bytes);
      // The client may have lost the response: it gets it again, and nothing happens twice.
      assert.equal((await ann(`HEAD ${place}`)).headers.get('upload-offset'), '300000');
      const again = await ann(`PATCH ${place}`, { 'Upload-Offset': '300000' }, new Uint8Array(0));
      assert.equal(again.status, 201);
      assert.deepEqual(await again.json(), film);
      assert.equal(((await (await ann('GET /films')).json()) as unknown[]).length, 1);
    });

    test('the content of a field is uploaded to its address', async (t) => {
      const { ann, bob } = await serveFilms(t, await address());
      const film = { ...metadata({ title: 'Two', filename: 'r.txt', filetype: 'text/plain' }), 'Upload-Length': '5' };
      const created = await ann('POST /films', film, 'words');
      assert.equal(created.status, 201, await created.clone().text());
      assert.equal(created.headers.get('content-location'), '/films/1');
      assert.match(created.headers.get('location')!, /upload=/);
      // Row rules are asked before the content arrives.
      const length = { 'Upload-Length': '900', ...metadata({ filename: 'p.png' }) };
      assert.equal((await bob('POST /films/1/poster', length)).status, 403);
      assert.equal((await ann('POST /films/7/poster', length)).status, 404);
      const place = (await ann('POST /films/1/poster', length)).headers.get('location')!;
      const done = await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, picture(900));
      assert.equal(done.status, 204);
      assert.equal((await (await ann('GET /films/1/poster')).arrayBuffer()).byteLength, 900);
      // And when the content is complete.
      const next = (await ann('POST /films/1/poster', length)).headers.get('location')!;
      await ann(`PATCH ${next}`, { 'Upload-Offset': '0' }, picture(100));
      const json = { 'Content-Type': 'application/json' };
      assert.equal((await ann('PATCH /films/1', json, '{"locked":true}')).status, 200);
      const rest = picture(900).subarray(100);
      assert.equal((await ann(`PATCH ${next}`, { 'Upload-Offset': '100' }, rest)).status, 403);
      assert.equal((await ann(`HEAD ${next}`)).status, 404);
    });

    test('wrong requests are refused as the protocol says', async (t) => {
      const { ann } = await serveFilms(t, await address());
      const begin = (headers: Record<string, string>) => ann('POST /films', headers);
      const title = metadata({ title: 'Three' });
      const large = await begin({ ...title, 'Upload-Length': '2000001' });
      assert.deepEqual([large.status, ((await large.json()) as { code?: string }).code], [413, 'too_large']);
      assert.equal((await begin({ ...title, 'Upload-Length': '3' })).status, 422);
      const negative = await (await begin({ ...title, 'Upload-Length': '-1' })).text();
      assert.match(negative, /must be an integer of bytes/);
      assert.equal((await begin(title)).status, 400);
      const pairs = (await (await begin({ 'Upload-Metadata': 'title QQ== x', 'Upload-Length': '9' })).json()) as {
        errors: readonly { message: string }[];
      };
      const [error] = pairs.errors;
      assert.equal(error!.message, 'must be pairs of a key and a value in base64, such as "filename Y2F0LnBuZw=="');
      const deferred = await (await begin({ ...title, 'Upload-Defer-Length': '1' })).text();
      assert.match(deferred, /is not supported: send Upload-Length/);
      assert.equal((await begin({ 'Upload-Length': '9' })).status, 422);
      assert.equal((await begin({ ...metadata({ title: 'x', colour: 'red' }), 'Upload-Length': '9' })).status, 422);
      assert.equal((await begin({ 'Upload-Metadata': 'title ***', 'Upload-Length': '9' })).status, 400);
      const twice = await begin({ 'Upload-Metadata': 'title QQ==,title QQ==', 'Upload-Length': '9' });
      assert.match(await twice.text(), /must not contain the key \\"title\\" twice/);
      const old = await ann('POST /films', { ...title, 'Upload-Length': '9', 'Tus-Resumable': '0.2.2' });
      assert.deepEqual([old.status, old.headers.get('tus-version')], [412, '1.0.0']);
      assert.match(await old.text(), /Tus-Resumable must be 1.0.0/);
      const place = (await begin({ ...title, 'Upload-Length': '100' })).headers.get('location')!;
      const patch = (offset: string, body: Uint8Array<ArrayBuffer>, more = {}) =>
        ann(`PATCH ${place}`, { 'Upload-Offset': offset, ...more }, body);
      assert.equal((await patch('1', picture(10))).status, 409);
      assert.equal((await patch('x', picture(10))).status, 400);
      const typed = await patch('0', picture(10), { 'Content-Type': 'image/png' });
      assert.equal(typed.status, 415);
      assert.match(await typed.text(), /Content-Type must be application\/offset\+octet-stream/);
      const coded = await patch('0', picture(10), { 'Content-Encoding': 'gzip' });
      assert.equal(coded.status, 415);
      assert.match(await coded.text(), /Content-Encoding is not supported/);
      assert.equal((await patch('0', picture(101))).status, 413);
      assert.equal((await ann(`HEAD ${place}`)).headers.get('upload-offset'), '0');
      const sum = (bytes: Uint8Array) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`;
      const other = await patch('0', picture(50), { 'Upload-Checksum': sum(picture(50, 2)) });
      assert.equal(other.status, 460);
      assert.match(await other.text(), /the checksum does not match/);
      const crc = await (await patch('0', picture(50), { 'Upload-Checksum': 'crc32 AA==' })).text();
      assert.match(crc, /must be sha1, sha256, md5 and the checksum in base64/);
      const right = await patch('0', picture(50), { 'Upload-Checksum': sum(picture(50)) });
      assert.deepEqual([right.status, right.headers.get('upload-offset')], [204, '50']);
      const method = { 'X-HTTP-Method-Override': 'PATCH', 'Upload-Offset': '50' };
      assert.equal((await ann(`POST ${place}`, method, picture(100).subarray(50, 60))).status, 204);
      assert.equal((await ann(`DELETE ${place}`)).status, 204);
      assert.equal((await ann(`HEAD ${place}`)).status, 404);
      assert.equal((await patch('60', picture(10))).status, 404);
      assert.equal((await ann('PATCH /films?upload=', { 'Upload-Offset': '0' }, picture(1))).status, 404);
    });

    test('S80: only the caller who began an upload finds it, as long as it may', async (t) => {
      const { ann, bob, other, reader, address: at, service } = await serveFilms(t, await address());
      const title = { ...metadata({ title: 'Four' }), 'Upload-Length': '100' };
      assert.equal((await reader('POST /films', title)).status, 403);
      assert.equal(
        (await fetch(`${at}/films`, { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', ...title } })).status,
        401,
      );
      const place = (await ann('POST /films', title)).headers.get('location')!;
      for (const who of [bob, other]) {
        assert.equal((await who(`HEAD ${place}`)).status, 404);
        assert.equal((await who(`PATCH ${place}`, { 'Upload-Offset': '0' }, picture(10))).status, 404);
        assert.equal((await who(`DELETE ${place}`)).status, 404);
      }
      assert.equal((await ann(`HEAD ${place.replace('/films', '/films/1/poster')}`)).status, 404);
      assert.equal((await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, picture(10))).status, 204);
      await service.keys.revoke('key-1', Date.now());
      assert.equal((await ann(`PATCH ${place}`, { 'Upload-Offset': '10' }, picture(10))).status, 401);
    });

    test('rates count uploads, not their pieces, and guesses of addresses', async (t) => {
      const { ann } = await serveFilms(t, await address(), films.replace('100 per hour', '3 per hour'));
      const fields = { ...metadata({ title: 'Rated', filetype: 'image/png' }), 'Upload-Length': '100' };
      const place = (await ann('POST /films', fields)).headers.get('location')!;
      for (let at = 0; at < 90; at += 10)
        assert.equal(
          (await ann(`PATCH ${place}`, { 'Upload-Offset': String(at) }, picture(100).subarray(at, at + 10))).status,
          204,
        );
      for (const status of [404, 404, 429]) assert.equal((await ann('HEAD /films?upload=guess')).status, status);
      assert.equal((await ann('POST /films', fields)).status, 429);
      const last = await ann(`PATCH ${place}`, { 'Upload-Offset': '90' }, picture(100).subarray(90));
      assert.equal(last.status, 201);
    });

    test('content of another type ends the upload, and so does a refusal of its operation', async (t) => {
      const { ann } = await serveFilms(t, await address());
      const begin = async (title: string) =>
        (
          await ann('POST /films', { ...metadata({ title, filetype: 'image/png' }), 'Upload-Length': '100' })
        ).headers.get('location')!;
      const place = await begin('Five');
      const wrong = await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, new Uint8Array(100));
      assert.equal(wrong.status, 422);
      assert.match(await wrong.text(), /must be image\/png or text\/plain/);
      assert.equal((await ann(`HEAD ${place}`)).status, 404);
      const [left, right] = [await begin('Six'), await begin('Six')];
      assert.equal((await ann(`PATCH ${left}`, { 'Upload-Offset': '0' }, picture(100))).status, 201);
      assert.equal((await ann(`PATCH ${right}`, { 'Upload-Offset': '0' }, picture(100))).status, 409);
      assert.equal((await ann(`HEAD ${right}`)).status, 404);
    });

    test('a path tells that it takes uploads', async (t) => {
      const { address: at, ann } = await serveFilms(t, await address());
      const told = await fetch(`${at}/films`, { method: 'OPTIONS' });
      assert.equal(told.headers.get('tus-version'), '1.0.0');
      assert.equal(told.headers.get('tus-max-size'), '2000000');
      assert.equal(told.headers.get('tus-extension'), 'creation,creation-with-upload,expiration,termination,checksum');
      const plain = await fetch(`${at}/films/1`, { method: 'OPTIONS' });
      assert.equal(plain.headers.get('tus-version'), null);
      const origin = { Origin: 'https://films.example' };
      const preflight = await fetch(`${at}/films?upload=x`, {
        method: 'OPTIONS',
        headers: { ...origin, 'Access-Control-Request-Method': 'PATCH' },
      });
      assert.match(preflight.headers.get('access-control-allow-methods')!, /PATCH.*DELETE/);
      assert.match(preflight.headers.get('access-control-allow-headers')!, /Upload-Offset/);
      const begun = await ann('POST /films', { ...metadata({ title: 'Seven' }), 'Upload-Length': '9', ...origin });
      assert.match(begun.headers.get('access-control-expose-headers')!, /Upload-Offset/);
      // Without the header of the protocol it is an ordinary request.
      assert.equal((await ann('POST /films', { 'Tus-Resumable': '' }, 'words')).status, 412);
    });
  });
}

test('the steps of an operation state its resumable uploads', () => {
  const { operations } = planFor(films);
  const steps = operations.find(({ name }) => name === 'create Film')!.steps.map(({ words }) => words);
  assert.ok(steps.some((words) => /take the address of a resumable upload as its idempotency key/.test(words)));
  assert.ok(steps.some((words) => /return the stored response of a resumable upload that is complete/.test(words)));
  assert.ok(steps.some((words) => /store the response of a resumable upload until its time is over/.test(words)));
  assert.ok(steps.some((words) => /receive it in several requests too \(tus 1.0.0\), within 24 hours/.test(words)));
});

test('an outage of the store while an upload is held or swept is logged, and the request stops', async () => {
  const logged: string[] = [];
  const warn = (_: object, message: string) => void logged.push(message);
  const timers: (() => void)[] = [];
  const after = (_: number, work: () => void) => {
    timers.push(work);
    return () => undefined;
  };
  let moment = 0;
  const fail = () => Promise.reject(new Error('no connection'));
  const host = { now: () => moment, random: (length: number) => new Uint8Array(length), after, log: { warn } };
  const uploads = { take: async () => true, hold: fail, leave: async () => undefined, expired: fail };
  const lease = (await takeLease(uploads as never, 'id', host as never))!;
  assert.equal(lease.isHeld(), true);
  timers.shift()!();
  await new Promise(setImmediate);
  assert.deepEqual(logged, ['failed to hold an upload']);
  moment = 6_000;
  assert.equal(lease.isHeld(), false);
  timers.shift()!();
  assert.equal(await lease.stopped, 'lost');
  const end = sweepUploads(planFor(films), { uploads } as never, {} as never, host as never);
  timers.pop()!();
  await end();
  assert.equal(logged.at(-1), 'failed to remove expired uploads');
});
