import './support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { formOf, png } from './serve/files/photos.fixture.ts';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/photos/photos.md'), 'utf8');
const day = 24 * 60 * 60_000;

/** What somebody got, as JSON if it is JSON. */
interface Reply {
  readonly status: number;
  readonly json: Got['json'];
  readonly bytes: Uint8Array;
}

/** A person who signed up, and sends requests by the session. */
interface Person {
  readonly id: string;
  readonly token: string;
  send(line: string, body?: object | FormData): Promise<Reply>;
}

for (const [name, address] of everyStore) {
  describe(`photos ${name}`, () => {
    let served: Served;
    let moment = Date.parse('2030-01-17T12:00:00Z');
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
    });
    after(() => served?.close());

    const send = async (line: string, body?: object | FormData, token?: string): Promise<Reply> => {
      const [method = '', path = ''] = line.split(' ');
      const isForm = body instanceof FormData;
      const headers = {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      };
      const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
      const response = await fetch(served.address + path, { method, headers, ...sent });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
      return { status: response.status, json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined, bytes };
    };
    let count = 0;
    const signUp = async (who: string): Promise<Person> => {
      count += 1;
      const body = { email: `${who}${count}@example.com`, name: who, password: `password of ${who}` };
      const { status, json } = await send('POST /people', body);
      assert.equal(status, 201, JSON.stringify(json));
      return { id: json.id, token: json.token, send: (line, sent) => send(line, sent, json.token) };
    };
    const must = async (person: Person, line: string, body?: object | FormData): Promise<Got['json']> => {
      const { status, json } = await person.send(line, body);
      assert.ok(status < 300, `${line}: ${status} ${JSON.stringify(json)}`);
      return json;
    };
    const upload = (person: Person, album: string, caption: string): Promise<Got['json']> => {
      const picture = new File([png(60)], 'sea.png', { type: 'image/png' });
      return must(person, `POST /albums/${album}/photos`, formOf({ caption, picture }));
    };

    test('a person uploads pictures, and no stranger sees them', async () => {
      const [ann, eve] = [await signUp('ann'), await signUp('eve')];
      const album = await must(ann, 'POST /albums', { title: 'Sea' });
      assert.deepEqual([album.status, album.photos, album.owner], ['private', 0, ann.id]);
      const photo = await upload(ann, album.id, 'waves');
      assert.deepEqual(photo.picture, { name: 'sea.png', type: 'image/png', size: 60 });
      assert.deepEqual((await ann.send(`GET /photos/${photo.id}/picture`)).bytes, png(60));
      assert.equal((await must(ann, `GET /albums/${album.id}`)).photos, 1);
      assert.equal((await must(ann, 'GET /me')).photos, 1);
      for (const line of [
        `GET /albums/${album.id}`,
        `GET /albums/${album.id}/photos`,
        `GET /photos/${photo.id}`,
        `GET /photos/${photo.id}/picture`,
        `PATCH /photos/${photo.id}`,
        `POST /albums/${album.id}/share`,
        `GET /shared/${album.link}`,
        `GET /shared/${album.link}/photos`,
      ]) {
        const got = await eve.send(line, line.startsWith('PATCH') ? { caption: 'mine' } : undefined);
        const isEmpty = got.status === 200 && got.json.data.length === 0;
        assert.ok(got.status === 404 || isEmpty, `${line}: ${got.status}`);
      }
      const html = new File(['<script>'], 'cat.png', { type: 'image/png' });
      const wrong = await ann.send(`POST /albums/${album.id}/photos`, formOf({ picture: html }));
      assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/picture']);
      assert.equal((await eve.send(`POST /albums/${album.id}/photos`, formOf({ picture: html }))).status >= 400, true);
    });

    test('a page shows pictures by links that end after an hour', async () => {
      const ann = await signUp('ann');
      const album = await must(ann, 'POST /albums', { title: 'Sea' });
      const photo = await upload(ann, album.id, 'waves');
      const [listed] = (await must(ann, `GET /albums/${album.id}/photos`)).data;
      const { link } = await must(ann, `GET /photos/${photo.id}`);
      for (const address of [link, listed.link]) {
        const shown = await send(`GET ${address.replace(served.address, '')}`);
        assert.deepEqual([shown.status, shown.bytes], [200, png(60)]);
      }
      assert.equal((await send(`GET ${link.replace('signature=', 'signature=0')}`)).status, 404);
      moment += 61 * 60_000;
      assert.equal((await send(`GET ${link}`)).status, 404);
    });

    test('the photos of a person have 5 GB together, in whichever album', async (t) => {
      const small = document.replace('5 GB of files', '130 B of files');
      const other = await serve(small, {}, () => moment, await address());
      t.after(() => other.close());
      const people = await Promise.all(
        ['ann', 'bob'].map(async (name) => {
          const body = { email: `${name}@example.com`, name, password: `password of ${name}` };
          const { token } = (await other.ask('POST /people', { body })).json;
          const { id } = (await other.ask('POST /albums', { body: { title: 'Sea' }, key: token })).json;
          const send = async (): Promise<Reply> => {
            const form = formOf({ picture: new File([png(60)], 'sea.png', { type: 'image/png' }) });
            const init = { method: 'POST', body: form, headers: { Authorization: `Bearer ${token}` } };
            const response = await fetch(`${other.address}/albums/${id}/photos`, init);
            return { status: response.status, json: await response.json(), bytes: new Uint8Array() };
          };
          return send;
        }),
      );
      for (const send of people) {
        assert.deepEqual([(await send()).status, (await send()).status], [201, 201]);
        const full = await send();
        assert.deepEqual([full.status, full.json.code], [409, 'space_full']);
      }
    });

    test('whoever has the link sees a shared album, until it is hidden', async () => {
      const ann = await signUp('ann');
      const album = await must(ann, 'POST /albums', { title: 'Sea' });
      const photo = await upload(ann, album.id, 'waves');
      assert.equal((await send(`GET /shared/${album.link}`)).status, 404);
      await must(ann, `POST /albums/${album.id}/share`);
      assert.deepEqual((await send(`GET /shared/${album.link}`)).json, { title: 'Sea', photos: 1, from: 'ann' });
      const shown = (await send(`GET /shared/${album.link}/photos`)).json.data;
      assert.deepEqual(shown, [{ id: photo.id, caption: 'waves' }]);
      assert.deepEqual((await send(`GET /shared/${album.link}/photos/${photo.id}`)).bytes, png(60));
      const other = await must(ann, 'POST /albums', { title: 'Other' });
      await must(ann, `POST /albums/${other.id}/share`);
      assert.equal((await send(`GET /shared/${other.link}/photos/${photo.id}`)).status, 404);
      await must(ann, `POST /albums/${album.id}/hide`);
      assert.equal((await send(`GET /shared/${album.link}`)).status, 404);
      assert.equal((await send(`GET /shared/${album.link}/photos/${photo.id}`)).status, 404);
    });

    test('a guest accepts an invitation once, within a week, and adds photos', async () => {
      const [ann, bob, eve] = [await signUp('ann'), await signUp('bob'), await signUp('eve')];
      const album = await must(ann, 'POST /albums', { title: 'Wedding' });
      const { code } = await must(ann, 'POST /invitations', { album: album.id });
      assert.deepEqual((await send(`GET /invited/${code}`)).json, { status: 'open', album: 'Wedding', from: 'ann' });
      assert.equal((await ann.send(`POST /invited/${code}/accept`)).json.code, 'own_album');
      await must(bob, `POST /invited/${code}/accept`);
      assert.equal((await eve.send(`POST /invited/${code}/accept`)).status, 409);
      const photo = await upload(bob, album.id, 'cake');
      assert.deepEqual(
        (await must(bob, 'GET /albums')).data.map(({ id }: { id: string }) => id),
        [album.id],
      );
      assert.equal((await bob.send(`PATCH /albums/${album.id}`, { title: 'Mine' })).status, 403);
      assert.equal((await eve.send('POST /invitations', { album: album.id })).status >= 400, true);
      const [guest] = (await must(ann, `GET /albums/${album.id}/guests`)).data;
      assert.equal(guest.name, 'bob');
      await must(bob, `DELETE /guests/${guest.id}`);
      assert.equal((await bob.send(`GET /photos/${photo.id}`)).status, 404);
      assert.deepEqual((await must(ann, `GET /albums/${album.id}/photos`)).data.length, 1);
      const late = await must(ann, 'POST /invitations', { album: album.id });
      moment += 8 * day;
      assert.equal((await eve.send(`POST /invited/${late.code}/accept`)).status, 409);
    });

    test('a person who leaves takes albums and pictures along', async () => {
      const ann = await signUp('ann');
      const album = await must(ann, 'POST /albums', { title: 'Sea' });
      const photo = await upload(ann, album.id, 'waves');
      await must(ann, `POST /albums/${album.id}/share`);
      const change = { password: 'another password', current: 'wrong password' };
      assert.equal((await ann.send('PATCH /me/password', change)).status, 422);
      await must(ann, 'PATCH /me/password', { ...change, current: 'password of ann' });
      await must(ann, 'DELETE /me');
      assert.equal((await ann.send('GET /me')).status, 401);
      assert.equal((await send(`GET /shared/${album.link}`)).status, 404);
      assert.equal((await send(`GET /shared/${album.link}/photos/${photo.id}`)).status, 404);
    });
  });
}
