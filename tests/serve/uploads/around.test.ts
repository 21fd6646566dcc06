import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { films, metadata, picture, serveFilms, tusAs } from './uploads.fixture.ts';

/** The films, whose older version calls the title a name and names the version in the path. */
const versioned = films.replace(
  '## Versioning\n\nNone.',
  `## Versioning

| Version | Status | Released |
| --- | --- | --- |
| 2 | current | 2026-11-01 |
| 1 | supported | 2026-03-01 |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | 2 |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Film.title | name | | |
`,
);

for (const [name, address] of everyStore) {
  describe(`around resumable uploads ${name}`, () => {
    test('an upload belongs to the version in which it began', async (t) => {
      const { ann } = await serveFilms(t, await address(), versioned);
      const old = { ...metadata({ name: 'Old', filetype: 'image/png' }), 'Upload-Length': '100' };
      const first = { V: '1' };
      assert.equal((await ann('POST /films', old)).status, 422);
      const begun = await ann('POST /films', { ...old, ...first });
      assert.equal(begun.status, 201, await begun.text());
      assert.equal(begun.headers.get('v'), '1');
      const place = begun.headers.get('location')!;
      assert.equal((await ann(`HEAD ${place}`)).status, 404);
      assert.equal((await ann(`HEAD ${place}`, first)).status, 200);
      const done = await ann(`PATCH ${place}`, { 'Upload-Offset': '0', ...first }, picture(100));
      assert.equal(done.status, 201);
      assert.equal(((await done.json()) as { name: string }).name, 'Old');
    });

    test('a request that goes on holds the upload until another asks for it', async (t) => {
      const { ann, address: at, keys } = await serveFilms(t, await address());
      const length = { 'Upload-Length': '1000', ...metadata({ title: 'Held', filetype: 'image/png' }) };
      const place = (await ann('POST /films', length)).headers.get('location')!;
      const slow = request(new URL(place, at), {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${keys.ann}`,
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': '1000',
        },
      });
      slow.on('error', () => undefined);
      slow.write(picture(1000).subarray(0, 600));
      const answered = once(slow, 'response');
      let second: Response;
      do {
        await pause(20);
        second = await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, new Uint8Array(0));
      } while (second.status === 204);
      assert.equal(second.status, 423);
      assert.match(await second.text(), /another request holds the upload/);
      const told = await ann(`HEAD ${place}`);
      assert.equal(told.headers.get('upload-offset'), '600');
      assert.equal(((await answered) as [{ statusCode: number }])[0].statusCode, 409);
      slow.destroy();
      const rest = picture(1000).subarray(600);
      assert.equal((await ann(`PATCH ${place}`, { 'Upload-Offset': '600' }, rest)).status, 201);
    });

    const skip = name.includes('SQLite') && 'its records end with the service';
    test('an upload continues after a restart, with its space, and under another document', { skip }, async (t) => {
      const store = await address();
      const first = await serve(films, { docs: false }, undefined, store);
      const key = await first.key(['own'], { studio: 'a' }, { id: 'key-0' });
      const title = { ...metadata({ title: 'One', filetype: 'image/png' }), 'Upload-Length': '2000000' };
      const begun = await tusAs(first.address, key)('POST /films', title);
      const place = begun.headers.get('location')!;
      await first.close();
      // The counters are counted anew by another document.
      const other = await serveFilms(t, store, films.replace('100 per hour', '90 per hour'));
      const tus = tusAs(other.address, key);
      assert.equal((await tus(`HEAD ${place}`)).status, 200);
      const more = { ...metadata({ title: 'Two' }), 'Upload-Length': '1000001' };
      assert.equal((await tus('POST /films', more)).status, 403);
      assert.equal((await tus('POST /films', { ...more, 'Upload-Length': '1000000' })).status, 201);
    });

    test('a disk that is full is an outage, after which the upload goes on', async (t) => {
      const { ann, files } = await serveFilms(t, await address());
      const length = { 'Upload-Length': '1000', ...metadata({ title: 'Full', filetype: 'image/png' }) };
      const place = (await ann('POST /films', length)).headers.get('location')!;
      const { open } = files!.uploads;
      const { StoreUnavailableError } = await import('../../../src/contracts/store.ts');
      Object.assign(files!.uploads, {
        open: async (id: string) => ({
          ...(await open(id)),
          sync: () => Promise.reject(new StoreUnavailableError('the folder of files: no space left on device')),
        }),
      });
      const full = await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, picture(1000));
      assert.equal(full.status, 503);
      assert.equal((await ann(`HEAD ${place}`)).headers.get('upload-offset'), '0');
      Object.assign(files!.uploads, { open });
      assert.equal((await ann(`PATCH ${place}`, { 'Upload-Offset': '0' }, picture(1000))).status, 201);
    });
  });
}
