import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopIs } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { searchedShops } from '../../../tests/support/searched-shops.ts';
import type { Query } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql } from '../queries/prepared-query.ts';
import { asking, byId, fill, ids, invoice, testHost } from '../suites/surroundings.suite.ts';
import { createConnector } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { reading } from './connection/opening/settings.ts';
import { questions, records } from './dialect.ts';

test('a search reads the entries of its tenant alone, however many records of others match', async (t) => {
  const address = await freshDatabase();
  const store = await openStore(address, searchedShops, { platform: testHost, durability: 'process' });
  t.after(() => store.close());
  const connection = await createConnector(readConnectionSettings(address.slice('postgres:'.length)), reading)();
  t.after(() => connection.end());
  const query: Query = {
    resource: 'Invoice',
    conditions: [
      { kind: 'any', of: [shopIs] },
      { kind: 'search', fields: ['memo'] },
    ],
    order: byId,
  };
  const { probe } = compileQuerySql(createTermContext(createLayout(searchedShops), records), query).searched!;
  const valuesOf = (shop: string) => ({ ...asking(undefined, 'paper'), caller: { shop } });
  /** How many rows the index gives. */
  const work = async (shop: string): Promise<number> => {
    await connection.execute({ text: 'SET enable_seqscan = off' });
    const text = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${formatFragment(probe, questions.placeholder)}`;
    const values = probe.sources.map((source) => source(valuesOf(shop)));
    const { rows } = await connection.execute({ text }, values);
    const plan = rows.map(([line]) => String(line)).join('\n');
    const found = /Bitmap Index Scan on nonet_search_invoice \(actual rows=(\d+)/.exec(plan);
    assert.ok(found !== null && !plan.includes('Rows Removed'), plan);
    return Number(found[1]);
  };
  await fill(
    store,
    'Invoice',
    ['a', 'b', 'c'].map((id) => invoice(id, 'north', { memo: `paper ${id}` })),
  );
  assert.equal(await work('north'), 3);
  await fill(
    store,
    'Invoice',
    Array.from({ length: 500 }, (_, at) => invoice(`s${at}`, at % 2 === 0 ? 'south' : 'west', { memo: 'paper' })),
  );
  assert.deepEqual([await work('north'), await work('south')], [3, 250]);
  // The server does these with a search path of its own.
  for (const text of ['VACUUM ANALYZE', 'REINDEX INDEX nonet_search_invoice']) await connection.execute({ text });
  assert.deepEqual([await work('north'), await work('south')], [3, 250]);
  assert.deepEqual(await ids(store, query, { ...valuesOf('north'), limit: 9 }), ['a', 'b', 'c']);
});
