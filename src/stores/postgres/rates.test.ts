import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { StoreTimedOut, StoreUnavailable } from '../../steps/store.ts';
import { openStore } from '../index.ts';
import { testHost } from '../surroundings.suite.ts';
import { placeOf } from './address.ts';
import { connector } from './connect.ts';
import { createCounting } from './rates.ts';

const asked = { name: 'few', key: 'north', instance: 'one', most: 2, now: 1_000 };

test('whoever counts hears of a lost connection, and counts on over another', async (t) => {
  const address = await freshDatabase();
  const store = await openStore(address, shops, { host: testHost, durability: 'process' });
  t.after(() => store.close());
  const { counting } = store;
  assert.equal(await counting.enter(asked), true);
  assert.equal(counting.lost(), 0);
  const other = await connector(placeOf(address.slice(address.indexOf(':') + 1)), [])();
  t.after(() => other.end());
  await other.ask({
    text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  });
  assert.equal(await counting.enter(asked), true);
  assert.ok(counting.lost() > 0);
  assert.equal(await counting.enter(asked), false);
});

test('a database that takes too long to count is unavailable: it is not the request whose time is over', async () => {
  const line = { losses: 0, ask: () => Promise.reject(new StoreTimedOut('too long')) };
  const counting = createCounting(line, (text) => ({ text }));
  await assert.rejects(async () => counting.enter(asked), StoreUnavailable);
});
