import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { removeExpired } from '../../../src/serve/uploads/sweep.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { metadata, picture, serveFilms, type Tus } from './uploads.fixture.ts';

const begin = (who: Tus, title: string, length: number) =>
  who('POST /films', { ...metadata({ title, filetype: 'image/png' }), 'Upload-Length': String(length) });

for (const [name, address] of everyStore) {
  describe(`the space of resumable uploads ${name}`, () => {
    test('S80: is reserved when an upload begins, and returned with it', async (t) => {
      let moment = Date.parse('2030-01-01T00:00:00Z');
      const { ann, bob, other, store, files } = await serveFilms(t, await address(), undefined, () => moment);
      const places: string[] = [];
      for (let at = 0; at < 2; at++) {
        const begun = await begin(ann, `film ${at}`, 1_500_000);
        assert.equal(begun.status, 201);
        places.push(begun.headers.get('location')!);
      }
      // The studio has 3 MB, whoever of it asks; another studio has its own.
      assert.equal((await begin(bob, 'more', 4)).status, 403);
      assert.equal((await begin(other, 'theirs', 1_500_000)).status, 201);
      assert.equal((await ann(`DELETE ${places[0]!}`)).status, 204);
      assert.equal((await begin(bob, 'fits', 1_500_000)).status, 201);
      // What is complete takes the space that it had reserved, and no more.
      const done = await ann(`PATCH ${places[1]!}`, { 'Upload-Offset': '0' }, picture(1_500_000));
      assert.equal(done.status, 201, await done.text());
      assert.equal((await begin(bob, 'none', 4)).status, 403);
      // A deleted record returns it.
      assert.equal((await ann('DELETE /films/1')).status, 204);
      assert.equal((await begin(bob, 'again', 1_500_000)).status, 201);
      // What has expired is gone with its space and its bytes.
      await ann(`PATCH ${places[1]!}`, { 'Upload-Offset': '0' }, picture(10));
      moment += 25 * 3_600_000;
      assert.equal((await ann(`HEAD ${places[1]!}`)).status, 404);
      assert.equal(await removeExpired(store.uploads, files!, moment), 4);
      assert.equal((await begin(bob, 'later', 2_000_000)).status, 201);
      assert.equal((await begin(bob, 'too much', 1_000_001)).status, 403);
    });

    test('is that of the growth of a record', async (t) => {
      const { ann, bob } = await serveFilms(t, await address());
      const film = { ...metadata({ title: 'One', filetype: 'text/plain' }), 'Upload-Length': '5' };
      assert.equal((await ann('POST /films', film, 'words')).status, 201);
      const length = { 'Upload-Length': '1000' };
      assert.equal((await ann('POST /films/1/poster', length, picture(1_000))).status, 201);
      assert.equal((await begin(ann, 'two', 1_998_000)).status, 201);
      assert.equal((await begin(bob, 'three', 1_000_996)).status, 403);
      assert.equal((await begin(bob, 'four', 1_000_995)).status, 201);
      // Content of the same size needs no more space.
      assert.equal((await ann('POST /films/1/poster', length, picture(1_000, 3))).status, 201);
      const poster = await ann('GET /films/1/poster');
      assert.deepEqual(new Uint8Array(await poster.arrayBuffer()), picture(1_000, 3));
    });
  });
}
