import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { QueryValues } from '../../contracts/store.ts';
import { randomOf, recordOf } from '../../expression/arbitrary.fixture.ts';
import {
  answersOf,
  conditionOf,
  conditionTree,
  customers,
  surroundingsOf,
} from '../../expression/conditions/conditions.fixture.ts';
import type { Dialect } from '../../expression/sql/dialect.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { QueryDialect } from '../dialect.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { createConnector } from '../postgres/connection/connect.ts';
import { readConnectionSettings } from '../postgres/connection/opening/address.ts';
import { reading } from '../postgres/connection/opening/settings.ts';
import * as postgres from '../postgres/dialect.ts';
import * as sqlite from '../sqlite/dialect.ts';
import { addFunctions } from '../sqlite/functions.ts';
import { createTermContext } from './expressions.ts';
import { type Fragment, formatFragment } from './fragment.ts';

type Held = Readonly<Record<string, unknown>>;

const conditions = 10_000;
/** So many conditions are sent to PostgreSQL in one piece. */
const together = 200;

const invoiceColumns: Readonly<Record<StorageClass, readonly string[]>> = {
  integer: ['row', 'n', 'm', 'k'],
  int64: ['big', 'huge'],
  number: ['total', 'rate', 'ratio'],
  boolean: ['flag', 'maybe'],
  text: [
    ...['id', 'name', 'memo', 'note', 'status', 'customer', 'payer'],
    ...['issued_on', 'due_on', 'created_at', 'paid_at', 'seen_at'],
  ],
  decimal: ['amount', 'fee', 'tip'],
  json: ['tags', 'labels', 'counts', 'amounts'],
};

function tableOf(
  name: string,
  identity: string,
  storages: Readonly<Partial<Record<StorageClass, readonly string[]>>>,
): TableLayout {
  const columns = Object.entries(storages).flatMap(([storage, names]) =>
    names.map((field): ColumnLayout => {
      const refers = field === 'customer' || field === 'payer' || field === 'parent' ? { refers: 'Customer' } : {};
      return { name: field, field, storage: storage as StorageClass, always: false, nullable: false, ...refers };
    }),
  );
  const byField = new Map(columns.map((column) => [column.name, column]));
  // Expressions ask a resource for its name alone.
  const resource = { name } as TableLayout['resource'];
  return {
    resource,
    table: name,
    identity: byField.get(identity)!,
    columns,
    byField,
    follow: () => [],
    uniques: [],
    indexes: [],
    quotas: [],
    inside: [],
    insideOf: [],
    routes: [],
  };
}

const invoices = tableOf('Invoice', 'row', invoiceColumns);
const others = tableOf('Customer', 'id', { text: ['id', 'shop', 'nick', 'parent'], integer: ['level'] });
const layout: StoreLayout = new Map([invoices, others].map((table) => [table.resource.name, table]));

interface Kind {
  readonly questions: QueryDialect;
  readonly expressions: Dialect;
  readonly columnTypes: Readonly<Record<StorageClass, string>>;
}

function creation({ questions, columnTypes }: Kind, table: TableLayout): string {
  const columns = table.columns.map(({ name, storage }) => `${questions.quote(name)} ${columnTypes[storage]}`);
  return `CREATE TABLE ${questions.quote(table.table)} (${columns.join(', ')})`;
}

function insertion({ questions }: Kind, table: TableLayout): string {
  const places = table.columns.map((_, index) => questions.placeholder(index));
  return `INSERT INTO ${questions.quote(table.table)} VALUES (${places.join(', ')})`;
}

function valuesOf({ questions }: Kind, table: TableLayout, record: Held): SQLInputValue[] {
  return table.columns.map(({ name, storage }) => {
    const value = record[name];
    const held = storage === 'json' && value !== undefined ? JSON.stringify(value) : value;
    return questions.bind(held, storage) as SQLInputValue;
  });
}

function selection({ questions }: Kind, condition: Fragment): string {
  const from = `SELECT t."row" FROM ${questions.quote(invoices.table)} AS t WHERE `;
  return `${from}${formatFragment(condition, questions.placeholder)} ORDER BY t."row"`;
}

/** What was asked, for whom, and the rows for which each of the three found it true. */
interface Asked {
  readonly text: string;
  readonly values: QueryValues;
  readonly answers: readonly unknown[];
  readonly inSqlite: readonly unknown[];
  readonly sql: readonly string[];
}

/** Fails with the expression, the first record that the three do not agree on, and their answers. */
function compare(asked: Asked, inPostgres: readonly unknown[], records: readonly Held[]): void {
  const { text, values, answers, inSqlite, sql } = asked;
  const row = records.findIndex((_, at) => {
    const truth = answers[at] === true;
    return inSqlite.includes(at) !== truth || inPostgres.includes(at) !== truth;
  });
  if (row < 0) return;
  const said = (rows: readonly unknown[]): string => (rows.includes(row) ? 'selected' : 'not selected');
  const shown = (value: unknown): string =>
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  assert.fail(
    [
      text,
      `record: ${shown(records[row])}`,
      `caller: ${shown(values.caller)}`,
      `JavaScript: ${shown(answers[row])}`,
      `SQLite: ${said(inSqlite)}`,
      `PostgreSQL: ${said(inPostgres)}`,
      ...sql,
    ].join('\n'),
  );
}

function sqliteWith(records: readonly Held[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  addFunctions(database);
  for (const [table, held] of [[invoices, records] as const, [others, customers] as const]) {
    database.exec(`${creation(sqlite, table)} STRICT`);
    const insert = database.prepare(insertion(sqlite, table));
    for (const record of held) insert.run(...valuesOf(sqlite, table, record));
  }
  return database;
}

async function postgresWith(records: readonly Held[]) {
  const address = await freshDatabase();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), reading)();
  for (const [table, held] of [[invoices, records] as const, [others, customers] as const]) {
    await connection.execute({ text: creation(postgres, table) });
    const text = insertion(postgres, table);
    await Promise.all(held.map((record) => connection.execute({ text }, valuesOf(postgres, table, record))));
  }
  return connection;
}

test('ten thousand different conditions select in SQLite and in PostgreSQL what they are true for in JavaScript', async (context) => {
  const random = randomOf(11);
  const records = Array.from({ length: 48 }, (_, row): Held => ({ row, ...recordOf(random) }));
  const database = sqliteWith(records);
  context.after(() => database.close());
  const connection = await postgresWith(records);
  context.after(() => connection.end());
  const forSqlite = createTermContext(layout, sqlite.records).expression;
  const forPostgres = createTermContext(layout, postgres.records).expression;
  const drawn = new Set<string>();
  const another = (): string => {
    for (;;) {
      const text = conditionOf(random, 3);
      if (!drawn.has(text) && drawn.add(text)) return text;
    }
  };
  let selected = 0;
  const ask = () => {
    const text = another();
    const tree = conditionTree(text);
    const given = surroundingsOf(random);
    const values: QueryValues = { conditions: [], now: given.now, caller: given.caller as Held };
    const bound = ({ sources }: Fragment): SQLInputValue[] => sources.map((source) => source(values) as SQLInputValue);
    const [here, there] = [forSqlite(invoices, tree), forPostgres(invoices, tree)];
    const sql = [selection(sqlite, here), selection(postgres, there)] as const;
    const rows = database.prepare(sql[0]).all(...bound(here));
    const answers = answersOf(tree, given, records);
    selected += answers.filter((answer) => answer === true).length;
    const asked: Asked = { text, values, answers, inSqlite: rows.map((record) => record.row), sql };
    return connection.execute({ text: sql[1] }, bound(there)).then(
      (result) => compare(asked, result.rows.flat(), records),
      (error) => assert.fail(`${text}\n${sql[1]}\n${error}`),
    );
  };
  for (let done = 0; done < conditions; done += together) {
    await Promise.all(Array.from({ length: together }, ask));
  }
  assert.ok(selected > conditions, 'some records are selected');
});
