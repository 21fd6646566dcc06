import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { shopIs } from '../../../tests/support/plans.ts';
import { searchedShops } from '../../../tests/support/searched-shops.ts';
import type { Condition, Query } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql } from '../queries/prepared-query.ts';
import { mostCandidates } from '../queries/searched.ts';
import { asking, byId, fill, ids, invoice, keep, testHost } from '../suites/surroundings.suite.ts';
import { adaptRecords, records } from './dialect.ts';

const search: Condition = { kind: 'search', fields: ['memo'] };
const query: Query = { resource: 'Invoice', conditions: [{ kind: 'any', of: [shopIs] }, search], order: byId };

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.db');
}

const open = (file: string) =>
  openStore(`sqlite:${file}`, searchedShops, { platform: testHost, durability: 'process' });

test('a search with more candidates than are read at once finds the same records, of one tenant', async (t) => {
  const store = await open(fileOf(t));
  t.after(() => store.close());
  await keep(store, async (transaction) => {
    for (let at = 0; at < mostCandidates + 100; at++) {
      const memo = at % 5_000 === 0 ? 'paper towel' : 'paper';
      await transaction.insert(
        'Invoice',
        invoice(`i${String(at).padStart(6, '0')}`, at % 2 === 0 ? 'north' : 'south', { memo }),
      );
    }
  });
  const values = (text: string) => ({ ...asking(undefined, text), caller: { shop: 'north' } });
  assert.deepEqual(await ids(store, query, { ...values('PAPER'), limit: 2 }), ['i000000', 'i000002']);
  assert.deepEqual(await ids(store, query, { ...values('towel pap'), limit: 9 }), ['i000000', 'i005000', 'i010000']);
  assert.equal(await store.prepare(query).count(values('paper')), (mostCandidates + 100) / 2);
  assert.equal(await store.prepare(query).count(values('owe')), 3);
});

test('a search reads the entries and the records of its tenant alone, however many records of others match', async (t) => {
  const file = fileOf(t);
  const store = await open(file);
  t.after(() => store.close());
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  database.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'nonet_search_invoice', 'row')`);
  const made = compileQuerySql(createTermContext(createLayout(searchedShops), records), query);
  const work = (shop: string): readonly number[] => {
    const values = { ...asking(undefined, 'paper'), caller: { shop } };
    const match = String(made.searched!.probe.sources[0]!(values));
    const entries = match.replaceAll('"', '').split(' ');
    const counts = entries.map(
      (term) => database.prepare('SELECT doc FROM temp.terms WHERE term = ?').get(term)?.doc ?? 0,
    );
    const probe = formatFragment(made.searched!.probe, records.queries.placeholder);
    return [...counts.map(Number), Number(Object.values(database.prepare(probe).get(match)!)[0])];
  };
  await fill(
    store,
    'Invoice',
    ['a', 'b', 'c'].map((id) => invoice(id, 'north', { memo: `paper ${id}` })),
  );
  const alone = work('north');
  assert.deepEqual(alone, [3, 3, 3, 3]);
  await fill(
    store,
    'Invoice',
    Array.from({ length: 500 }, (_, at) => invoice(`s${at}`, at % 2 === 0 ? 'south' : 'west', { memo: 'paper' })),
  );
  assert.deepEqual([work('north'), work('south')], [alone, [250, 250, 250, 250]]);
  const values = { ...asking(undefined, 'paper'), caller: { shop: 'north' } };
  assert.deepEqual(await ids(store, query, { ...values, limit: 9 }), ['a', 'b', 'c']);
});

test('the index fits a database that was vacuumed, and a copy of it', async (t) => {
  const file = fileOf(t);
  const store = await open(file);
  await fill(
    store,
    'Invoice',
    ['a', 'b', 'c', 'd'].map((id) => invoice(id, 'north', { memo: `word ${id.repeat(3)}` })),
  );
  await keep(store, async (transaction) => void (await transaction.delete('Invoice', 'b')));
  await store.close();
  const database = new DatabaseSync(file);
  database.exec('VACUUM');
  database.prepare('VACUUM INTO ?').run(`${file}-copy`);
  database.close();
  for (const path of [file, `${file}-copy`]) {
    const again = await open(path);
    const found = await ids(again, query, { ...asking(undefined, 'ddd'), caller: { shop: 'north' } });
    await again.close();
    assert.deepEqual(found, ['d']);
  }
});

test('an SQLite without FTS5 has no search index, and searches without it', () => {
  const layout = createLayout(searchedShops);
  const without = { exec: () => assert.fail('no such module: fts5') } as unknown as DatabaseSync;
  const adapted = adaptRecords(without, layout);
  assert.equal(adapted.search, undefined);
  assert.equal(adapted.queries.searchIndex, undefined);
  const database = new DatabaseSync(':memory:');
  assert.equal(adaptRecords(database, layout), records);
  database.close();
});
