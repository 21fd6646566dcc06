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

test('an aggregate function starts anew for each group, and gives its start of no rows', async () => {
  await prepareSqlite(readFileSync(wasm));
  const database = new DatabaseSync(':memory:');
  database.aggregate('joined', {
    start: () => '',
    step: (total, value) => `${total}${value}`,
    result: (total) => total,
  });
  database.exec(`CREATE TABLE t (id INTEGER, word TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'x'), (1, 'b')`);
  const statement = database.prepare('SELECT id, joined(word) FROM t GROUP BY id ORDER BY id');
  statement.setReturnArrays(true);
  const due = [
    [1, 'ab'],
    [2, 'x'],
  ];
  assert.deepEqual([statement.all(), statement.all()], [due, due]);
  const none = database.prepare('SELECT (SELECT joined(word) FROM t WHERE id = 3) AS answer');
  assert.deepEqual({ ...(none.get() as object) }, { answer: '' });
  database.close();
});
