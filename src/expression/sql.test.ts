import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { toDecimalKey } from '../text/numbers/decimals.ts';
import { randomOf, recordOf } from './arbitrary.fixture.ts';
import {
  answersOf,
  conditionOf,
  conditionTree,
  customers,
  surroundingsOf,
  where,
} from './conditions/conditions.fixture.ts';
import { isExpressionError } from './failures.ts';
import { compiled, type Given, read } from './javascript/compiled.fixture.ts';
import type { Dialect } from './sql/dialect.ts';
import { compileSql, type SqlParameter } from './sql.ts';

/** SQLite as far as these tests need it. */
const dialect: Dialect = {
  parameter: () => '?',
  same: (left, right) => `${left} IS ${right}`,
  letters: (text, as) => `${as}(${text})`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  decimal: (text) => `decimal(${text})`,
  isIn: (value, list, decimals) => {
    const item = decimals ? 'decimal(value)' : 'value';
    return `coalesce(${value} IN (SELECT ${item} FROM json_each(${list}) WHERE value IS NOT NULL), FALSE)`;
  },
};
const columns = [
  ...['id', 'n', 'm', 'k', 'big', 'huge', 'total', 'rate', 'ratio', 'name', 'memo', 'note', 'flag', 'maybe', 'status'],
  ...[
    ...['amount', 'fee', 'tip', 'amounts'],
    'issued_on',
    'due_on',
    'created_at',
    'paid_at',
    'seen_at',
    'customer',
    'payer',
    'tags',
    'labels',
    'counts',
  ],
];
const other = ['id', 'shop', 'nick', 'level', 'parent'];

function stored(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue);
}

const column = (steps: readonly { readonly name: string }[]): string =>
  steps
    .slice(1)
    .reduce((of, { name }) => `(SELECT c."${name}" FROM customers c WHERE c.id = ${of})`, `r."${steps[0]!.name}"`);

function bound(parameter: SqlParameter, given: Given): SQLInputValue {
  if (parameter.kind === 'literal')
    return stored(parameter.type.kind === 'int' ? BigInt(parameter.value) : parameter.value);
  try {
    const value = compiled(parameter.of)(given);
    return parameter.kind === 'present' ? 1 : stored(value);
  } catch (error) {
    assert.ok(isExpressionError(error), String(error));
    return null;
  }
}

test('a thousand conditions of the store profile select in SQLite what they are true for in JavaScript', () => {
  const database = new DatabaseSync(':memory:');
  database.function('decimal', (text) => (typeof text === 'string' ? toDecimalKey(text) : null));
  const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
  database.exec(`CREATE TABLE records (row INTEGER, ${list(columns)}); CREATE TABLE customers (${list(other)})`);
  const random = randomOf(7);
  const insertOther = database.prepare(`INSERT INTO customers VALUES (?, ?, ?, ?, ?)`);
  for (const record of customers) insertOther.run(...other.map((name) => stored(record[name])));
  const records = Array.from({ length: 60 }, () => recordOf(random));
  const insert = database.prepare(`INSERT INTO records VALUES (?, ${columns.map(() => '?').join(', ')})`);
  for (const [row, record] of records.entries()) insert.run(row, ...columns.map((name) => stored(record[name])));
  let selected = 0;
  for (let count = 0; count < 1000; count++) {
    const text = conditionOf(random, 3);
    const tree = conditionTree(text);
    const given = surroundingsOf(random);
    const { sql, parameters } = compileSql(tree, dialect, { column });
    const values = parameters.map((parameter) => bound(parameter, given));
    const found = database.prepare(`SELECT row FROM records r WHERE ${sql} ORDER BY row`).all(...values);
    const due = answersOf(tree, given, records).flatMap((answer, row) => (answer === true ? [row] : []));
    assert.deepEqual(
      found.map((record) => record.row),
      due,
      `${text}\n${sql}\n${JSON.stringify(values.map(String))}`,
    );
    selected += due.length;
  }
  assert.ok(selected > 1000, 'some records are selected');
  database.close();
});

test('the SQL of a nullable field is coalesced, of a required one plain', () => {
  const sql = (text: string): string => compileSql(read(text, where).tree!, dialect, { column }).sql;
  assert.equal(sql('note == "a"'), 'coalesce(r."note" = ?, FALSE)');
  assert.equal(sql('note != "a"'), 'coalesce(r."note" <> ?, TRUE)');
  assert.equal(sql('note == null'), 'r."note" IS NULL');
  assert.equal(sql('n == 1'), 'r."n" = ?');
  assert.equal(sql('m in [1, 2]'), 'r."m" IN (?, ?)');
  assert.equal(sql('name.startsWith("a")'), 'substr(r."name", 1, length(?)) = ?');
  assert.equal(sql('caller.shop == "a" || caller.level > 3'), '?');
  assert.equal(sql('name.lowerAscii() == caller.shop.lowerAscii()'), 'lower(r."name") = ?');
  assert.equal(sql('created_at > now - days(30)'), 'r."created_at" > ?');
});

test('the condition of an index has its literals written out', () => {
  const { sql, parameters } = compileSql(
    read(`status == "open" && note != "it's"`, where).tree!,
    dialect,
    { column },
    { inline: true },
  );
  assert.equal(sql, `(r."status" = 'open' AND coalesce(r."note" <> 'it''s', TRUE))`);
  assert.equal(parameters.length, 0);
});
