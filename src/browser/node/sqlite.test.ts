import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { DatabaseSync, prepareSqlite } from './sqlite.ts';

const wasm = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');

test('a statement is read row by row, and can be left and asked again', async () => {
  await prepareSqlite(readFileSync(wasm));
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)');
  const statement = database.prepare('SELECT id FROM t WHERE id > ? ORDER BY id');
  statement.setReturnArrays(true);
  for (const row of statement.iterate(0)) {
    assert.deepEqual(row, [1]);
    break;
  }
  assert.deepEqual([...statement.iterate(1)], [[2], [3]]);
  assert.deepEqual(statement.all(2), [[3]]);
  database.close();
});
