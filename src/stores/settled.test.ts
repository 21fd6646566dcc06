import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { shops } from '../../tests/support/plans.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { openStore } from './index.ts';
import { testHost } from './suites/surroundings.suite.ts';

const options = { platform: { ...testHost, now: Date.now }, durability: 'process' } as const;

/** The rows of an older Nonet: settled deliveries lie beside what waits, under indexes over one state. */
const older = [
  ...[1, 2, 3].map(
    (n) => `INSERT INTO nonet_delivery (way, subscriber, number, event, kind, state, due_at)
      VALUES ('w', 'w ${n}', ${n}, 'evt_${n}', 'k', '${['waiting', 'delivered', 'failed'][n - 1]}', ${n})`,
  ),
  `CREATE INDEX nonet_delivery_failed ON nonet_delivery (id) WHERE state = 'failed'`,
];

async function isApart(address: string, run: (statements: readonly string[]) => Promise<readonly unknown[]>) {
  await (await openStore(address, shops, options)).close();
  await run(older);
  const store = await openStore(address, shops, options);
  try {
    const all = await store.deliveries.list({ states: ['waiting', 'delivered', 'failed'] }, 10);
    assert.deepEqual(
      all.map(({ id, state }) => `${id} ${state}`),
      ['1 waiting', '2 delivered', '3 failed'],
    );
    assert.deepEqual(await run(['SELECT id FROM nonet_delivery']), [1]);
    assert.equal(await store.deliveries.replay({ states: ['failed'] }, 1), 1);
  } finally {
    await store.close();
  }
}

test('a SQLite database whose settled deliveries lie beside what waits is opened with them apart', async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'old.db');
  await isApart(`sqlite:${path}`, async (statements) => {
    const database = new DatabaseSync(path);
    const rows = statements.flatMap((statement) => database.prepare(statement).all());
    database.close();
    return rows.map(({ id }) => id);
  });
});

test('a PostgreSQL database whose settled deliveries lie beside what waits is opened with them apart', async (t: TestContext) => {
  const address = await freshDatabase();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  t.after(() => client.end());
  await isApart(address, async (statements) => {
    const rows: unknown[] = [];
    for (const statement of statements) rows.push(...(await client.query(statement)).rows);
    return rows.map((row) => Number((row as { readonly id: string }).id));
  });
});
