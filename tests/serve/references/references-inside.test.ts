import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Tags name customers in a list, in a map, in an object and in either of a union, and tags that name tags. */
const document = shop
  .replace(
    '| invoice | ref Invoice or null | on delete clear | |',
    `| invoice | ref Invoice or null | on delete clear | |
| followers | ref Customer[] | | |
| roles | map of ref Customer | | |
| kept | Kept | | |
| alike | ref Tag[] | | |`,
  )
  .replace(
    '### Payment (object)',
    `### Kept (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| by | By |
| nobody | Nobody |

### By (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| customer | ref Customer | required | |
| before | By | | |

### Nobody (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| why | string | | |

### Payment (object)`,
  )
  .replace(
    '| read Tag | GET |',
    `| replace Tag | PATCH | /tags/{name} | \`Tag\` | 200 \`Tag\` | |
| delete Tag | DELETE | /tags/{name} | | 204 | |
| drop Customer (handler) | POST | /customers/{id}/drop | | 204 | |
| read Tag | GET |`.replace('replace Tag', 'update Tag'),
  )
  .replace('delete Customer, create Invoice', 'delete Customer, drop Customer, create Invoice');

const handlers = {
  // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
  'drop Customer': ({ record, store }: any) => store.delete('Customer', record.id),
};

async function shopOf(served: Served, name: string) {
  const key = await served.key(['read', 'write', 'tags'], { shop: name });
  let count = 0;
  return {
    key,
    async customer(): Promise<string> {
      const body = { name: 'Ada', email: `ada${++count}@${name}.example` };
      const got = await served.ask('POST /customers', { key, body });
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    },
    async put(tag: string, body: object): Promise<number> {
      return (await served.ask(`PUT /tags/${tag}`, { key, body })).status;
    },
    async patch(tag: string, body: object): Promise<number> {
      return (await served.ask(`PATCH /tags/${tag}`, { key, body })).status;
    },
    remove: async (path: string): Promise<string> => {
      const got = await served.ask(`DELETE ${path}`, { key });
      return got.status === 204 ? 'gone' : got.json.code;
    },
    drop: async (id: string): Promise<number> => (await served.ask(`POST /customers/${id}/drop`, { key })).status,
  };
}

for (const [name, addressOf] of everyStore) {
  test(`a record is not deleted to which a reference inside a list, map, object or union leads ${name}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf(), handlers);
    try {
      assert.deepEqual(findUnenforced(served.plan), []);
      const [a, b] = [await shopOf(served, 'a'), await shopOf(served, 'b')];
      const bodies: readonly ((id: string) => object)[] = [
        (id) => ({ followers: [id, id] }),
        (id) => ({ roles: { owner: id } }),
        (id) => ({ kept: { kind: 'by', customer: id } }),
      ];
      for (const [index, bodyOf] of bodies.entries()) {
        const [mine, inner, theirs] = [await a.customer(), await a.customer(), await b.customer()];
        assert.equal(await a.put(`t${index}`, bodyOf(mine)), 201);
        // The other shop's customer is not there for this one, and nobody's reference keeps it.
        assert.equal(await a.put(`other${index}`, bodyOf(theirs)), 422);
        assert.equal(await b.remove(`/customers/${theirs}`), 'gone');
        assert.equal(await a.remove(`/customers/${mine}`), 'in_use');
        assert.equal(await a.drop(mine), 409);
        // The reference moves to another record: the first is free, the second is kept.
        assert.equal(await a.patch(`t${index}`, bodyOf(inner)), 200);
        assert.equal(await a.remove(`/customers/${mine}`), 'gone');
        assert.equal(await a.remove(`/customers/${inner}`), 'in_use');
        // What refers goes itself.
        assert.equal(await a.remove(`/tags/t${index}`), 'gone');
        assert.equal(await a.drop(inner), 204);
      }
      assert.equal(await a.put('deep', { kept: { kind: 'by', customer: await a.customer() } }), 201);
      const deep = await a.customer();
      const outer = await a.customer();
      const kept = { kind: 'by', customer: outer, before: { kind: 'by', customer: deep } };
      assert.equal(await a.patch('deep', { kept }), 422, 'a tag inside the plain object is unknown');
      assert.equal(await a.patch('deep', { kept: { ...kept, before: { customer: deep } } }), 200);
      assert.equal(await a.remove(`/customers/${deep}`), 'in_use');
    } finally {
      await served.close();
    }
  });

  test(`a record that refers to itself from inside is deleted, one of a circle is not ${name}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf(), handlers);
    try {
      const a = await shopOf(served, 'a');
      for (const tag of ['x', 'y']) assert.equal(await a.put(tag, {}), 201);
      assert.equal(await a.patch('x', { alike: ['x'] }), 200);
      assert.equal(await a.remove('/tags/x'), 'gone');
      assert.equal(await a.put('x', { alike: ['y'] }), 201);
      assert.equal(await a.patch('y', { alike: ['x'] }), 200);
      assert.equal(await a.remove('/tags/x'), 'in_use');
    } finally {
      await served.close();
    }
  });

  test(`of a reference and a deletion at the same moment one holds, by whichever way it is deleted ${name}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf(), handlers);
    try {
      const a = await shopOf(served, 'a');
      const ends = new Set<string>();
      for (let round = 0; round < 24; round++) {
        const id = await a.customer();
        const put = (): Promise<number> => a.put(`r${round}`, { followers: [id] });
        const end = async (): Promise<number> =>
          round % 2 === 0 ? ((await a.remove(`/customers/${id}`)) === 'gone' ? 204 : 409) : a.drop(id);
        const [made, gone] = await Promise.all(
          round % 4 < 2 ? [put(), end()] : ([end(), put()].reverse() as [Promise<number>, Promise<number>]),
        );
        ends.add(`${made} ${gone}`);
      }
      for (const end of ends) assert.ok(['201 409', '422 204'].includes(end), end);
    } finally {
      await served.close();
    }
  });
}

test('a database whose references inside were not gathered knows them when it is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const file = join(folder, 'shop.db');
  const first = await serve(document, {}, undefined, `sqlite:${file}`, handlers);
  const a = await shopOf(first, 'a');
  const [kept, free] = [await a.customer(), await a.customer()];
  assert.equal(await a.put('t', { followers: [kept] }), 201);
  await first.close();
  const database = new DatabaseSync(file);
  database.exec(`DELETE FROM nonet_reference; DELETE FROM nonet_meta WHERE name = 'references'`);
  database.close();
  const again = await serve(document, {}, undefined, `sqlite:${file}`, handlers);
  const remove = async (id: string): Promise<number> =>
    (await again.ask(`DELETE /customers/${id}`, { key: a.key })).status;
  assert.deepEqual([await remove(kept), await remove(free)], [409, 204]);
  await again.close();
  rmSync(folder, { recursive: true });
});
