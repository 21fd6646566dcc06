import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, type Served, serve } from '../support/served.fixture.ts';

/** Photos and scans of shops, whose files have room for a number of bytes together. */
function documentOf(...rows: readonly string[]): string {
  const resource = (name: string): string => `### ${name}

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| image | file | |
| paper | file | |`;
  const operations = (
    name: string,
    path: string,
  ): string => `| create ${name} | POST | ${path} | \`${name}\` | 201 \`${name}\` |
| update ${name} as put_${name.toLowerCase()} | PUT | ${path}/{id}/image | \`${name}.image\` | 204 |
| delete ${name} | DELETE | ${path}/{id} | | 204 |`;
  return documentText('Photos', {
    purpose: 'Keeps photos.\n\n- In scope: photos',
    resources: `${resource('Photo')}\n\n${resource('Scan')}`,
    states: `### Photo

| Transition | Effect |
| --- | --- |
| double | \`paper = image\` |
| clear | \`image = null\`; \`paper = null\` |
| scan | \`create Scan(image: image)\` |`,
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
${operations('Photo', '/photos')}
${operations('Scan', '/scans')}
| double Photo | POST | /photos/{id}/double | | 204 |
| clear Photo | POST | /photos/{id}/clear | | 204 |
| scan Photo | POST | /photos/{id}/scan | | 204 |`,
    authentication: keyed('| all | all | `shop == caller.shop` |'),
    events: 'None.',
    errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| full | 409 | quota |`,
    limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`,
    versioning: 'None.',
  });
}

const perShop = '| space | quota | Photo, Scan | caller.shop | 1 kB of files | full |';

interface Caller {
  create(path: string, sizes: { readonly image?: number; readonly paper?: number }): Promise<Response>;
  send(line: string, body?: Uint8Array<ArrayBuffer>): Promise<number>;
}

let made = 0;

/** Returns a caller of a shop. */
async function callerOf(served: Served, shop: string): Promise<Caller> {
  const key = await served.key(['all'], { shop }, { id: `caller ${++made}` });
  const headers = { Authorization: `Bearer ${key}` };
  return {
    create(path, sizes) {
      const body = new FormData();
      for (const [name, size] of Object.entries(sizes)) body.append(name, new File([new Uint8Array(size)], name));
      body.append('none', '');
      body.delete('none');
      return fetch(served.address + path, { method: 'POST', headers, body });
    },
    async send(line, body) {
      const [method = '', path] = line.split(' ');
      const type = { 'Content-Type': 'application/octet-stream' };
      const sent = body === undefined ? { headers } : { body, headers: { ...headers, ...type } };
      return (await fetch(served.address + path, { method, ...sent })).status;
    },
  };
}

const bytes = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(size);

for (const [store, addressOf] of [
  ['on SQLite', async (folder: string) => `sqlite:${join(folder, 'test.db')}`],
  ['on PostgreSQL', () => freshDatabase()],
] as const) {
  const opened = async (t: TestContext): Promise<(document: string) => Promise<Served>> => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const address = await addressOf(folder);
    const all: Served[] = [];
    t.after(async () => {
      for (const served of all) await served.close().catch(() => undefined);
      rmSync(folder, { recursive: true });
    });
    return async (document) => {
      const served = await serve(document, {}, undefined, address);
      all.push(served);
      return served;
    };
  };

  describe(`quotas of files ${store}`, () => {
    test('the files of all records of a shop have room together, and those of another shop their own', async (t) => {
      const served = await (await opened(t))(documentOf(perShop));
      const [north, south] = [await callerOf(served, 'north'), await callerOf(served, 'south')];
      assert.equal((await north.create('/photos', { image: 400, paper: 200 })).status, 201);
      assert.equal((await north.create('/scans', { image: 401 })).status, 409);
      assert.equal((await north.create('/scans', { image: 400 })).status, 201);
      const full = await north.create('/photos', { image: 1 });
      assert.deepEqual([full.status, ((await full.json()) as { code: string }).code], [409, 'full']);
      // A record without a file needs no room.
      assert.equal((await north.create('/photos', { image: 0 })).status, 201);
      assert.equal((await south.create('/photos', { image: 1_001 })).status, 409);
      assert.equal((await south.create('/photos', { image: 1_000 })).status, 201);
    });

    test('a smaller file, a removed one and a deleted record give their room back', async (t) => {
      const served = await (await opened(t))(documentOf(perShop));
      const north = await callerOf(served, 'north');
      const { id } = (await (await north.create('/photos', { image: 600, paper: 300 })).json()) as { id: number };
      const put = (size: number): Promise<number> => north.send(`PUT /photos/${id}/image`, bytes(size));
      assert.deepEqual([await put(701), await put(700), await put(100)], [409, 204, 204]);
      assert.equal((await north.create('/scans', { image: 600 })).status, 201);
      assert.equal((await north.create('/scans', { image: 1 })).status, 409);
      assert.equal(await put(101), 409);
      assert.equal(await north.send(`POST /photos/${id}/clear`), 204);
      assert.equal((await north.create('/scans', { image: 401 })).status, 409);
      const scan = (await (await north.create('/scans', { image: 400 })).json()) as { id: number };
      assert.equal(await put(1), 409);
      assert.equal(await north.send(`DELETE /scans/${scan.id}`), 204);
      assert.equal(await put(401), 409);
      assert.equal(await put(400), 204);
      assert.equal(await north.send(`DELETE /photos/${id}`), 204);
      assert.equal((await north.create('/photos', { image: 400 })).status, 201);
    });

    test('a copy in another field or record counts too, and a refused change changes nothing', async (t) => {
      const served = await (await opened(t))(documentOf(perShop));
      const north = await callerOf(served, 'north');
      const { id } = (await (await north.create('/photos', { image: 400 })).json()) as { id: number };
      assert.equal(await north.send(`POST /photos/${id}/double`), 204);
      assert.equal(await north.send(`POST /photos/${id}/scan`), 409);
      assert.equal((await north.create('/scans', { image: 201 })).status, 409);
      assert.equal((await north.create('/scans', { image: 200 })).status, 201);
    });

    test('a quota counts the files that are there when it comes, and holds at once', async (t) => {
      const open = await opened(t);
      const before = await open(documentOf('| few | quota | Photo | | 9 | full |'));
      const caller = await callerOf(before, 'north');
      assert.equal((await caller.create('/photos', { image: 600, paper: 50 })).status, 201);
      assert.equal((await caller.create('/scans', { image: 100 })).status, 201);
      await before.close();
      const after = await open(documentOf(perShop, '| all | quota | Photo | | 2 kB of files | full |'));
      const again = await callerOf(after, 'north');
      assert.equal((await again.create('/scans', { image: 251 })).status, 409);
      assert.equal((await again.create('/scans', { image: 250 })).status, 201);
      const south = await callerOf(after, 'south');
      assert.equal((await south.create('/photos', { image: 900 })).status, 201);
      const east = await callerOf(after, 'east');
      assert.equal((await east.create('/photos', { image: 451 })).status, 409);
      assert.equal((await east.create('/photos', { image: 450 })).status, 201);
    });

    test('of many uploads at once no more bytes are kept than the quota says', async (t) => {
      const open = await opened(t);
      const first = await open(documentOf(perShop));
      // A file of SQLite is served by one process.
      const second = store === 'on SQLite' ? first : await open(documentOf(perShop));
      const callers = await Promise.all(
        [first, second].flatMap((served) => ['north', 'south'].map((shop) => callerOf(served, shop))),
      );
      const statuses = await Promise.all(
        Array.from({ length: 80 }, async (_, i) => {
          const { status } = await callers[i % 4]!.create(i % 3 === 0 ? '/scans' : '/photos', { image: 90 });
          return [i % 2, status] as const;
        }),
      );
      for (const shop of [0, 1]) {
        const kept = statuses.filter(([of, status]) => of === shop && status === 201);
        assert.equal(kept.length, 11);
      }
      for (const caller of callers.slice(0, 2)) {
        assert.equal((await caller.create('/photos', { image: 11 })).status, 409);
        assert.equal((await caller.create('/photos', { image: 10 })).status, 201);
      }
    });
  });
}

test('the plan says which operations count the bytes', () => {
  const { operations } = planFor(documentOf(perShop));
  const wordsOf = (name: string) =>
    operations
      .find((operation) => operation.name === name)!
      .steps.flatMap(({ words, refusals = [] }) =>
        refusals.some(({ condition }) => condition === 'quota') ? [words] : [],
      );
  assert.deepEqual(wordsOf('create Scan'), ['at most 1 kB of files kept per caller.shop (space)']);
  assert.deepEqual(wordsOf('put_photo'), ['store the Photo']);
  assert.deepEqual(wordsOf('double Photo'), ['store the Photo']);
  assert.deepEqual(wordsOf('delete Scan'), []);
});
