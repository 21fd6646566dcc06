import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { shops } from '../../tests/support/plans.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { openMigration, openStore } from './index.ts';
import { testHost } from './suites/surroundings.suite.ts';

const options = { platform: { ...testHost, now: Date.now }, durability: 'process' } as const;

/** Gives the service tables the names, the index and the states that they had in an older Nonet, with a row in each table. */
const older = [
  'ALTER TABLE nonet_unsubscribed RENAME TO nonet_ended',
  'ALTER TABLE nonet_slot RENAME TO nonet_place',
  'ALTER TABLE nonet_reference_target RENAME TO nonet_referred',
  'ALTER TABLE nonet_idempotency RENAME TO nonet_outcome',
  'DROP INDEX nonet_idempotency_by_end',
  'DROP INDEX nonet_slot_by_instance',
  'DROP INDEX nonet_delivery_in_flight',
  'CREATE INDEX nonet_outcome_by_end ON nonet_outcome (kept_until)',
  'CREATE INDEX nonet_place_by_instance ON nonet_place (instance)',
  `CREATE INDEX nonet_delivery_under_way ON nonet_delivery (subscriber) WHERE state = 'under way'`,
  `INSERT INTO nonet_ended (subscriber, address) VALUES ('Hook.url a', 'https://a.example')`,
  `INSERT INTO nonet_place (name, key, instance, held) VALUES ('few', 'north', 'one', 1)`,
  `INSERT INTO nonet_outcome (caller, operation, key, request, attributes, status, headers)
    VALUES ('c', 'o', 'k', 'r', '{}', 201, '[]')`,
  ...['held', 'under way', 'waiting'].map(
    (state, n) => `INSERT INTO nonet_delivery (way, subscriber, number, event, kind, state, due_at)
      VALUES ('w', 'w ${n}', ${n}, 'evt_${n}', 'k', '${state}', ${n})`,
  ),
];

type Run = (statements: readonly string[]) => Promise<readonly (readonly unknown[])[]>;

async function isRenamed(address: string, run: Run, own: readonly string[] = []): Promise<void> {
  await (await openStore(address, shops, options)).close();
  await run([...older, ...own]);
  const store = await openStore(address, shops, options);
  try {
    assert.deepEqual(
      (await store.deliveries.list({ states: ['blocked', 'waiting', 'in flight'] }, 10)).map(({ state }) => state),
      ['blocked', 'in flight', 'waiting'],
    );
    assert.deepEqual(await store.deliveries.unsubscribed(['Hook.url a']), [
      { subscriber: 'Hook.url a', address: 'https://a.example' },
    ]);
    assert.deepEqual((await run(['SELECT key FROM nonet_idempotency', 'SELECT key FROM nonet_slot'])).flat(), [
      'k',
      'north',
    ]);
  } finally {
    await store.close();
  }
  await (await openStore(address, shops, options)).close();
}

/** A command that changes the store finds the tables by their present names, whether it was opened before or not. */
async function isMigrated(address: string, run: Run): Promise<void> {
  await (await openStore(address, shops, options)).close();
  await run(older);
  const store = (await openMigration(address))!;
  await store.begin(true);
  assert.deepEqual(await store.read('SELECT key FROM nonet_idempotency'), [['k']]);
  await store.commit();
  await store.close();
}

const place = 'ALTER TABLE nonet_event RENAME COLUMN commit_order TO place';

function inFile(path: string): Run {
  return async (statements) => {
    const database = new DatabaseSync(path);
    const rows = statements.flatMap((statement) => database.prepare(statement).all());
    database.close();
    return rows.map((row) => Object.values(row));
  };
}

async function inDatabase(t: TestContext, address: string): Promise<Run> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  t.after(() => client.end());
  return async (statements) => {
    const rows: unknown[][] = [];
    for (const text of statements) rows.push(...(await client.query({ text, rowMode: 'array' })).rows);
    return rows;
  };
}

test('a SQLite database of an older Nonet is opened and migrated with the present names of its service tables', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await isRenamed(`sqlite:${join(folder, 'one.db')}`, inFile(join(folder, 'one.db')));
  await isMigrated(`sqlite:${join(folder, 'two.db')}`, inFile(join(folder, 'two.db')));
});

test('so is a PostgreSQL database, and the column by which its events are ordered', async (t) => {
  const address = await freshDatabase();
  await isRenamed(address, await inDatabase(t, address), [place]);
  const other = await freshDatabase();
  await isMigrated(other, await inDatabase(t, other));
});
