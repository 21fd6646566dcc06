import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { shops } from '../../tests/support/plans.ts';
import { openSqliteMigration } from './sqlite/migrate.ts';
import { StoreError } from './store-error.ts';
import { mustFit } from './transfer.ts';

test('an empty database has no records, and references to records that do not exist are not kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'test.db');
  const database = new DatabaseSync(place);
  t.after(() => database.close());
  database.exec('PRAGMA user_version = 1');
  const store = openSqliteMigration(place)!;
  t.after(() => store.close());
  await assert.rejects(
    mustFit(store, shops),
    new StoreError(`The database ${place} has no tables, so it has no records.`),
  );
  database.exec('CREATE TABLE a (id TEXT PRIMARY KEY); CREATE TABLE b (of TEXT REFERENCES a (id))');
  await store.begin(true);
  await store.run(`INSERT INTO b VALUES ('x'), ('y')`);
  assert.throws(
    () => store.commit(),
    new StoreError('2 references of `b` would name records of `a` that do not exist.'),
  );
  await store.rollback();
});
