import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTables, formatDifferences } from './differences.ts';

const table = (name: string, columns: readonly (readonly [string, string])[]) => ({
  table: name,
  columns,
  indexes: [],
});

test('differences name the table, and what each side has', () => {
  const found = [table('old', []), table('note', [['text', 'TEXT']])];
  const needed = [table('new', []), table('note', [['text', 'INTEGER']])];
  assert.deepEqual(compareTables(found, needed), [
    'the database has the table `old` that the document does not',
    'the field `text` of `note` is `INTEGER` in the document and `TEXT` in the database',
    'the document now has the table `new` that the database does not',
  ]);
});

test('of many differences five are named', () => {
  assert.equal(formatDifferences(['1', '2', '3', '4', '5', '6', '7']), '1; 2; 3; 4; 5; and 2 more differences');
});
