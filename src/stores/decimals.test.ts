import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { pick, type Random, randomOf } from '../expression/arbitrary.fixture.ts';
import { compareDecimals, sumDecimals } from '../text/decimals.ts';
import { readConnectionSettings } from './postgres/connection/address.ts';
import { createConnector } from './postgres/connection/connect.ts';
import { reading } from './postgres/connection/settings.ts';
import * as postgres from './postgres/dialect.ts';
import * as sqlite from './sqlite/dialect.ts';
import { addFunctions } from './sqlite/functions.ts';

const digitsOf = (random: Random, most: number): string =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(random, [...'0123456789'])).join('');

function decimalOf(random: Random): string {
  const whole = digitsOf(random, pick(random, [0, 1, 2, 19])).replace(/^0+(?=.)/, '') || '0';
  const fraction = digitsOf(random, pick(random, [0, 1, 2, 18])) + pick(random, ['', '', '0']);
  return `${pick(random, ['', '-'])}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

test('decimals are equal, ordered and added in SQLite and in PostgreSQL as in JavaScript', async (context) => {
  const random = randomOf(5);
  const values = [
    ...['0', '-0', '-0.00', '9'.repeat(38), `-${'9'.repeat(38)}`, `0.${'0'.repeat(36)}1`, '1', '1.0', '-1.00'],
    ...Array.from({ length: 300 }, () => decimalOf(random)),
  ];
  const database = new DatabaseSync(':memory:');
  addFunctions(database);
  context.after(() => database.close());
  database.exec('CREATE TABLE t (row INTEGER, part INTEGER, value TEXT) STRICT');
  const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?)');
  for (const [row, value] of values.entries()) insert.run(row, row % 7, value);
  const address = await freshDatabase();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), reading)();
  context.after(() => connection.end());
  await connection.execute({ text: 'CREATE TABLE t ("row" bigint, part bigint, value text COLLATE "C")' });
  const text = 'INSERT INTO t VALUES ($1, $2, $3)';
  for (const [row, value] of values.entries())
    await connection.execute({ text }, [String(row), String(row % 7), value]);

  const ask = async (sql: (dialect: typeof sqlite.questions) => string): Promise<readonly [unknown[], unknown[]]> => {
    const statement = database.prepare(sql(sqlite.questions));
    statement.setReturnArrays(true);
    const { rows } = await connection.execute({ text: sql(postgres.questions) });
    const plain = (found: readonly unknown[]): unknown[] =>
      (found as unknown[][]).map((row) => row.map((value) => (typeof value === 'string' ? value : Number(value))));
    return [plain(statement.all()), plain(rows)];
  };
  const rows = values.map((_, row) => row);
  const ordered = rows.toSorted((a, b) => compareDecimals(values[a]!, values[b]!) || a - b).map((row) => [row]);
  const order = ({ compared }: typeof sqlite.questions): string =>
    `SELECT t."row" FROM t ORDER BY ${compared('t.value', 'decimal')}, t."row"`;
  assert.deepEqual(await ask(order), [ordered, ordered]);

  const pairs = rows.flatMap((a) =>
    rows.filter((b) => a < b && compareDecimals(values[a]!, values[b]!) === 0).map((b) => [a, b]),
  );
  assert.ok(pairs.length > 20, `${pairs.length} pairs are equal`);
  const equal = ({ compared }: typeof sqlite.questions): string =>
    `SELECT a."row", b."row" FROM t AS a JOIN t AS b ON a."row" < b."row" AND ${compared('a.value', 'decimal')} = ${compared('b.value', 'decimal')} ORDER BY 1, 2`;
  assert.deepEqual(await ask(equal), [pairs, pairs]);

  for (const part of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const sum = sumDecimals(values.filter((_, row) => row % 7 === part));
    const total = ({ decimalTotal }: typeof sqlite.questions): string =>
      `SELECT ${decimalTotal('value', `FROM t WHERE part = ${part}`)} AS sum`;
    assert.deepEqual(await ask(total), [[[sum]], [[sum]]]);
  }
});
