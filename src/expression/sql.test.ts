import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { pick, type Random, randomOf, recordOf } from './arbitrary.ts';
import type { Dialect } from './dialect.ts';
import { isExpressionError } from './failures.ts';
import { compiled, environment, type Given, read } from './fixture.ts';
import { compileSql, type SqlParameter } from './sql.ts';

const where = environment(['record', 'caller', 'now', 'today'], {
  store: true,
  place: 'a Where',
  expected: { kind: 'bool' },
});

/** SQLite as far as these tests need it. */
const dialect: Dialect = {
  parameter: () => '?',
  literal: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase()),
  same: (left, right) => `${left} IS ${right}`,
  ordered: (text) => text,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  isIn: (value, list) => `${value} IN (SELECT value FROM json_each(${list}) WHERE value IS NOT NULL)`,
  listHas: (value, list) => `${value} IN (SELECT value FROM json_each(${list}) WHERE value IS NOT NULL)`,
};
const columns = [
  ...['id', 'n', 'm', 'k', 'big', 'huge', 'total', 'rate', 'ratio', 'name', 'memo', 'note', 'flag', 'maybe', 'status'],
  ...[
    'amount',
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
const other = ['id', 'shop', 'nick', 'level'];

function stored(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue);
}

const column = (steps: readonly { readonly name: string }[]): string =>
  steps.length === 1
    ? `r."${steps[0]!.name}"`
    : `(SELECT c."${steps[1]!.name}" FROM customers c WHERE c.id = r."${steps[0]!.name}")`;

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

const comparable: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['n', 'm', 'k', 'customer.level', 'payer.level'],
    ['0', '1', '-1', '7', 'caller.level', '9007199254740991'],
  ],
  [
    ['big', 'huge'],
    ['7', '9223372036854775807', '-9223372036854775808'],
  ],
  [
    ['total', 'rate', 'ratio'],
    ['0.5', '1', '-1.5', '1e10'],
  ],
  [
    ['name', 'memo', 'note', 'customer.shop', 'payer.shop', 'payer.nick', 'customer.nick'],
    ['""', '"a"', '"é"', '"\\U0001F600"', '"\\uffee"', 'caller.shop', 'caller.id'],
  ],
  [
    ['issued_on', 'due_on'],
    ['"2026-01-01"', '"2026-02-28"', 'today'],
  ],
  [
    ['created_at', 'paid_at', 'seen_at'],
    ['timestamp("2026-01-01T00:00:00Z")', 'timestamp("2026-11-01T10:00:00.25+01:00")', 'now'],
  ],
];

/** The text of a condition of the store profile. */
function conditionOf(random: Random, depth: number): string {
  if (depth > 0 && random() < 0.5) {
    const [left, right] = [conditionOf(random, depth - 1), conditionOf(random, depth - 1)];
    return pick(random, [`(${left} && ${right})`, `(${left} || ${right})`, `!(${left})`, `(not ${left} and ${right})`]);
  }
  const [fields, values] = pick(random, comparable);
  const field = pick(random, fields);
  const text = pick(random, ['name', 'memo', 'note', 'payer.nick', 'customer.shop']);
  const part = pick(random, ['""', '"a"', '"ab"', '"é"', '"\\U0001F600"', 'caller.shop']);
  return pick(random, [
    `${field} ${pick(random, ['==', '!=', '<', '<=', '>', '>='])} ${pick(random, values)}`,
    `${field} ${pick(random, ['==', '!='])} ${pick(random, values)}`,
    `${pick(random, values)} ${pick(random, ['==', '!=', '<'])} ${field}`,
    `${field} ${pick(random, ['==', '!='])} ${pick(random, fields)}`,
    `${field} in [${pick(random, values)}, ${pick(random, values)}]`,
    `${text} in ${pick(random, ['caller.shops', '[]'])}`,
    `${text}.${pick(random, ['startsWith', 'endsWith', 'contains'])}(${part})`,
    `${part} in ${pick(random, ['tags', 'labels'])}`,
    `${pick(random, ['0', '7', 'caller.level'])} in counts`,
    `${pick(random, ['k', 'note', 'seen_at', 'payer.nick', 'customer.nick'])} ${pick(random, ['==', '!='])} null`,
    `has(${pick(random, ['m', 'memo', 'due_on', 'labels', 'note', 'caller.shop'])})`,
    `${pick(random, ['flag', 'maybe'])} == ${pick(random, ['true', 'false'])}`,
    `status == "open"`,
    `amount ${pick(random, ['==', '!='])} "1.0"`,
    `caller.shop == "a"`,
  ]);
}

test('a thousand conditions of the store profile select in SQLite what they are true for in JavaScript', () => {
  const database = new DatabaseSync(':memory:');
  const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
  database.exec(`CREATE TABLE records (row INTEGER, ${list(columns)}); CREATE TABLE customers (${list(other)})`);
  const random = randomOf(7);
  const customers = [
    { id: 'c1', shop: 'a', nick: null },
    { id: 'c2', shop: 'é', nick: 'a', level: 7 },
  ];
  const insertOther = database.prepare(`INSERT INTO customers VALUES (?, ?, ?, ?)`);
  for (const one of customers) insertOther.run(one.id, one.shop, one.nick, one.level ?? null);
  const records = Array.from({ length: 60 }, () => recordOf(random));
  const insert = database.prepare(`INSERT INTO records VALUES (?, ${columns.map(() => '?').join(', ')})`);
  for (const [row, record] of records.entries()) insert.run(row, ...columns.map((name) => stored(record[name])));
  let selected = 0;
  for (let count = 0; count < 1000; count++) {
    const text = conditionOf(random, 3);
    const { tree, problems } = read(text, where);
    assert.ok(tree !== undefined, `${text}: ${problems.map((problem) => problem.message).join(' ')}`);
    const caller = pick(random, [{}, { id: 'a', shop: 'a', level: 7, shops: ['a', 'é'] }, { id: 'é', shops: [] }]);
    const given = { caller, now: Date.parse('2026-11-01T09:00:00.250Z'), today: '2026-11-01' };
    const { sql, parameters } = compileSql(tree, dialect, { column });
    const values = parameters.map((parameter) => bound(parameter, given));
    const found = database.prepare(`SELECT row FROM records r WHERE ${sql} ORDER BY row`).all(...values);
    const run = compiled(tree);
    const due = records.flatMap((record, row) => {
      const refs = Object.fromEntries(
        ['customer', 'payer'].map((name) => [`record.${name}`, customers.find((one) => one.id === record[name])]),
      );
      try {
        return run({ ...given, record, refs }) === true ? [row] : [];
      } catch (error) {
        assert.ok(isExpressionError(error), `${text}: ${error}`);
        return [];
      }
    });
    assert.deepEqual(
      found.map((one) => one.row),
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
