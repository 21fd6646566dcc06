import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { then } from '../../../src/contracts/maybe-promise.ts';
import type { QueryValues, Store } from '../../../src/contracts/store.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { paged } from './paging.fixture.ts';

const document = paged.replace('3, at most 5', '3, at most 60');
const count = 12;

/** A store that notes the number of rows that each page reads. */
function noteReads(store: Store, reads: number[]): Store {
  return Object.assign(Object.create(store) as Store, {
    prepare(query: Parameters<Store['prepare']>[0]) {
      const prepared = store.prepare(query);
      const many = (values: QueryValues) =>
        then(prepared.many(values), (found) => {
          if ((values.limit ?? 0) > 50) reads.push(found.rows.length);
          return found;
        });
      return { ...prepared, many };
    },
  });
}

for (const [name, address] of everyStore) {
  describe(`pages of large records ${name}`, () => {
    test('a page ends at its size, its cursor goes on, and the rest is not read', async (t) => {
      const reads: number[] = [];
      const through = (store: Store): Store => noteReads(store, reads);
      const served = await serveIn(t, document, {}, undefined, await address(), undefined, undefined, through);
      const key = await served.key(['all'], { shop: 'north' });
      const titles = Array.from({ length: count }, (_, at) => `${at}`.padStart(2, '0').padEnd(1_000_000, 'x'));
      for (const title of titles) assert.equal((await served.ask('POST /items', { key, body: { title } })).status, 201);
      const sizes: number[] = [];
      let query = '?limit=60';
      while (query !== '') {
        const { json } = await served.ask(`GET /cursor${query}`, { key });
        sizes.push(json.data.length);
        query = json.next === null || json.next === undefined ? '' : `?limit=60&cursor=${json.next}`;
      }
      assert.deepEqual(sizes, [8, 4]);
      const { status, text } = await served.ask('GET /offset?limit=60', { key });
      assert.equal(status, 422);
      assert.match(text, /request fewer records/);
      if (name === 'on SQLite') assert.deepEqual(reads, [9, 4, 9]);
    });
  });
}
