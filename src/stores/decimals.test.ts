import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { documentText } from '../../tests/support/document-text.fixture.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { planFor } from '../codegen/plan.fixture.ts';
import type { Condition, Query } from '../contracts/store.ts';
import { pick, type Random, randomOf } from '../expression/arbitrary.fixture.ts';
import { compareDecimals, sumDecimals } from '../text/numbers/decimals.ts';
import { openStore } from './index.ts';
import { createLayout } from './layout.ts';
import { createConnector } from './postgres/connection/connect.ts';
import { readConnectionSettings } from './postgres/connection/opening/address.ts';
import { reading } from './postgres/connection/opening/settings.ts';
import * as postgres from './postgres/dialect.ts';
import { createTermContext } from './queries/expressions.ts';
import { formatFragment } from './queries/fragment.ts';
import { compileQuerySql } from './queries/prepared-query.ts';
import * as sqlite from './sqlite/dialect.ts';
import { addFunctions } from './sqlite/functions.ts';
import { testHost } from './suites/surroundings.suite.ts';
import { formatTableTexts, listCreateStatements } from './tables.ts';

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
      `SELECT ${decimalTotal('value')} AS sum FROM t WHERE part = ${part}`;
    assert.deepEqual(await ask(total), [[[sum]], [[sum]]]);
  }
});

const goods = planFor(
  documentText('Shop', {
    purpose: 'Sells goods.\n\n- In scope: goods',
    resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| price | decimal | required |
| weight | decimal | unique |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| list Item | GET | /items | | 200 \`{ data: Item[], next: next cursor }\` |

### list Item

- Order: -price

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |
| price | filter price = |
| from | filter price >= |
| sort | sort weight |`,
  }),
);

test('lists of decimals are read along their indexes', async (context) => {
  const layout = createLayout(goods);
  const key = (field: string, descending = false) => ({ field, descending });
  const compare = (operator: '=' | '>='): Condition => ({ kind: 'compare', path: ['price'], operator });
  const queries: readonly Query[] = [
    { resource: 'Item', conditions: [], order: [key('price', true), key('id', true)], after: true },
    { resource: 'Item', conditions: [compare('=')], order: [key('price'), key('id')], after: true },
    { resource: 'Item', conditions: [compare('>=')], order: [key('price'), key('id')], after: true },
    { resource: 'Item', conditions: [], order: [key('weight'), key('id')], after: true },
  ];
  const database = new DatabaseSync(':memory:');
  addFunctions(database);
  context.after(() => database.close());
  for (const statement of listCreateStatements(sqlite.records, formatTableTexts(sqlite.records, layout)))
    database.exec(statement);
  const address = await freshDatabase();
  await (await openStore(address, goods, { platform: testHost, durability: 'process' })).close();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), reading)();
  context.after(() => connection.end());
  await connection.execute({ text: 'SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off' });
  for (const query of queries) {
    const name = query.order![0]!.field === 'price' ? 'item_by_price_id' : 'item_by_weight_id';
    for (const [{ records, questions }, explain] of [
      [sqlite, 'EXPLAIN QUERY PLAN'],
      [postgres, 'EXPLAIN (GENERIC_PLAN, COSTS OFF)'],
    ] as const) {
      const made = compileQuerySql(createTermContext(layout, records), query);
      for (const nulls of [undefined, made.positions.map(() => false)])
        for (const { page } of made.stretches(nulls)) {
          const text = `${explain} ${formatFragment(page, questions.placeholder)}`;
          const found =
            records === sqlite.records
              ? database
                  .prepare(text)
                  .all(...page.sources.map(() => null))
                  .map(({ detail }) => String(detail))
              : (await connection.execute({ text })).rows.map(([line]) => String(line));
          const said = `${text}\n${found.join('\n')}`;
          assert.match(found.join('\n'), new RegExp(`(INDEX|Index.* Scan.*) .*${name}`), said);
          // SQLite sorts the rows of one value: it does not see that an expression of an equality is constant.
          if (!/\("?t?\.?"weight"\) = /.test(text))
            assert.doesNotMatch(found.join('\n'), /TEMP B-TREE|Sort|Seq Scan/, said);
        }
    }
  }
});
