import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createReport } from '../../src/cli/document/compare/comparing.ts';
import { type Document, readDocument } from '../../src/parts/index.ts';
import { changeVerbs, placements as placementWords } from '../../src/parts/versioning/words.ts';
import { createSource } from '../../src/text/location.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { runs } from '../support/runs.ts';
import { comparisons } from './comparisons.ts';
import { openPair } from './differential.ts';
import { type OrdersVersion, orders, placements } from './orders.fixture.ts';

const seed = 1;

function read(version: OrdersVersion): Document {
  const document = readDocument(createSource(`orders-${version}.md`, orders(version)));
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return document;
}

test('the orders have rows of every kind of change, in every placement', () => {
  const used = new Set(read(3).service.versioning.changes.map(({ change }) => change.value));
  assert.deepEqual(
    changeVerbs.filter((verb) => !used.has(verb)),
    [],
  );
  assert.deepEqual(Object.keys(placements).toSorted(), placementWords.toSorted());
});

for (const [older, newer] of [
  [1, 2],
  [2, 3],
  [1, 3],
] as const) {
  test(`the rows of orders ${newer} lead back to orders ${older}`, () => {
    const { mismatches: unlike, missing, changelog: log } = createReport(read(older), read(newer));
    assert.deepEqual([unlike, missing, log.filter(({ kind }) => kind !== 'recorded')], [[], [], []]);
  });
}

test('a difference is shown by its smallest sequence of requests and by the seed', async (t) => {
  const [comparison] = comparisons;
  const newer = comparison!.newer.replace('| 3 | default | Order.note | "none" | | |\n', '');
  const pair = await openPair({ ...comparison!, newer }, async () => 'sqlite::memory:');
  t.after(() => pair.close());
  const error = await pair.run(500, seed).then(
    () => assert.fail('no difference was found'),
    (thrown: Error) => thrown.message.split('\n'),
  );
  assert.match(error[0]!, /orders, version 1 by header: .* seed 1/);
  const sent = error.filter((line) => /^(GET|POST|PUT|PATCH|DELETE) /.test(line));
  // One creation of each resource that an order refers to comes first.
  assert.ok(sent.length <= 4, sent.join('\n'));
  assert.match(sent.at(-1)!, /^POST \/orders/);
  assert.match(error.find((line) => line.includes('older document: {'))!, /"note":"none"/);
});

for (const [store, address] of everyStore) {
  const isMemory = store === 'on SQLite';
  describe(`callers of an older version get the answers of its document ${store}`, () => {
    // Placements do not reach the store.
    for (const compared of comparisons.filter(({ placed }) => isMemory || placed === 'header')) {
      const requests = runs(isMemory ? 500 : 250);
      test(`${compared.title}: ${requests} generated requests`, async (t) => {
        const pair = await openPair(compared, address);
        t.after(() => pair.close());
        assert.ok((await pair.run(requests, seed)) >= requests);
      });
    }
  });
}
