import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turned } from 'node:timers/promises';
import { shops } from '../../../tests/support/plans.ts';
import { type PreparedQuery, type Store, StoreDamagedError } from '../../contracts/store.ts';
import { asking, fill, invoice, keep, testHost } from '../suites/surroundings.suite.ts';
import { createSharedRead } from './batched-reads.ts';
import { toStoreError } from './failures.ts';
import { openSqlite } from './open.ts';

interface Shared {
  readonly store: Store;
  /** All invoices, both tenants'. */
  readonly all: PreparedQuery;
  /** A connection of another process's kind. */
  readonly other: DatabaseSync;
}

async function shared(t: TestContext): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const path = join(folder, 'test.db');
  const store = await openSqlite(path, shops, { platform: testHost, durability: 'process' });
  await fill(store, 'Invoice', [invoice('a', 'north'), invoice('b', 'south')]);
  const other = new DatabaseSync(path);
  t.after(async () => {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, all: store.prepare({ resource: 'Invoice', conditions: [] }), other };
}

/** Whether the log can be emptied: it cannot while anybody reads. */
function nobodyReads(other: DatabaseSync): boolean {
  other.exec('PRAGMA busy_timeout = 0');
  return (other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number }).busy === 0;
}

const rent = {
  name: 'calls',
  key: 'north',
  want: 1,
  holds: 10,
  perMillisecond: 1,
  now: 0,
  leasedUntil: 0,
  reserve: 0,
  largest: 10,
};

describe('reads of one turn of the event loop', () => {
  test('share what they see, from the second one to the end of the turn', async (t) => {
    const { all, other } = await shared(t);
    assert.equal(all.count(asking()), 2);
    assert.equal(all.count(asking()), 2);
    other.exec(`DELETE FROM invoice WHERE id = 'b'`);
    assert.equal(all.count(asking()), 2);
    assert.equal(nobodyReads(other), false);
    await turned();
    assert.equal(nobodyReads(other), true);
    assert.equal(all.count(asking()), 1);
  });

  test('see what was written between them', async (t) => {
    const { store, all } = await shared(t);
    const counts: unknown[] = [all.count(asking()), all.count(asking())];
    const written = keep(store, (part) => part.insert('Invoice', invoice('c', 'north')));
    counts.push(all.count(asking()));
    await written;
    counts.push(all.count(asking()), all.count(asking()), all.count(asking()));
    assert.deepEqual(counts, [2, 2, 2, 3, 3, 3]);
  });

  test('take no write into their transaction: what is counted between them lasts at once', async (t) => {
    const { store, all, other } = await shared(t);
    const granted = () => other.prepare('SELECT missing FROM nonet_bucket').get()?.missing;
    all.count(asking());
    all.count(asking());
    await store.counting.take(rent);
    assert.equal(granted(), 1);
    all.count(asking());
    all.count(asking());
    other.exec(`DELETE FROM invoice WHERE id = 'b'`);
    await store.counting.take(rent);
    assert.equal(granted(), 2);
    assert.equal(all.count(asking()), 1);
  });

  test('do not keep a secret from being made, nor the store from being closed', async (t) => {
    const { store, all, other } = await shared(t);
    all.count(asking());
    all.count(asking());
    assert.equal(store.secret('cursors').length, 32);
    assert.equal(other.prepare(`SELECT count(*) AS n FROM nonet_secret WHERE name = 'cursors'`).get()?.n, 1);
    all.count(asking());
    all.count(asking());
    await store.close();
    assert.equal(nobodyReads(other), true);
  });
});

/** A database whose tables are there and whose records are on pages that were overwritten. */
function openDamaged(t: TestContext): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const path = join(folder, 'test.db');
  const made = new DatabaseSync(path);
  made.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE u (id INTEGER)');
  const insert = made.prepare('INSERT INTO t (text) VALUES (?)');
  for (let count = 0; count < 100; count++) insert.run('x'.repeat(1_000));
  made.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, 3 * 4_096));
  const database = new DatabaseSync(path);
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

test('a damaged page fails the reads of its records, ends no process, and leaves the connection for others', async (t) => {
  const database = openDamaged(t);
  const shared = createSharedRead(database);
  const records = database.prepare('SELECT * FROM t');
  const write = database.prepare('INSERT INTO u VALUES (1)');
  for (const round of [1, 2]) {
    for (const _ of [1, 2, 3]) {
      shared.read();
      assert.throws(
        () => records.all(),
        (error) =>
          toStoreError(error) instanceof StoreDamagedError &&
          /^The database is damaged: .*\. Restore a backup \(docs\/backup\.md\)$/.test(toStoreError(error).message),
      );
    }
    // An error that the end of the turn throws would end this process.
    await turned();
    await turned();
    assert.equal(database.isTransaction, false);
    shared.read();
    shared.end();
    assert.equal(write.run().changes, 1, String(round));
  }
});
