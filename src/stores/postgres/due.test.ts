import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { openStore } from '../index.ts';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql } from '../queries/prepared-query.ts';
import { dueBy, dueFields, waiting } from '../suites/due.suite.ts';
import { asking, keep, testHost } from '../suites/surroundings.suite.ts';
import { createConnector } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { reading } from './connection/opening/settings.ts';
import { questions, records } from './dialect.ts';

test('what is due is read along an index on the state and the moment, without a sort', async () => {
  const address = await freshDatabase();
  await (await openStore(address, waiting, { platform: testHost, durability: 'process' })).close();
  const connection = await createConnector(readConnectionSettings(address.slice('postgres:'.length)), reading)();
  const layout = createLayout(waiting);
  const maker = createTermContext(layout, records);
  for (const field of dueFields) {
    for (const nulls of [undefined, [false, false]]) {
      for (const { page } of compileQuerySql(maker, dueBy(field)).stretches(nulls)) {
        const text = `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${formatFragment(page, questions.placeholder)}`;
        const steps = (await connection.execute({ text })).rows.map(([line]) => String(line).trim()).join('; ');
        assert.match(steps, /^Limit; ->\s+Index Scan using bill_by_status_\w+_id on bill t; Index Cond: /);
        assert.doesNotMatch(steps, /Sort|Filter/);
      }
    }
  }
  await connection.end();
});

test('a row that another transaction holds is left out with `free`, and nobody waits', async () => {
  const store = await openStore(await freshDatabase(), waiting, { platform: testHost, durability: 'process' });
  await keep(store, (transaction) => transaction.insert('Bill', [1, 1, 'b1', 'north', 'draft', null]));
  const query = store.prepare({ resource: 'Bill', conditions: [{ kind: 'equal', field: 'id' }] });
  await keep(store, async (transaction) => {
    assert.equal((await transaction.bind(query).one(asking('b1')))?.[2], 'b1');
    const other = await keep(store, (second) => second.bind(query, 'free').one(asking('b1')));
    assert.equal(other, undefined);
  });
  await store.close();
});
