import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TableTexts } from '../../differences.ts';
import { listCreateStatements } from '../../tables.ts';
import { records } from '../dialect.ts';
import { introspect } from './introspection.ts';

function make(count: number): { readonly database: DatabaseSync; readonly kept: TableTexts } {
  const database = new DatabaseSync(':memory:');
  const kept = Array.from({ length: count }, (_, at) => ({
    table: `note${at}`,
    columns: [
      ['id', 'TEXT PRIMARY KEY NOT NULL'],
      ['text', 'TEXT'],
    ],
    indexes: [[`note${at}_by_text`, '("text")']],
  })) as unknown as TableTexts;
  for (const statement of listCreateStatements(records, kept)) database.exec(statement);
  return { database, kept };
}

test('the schema of a database is read once, however many tables it has', () => {
  const count = (tables: number): number => {
    const { database, kept } = make(tables);
    let queries = 0;
    const counting = {
      prepare(text: string) {
        const statement = database.prepare(text);
        return { all: (...values: []) => [queries++, statement.all(...values)][1] };
      },
    } as unknown as DatabaseSync;
    assert.deepEqual(introspect(counting, kept).tables, kept);
    return queries;
  };
  assert.deepEqual([count(2), count(40)], [1, 1]);
});
