import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { StoreTimeoutError, StoreUnavailableError } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { createCounting } from '../service-tables/rates.ts';
import { testHost } from '../suites/surroundings.suite.ts';
import { type Connection, createConnector, type Statement } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { SharedConnection } from './connection/pool.ts';
import { createCountingSession } from './counting.ts';
import { serviceDialect } from './service-dialect.ts';

const asked = { name: 'few', key: 'north', instance: 'one', most: 2, now: 1_000 };

test('whoever counts hears of a lost connection, and counts on over another', async (t) => {
  const address = await freshDatabase();
  const store = await openStore(address, shops, { platform: testHost, durability: 'process' });
  t.after(() => store.close());
  const { counting } = store;
  assert.equal(await counting.enter(asked), true);
  assert.equal(counting.lost(), 0);
  const other = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
  t.after(() => other.end());
  await other.execute({
    text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  });
  assert.equal(await counting.enter(asked), true);
  assert.ok(counting.lost() > 0);
  assert.equal(await counting.enter(asked), false);
});

test('tokens that were handed back as the connection was lost are not handed back twice', async () => {
  const told: string[] = [];
  const lost = Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
  const connect = async (): Promise<Connection> => {
    const connection = {
      alive: true,
      lost: undefined,
      heard: undefined,
      async execute({ text }: Statement) {
        if (text === 'SELECT 1') return { rows: [], count: 0, command: 'SELECT' };
        told.push(text);
        connection.alive = false;
        throw lost;
      },
      end: async () => undefined,
    };
    return connection;
  };
  const line = new SharedConnection(connect);
  await line.execute({ text: 'SELECT 1' });
  const counting = createCounting(
    createCountingSession(line, (text) => ({ text })),
    serviceDialect,
  );
  await assert.rejects(async () => counting.putBack('calm', 'north', 3), StoreUnavailableError);
  assert.equal(told.length, 1);
  await line.execute({ text: 'SELECT 1' });
  assert.equal(counting.lost(), 1);
});

test('a database that takes too long to count is unavailable: it is not the request whose time is over', async () => {
  const ask = () => Promise.reject(new StoreTimeoutError('too long'));
  const counting = createCounting(
    createCountingSession({ losses: 0, execute: ask, executeOnce: ask }, (text) => ({ text })),
    serviceDialect,
  );
  await assert.rejects(async () => counting.enter(asked), StoreUnavailableError);
  await assert.rejects(async () => counting.putBack('calm', 'north', 3), StoreUnavailableError);
});
