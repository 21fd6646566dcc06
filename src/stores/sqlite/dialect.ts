import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Dialect } from '../../expression/sql/dialect.ts';
import type { StorageClass } from '../../plan/schema.ts';
import { type QueryDialect, quoteText, type RecordDialect } from '../dialect.ts';
import type { StoreLayout } from '../layout.ts';
import { hole, type Source, sql } from '../queries/fragment.ts';
import { formatJsonList } from '../queries/parameters.ts';
import { quote } from './quote.ts';
import { findRowName, searchIndex, searchModule, searchTables } from './search-index.ts';

/** The type of a column in a STRICT table. */
export const columnTypes: Readonly<Record<StorageClass, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  int64: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  decimal: 'TEXT',
  json: 'TEXT',
};

/** A value as node:sqlite takes it. */
export function bind(value: unknown, storage: StorageClass): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    if (storage === 'int64') return BigInt(value);
    if (storage === 'integer') return Number(value);
  }
  return value;
}

/** A bound value as node:sqlite takes it, whatever column it is for. */
export function toSqlValue(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

function compared(column: string, storage: StorageClass): string {
  return storage === 'decimal' ? `nonet_decimal(${column})` : column;
}

const casts: Readonly<Partial<Record<StorageClass, string>>> = { integer: 'INTEGER', int64: 'INTEGER', number: 'REAL' };

/** A value of JSON as columns of a class hold it. JSON writes some numbers of 64 bits with fewer digits. */
function cast(value: string, storage: StorageClass): string {
  const type = casts[storage];
  return type === undefined ? value : `CAST(${value} AS ${type})`;
}

function formatJsonPath(path: readonly string[]): string {
  return quoteText(`$${path.map((name) => `."${name}"`).join('')}`);
}

/** The LIMIT that lets all rows through. */
export const noLimit = -1;

/** How questions are written for SQLite. */
export const questions: QueryDialect = {
  quote,
  placeholder: () => '?',
  // Past 2^53 a JavaScript number would not be exact.
  read: (column, storage) => (storage === 'int64' ? `CAST(${column} AS TEXT)` : column),
  compared,
  bind,
  inside: (json, path, storage) => cast(`json_extract(${json}, ${formatJsonPath(path)})`, storage),
  isNull: (json, path) => `json_type(${json}, ${formatJsonPath(path)}) = 'null'`,
  itemsInside(json, paths, storage) {
    const lists = paths.filter(({ list }) => list);
    const rows = lists.map(({ path }, at) => {
      return `json_each(${at === 0 ? json : `e${at - 1}.value`}, ${formatJsonPath(path)}) AS e${at}`;
    });
    const item = `e${lists.length - 1}.value`;
    const end = paths.at(-1)!;
    const value = end.list ? cast(item, storage) : questions.inside(item, end.path, storage);
    return { from: rows.join(', '), value };
  },
  oneOf(column, storage, list) {
    const bound: Source = (values) =>
      formatJsonList((list(values) as readonly unknown[]).map((value) => bind(value, storage)));
    return sql`${compared(column, storage)} IN (SELECT ${compared(cast('value', storage), storage)} FROM json_each(${bound}))`;
  },
  typed: (text, storage) => `CAST(${text} AS ${columnTypes[storage]})`,
  contains: (column, value) => sql`instr(${column}, ${value}) > 0`,
  startsWith: (column, value) => sql`substr(${column}, 1, length(${value})) = ${value}`,
  hasItem(column, value) {
    const bound: Source = (values) => bind(value(values), 'json');
    return sql`${bound} IN (SELECT value FROM json_each(${column}))`;
  },
  hasAny(column, list) {
    const bound: Source = (values) => formatJsonList(list(values) as readonly unknown[]);
    return sql`EXISTS (SELECT 1 FROM json_each(${column}) WHERE value IN (SELECT value FROM json_each(${bound})))`;
  },
  search(columns, text) {
    const texts = columns.map(({ column, storage }) =>
      storage === 'json' ? `(SELECT group_concat(value, char(10)) FROM json_each(${column}))` : column,
    );
    return sql`nonet_search(${(values) => text(values) as string}, ${texts.join(', ')})`;
  },
  items: (list) => sql`SELECT value AS v FROM json_each(${list})`,
  forEach(table, rows) {
    const row = findRowName(table) ?? quote(table.identity.name);
    return sql` CROSS JOIN ${quote(table.table)} AS t ON t.${row} IN (SELECT t.${row} ${rows})`;
  },
  tuples: (list) => sql`json_each(${list}) AS v ORDER BY v.key`,
  // As PostgreSQL: the digits of each number are added exactly, so that 0.1 and 0.2 are 0.3.
  total: (column) => `nonet_number_sum(${column})`,
  decimalTotal: (column) => `nonet_decimal_sum(${column})`,
  // As text, a number would lose digits.
  exactText: (value, storage) => (storage === 'number' ? value : `CAST(${value} AS TEXT)`),
  eachItem: (column) => ` CROSS JOIN json_each(${column}) AS e`,
  member: (index) => `(v.value ->> ${index})`,
  searchIndex,
  // SQLite plans by the value of a bare `LIMIT ?`: each binding would prepare the statement again.
  limited: (limit) => sql` LIMIT ${limit} + 0`,
  skipping: (skip, limit) => sql` LIMIT ${skip}, ${limit} + 0`,
  tested: (condition) => condition,
  along: (index) => ` INDEXED BY ${quote(index)}`,
  byIdentity(table, value, others) {
    const rowid = findRowName(table);
    if (rowid === undefined) return undefined;
    const [from, id] = [quote(table.table), quote(table.identity.name)];
    // If no record has the identity, its neighbor is fetched and tested instead; `&`, unlike AND, evaluates both sides.
    const nearest = sql`SELECT n.${rowid} FROM ${from} AS n WHERE n.${id} <= ${value} ORDER BY n.${id} DESC LIMIT 1`;
    const any = `SELECT min(n.${rowid}) FROM ${from} AS n`;
    return sql`t.${rowid} = coalesce((${nearest}), (${any})) AND (t.${id} = ${value}) & ((${others}) IS TRUE)`;
  },
  // Nothing but a function of ours hears that its thread is to end; one row in 256 is enough.
  stoppable: 'CASE WHEN (t.rowid & 255) = 0 THEN nonet_go_on() ELSE TRUE END',
  direction: (descending) => (descending ? ' DESC' : ''),
};

/** How expressions are written for SQLite. Text columns compare by the bytes of UTF-8, so by code points. */
export const expressions: Dialect = {
  parameter: () => hole,
  same: (left, right) => `${left} IS ${right}`,
  letters: (text, as) => `${as}(${text})`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  decimal: (text) => compared(text, 'decimal'),
  isIn(value, list, decimals) {
    if (!decimals) return `${value} IN (SELECT value FROM json_each(${list}))`;
    return `coalesce(${value} IN (SELECT nonet_decimal(value) FROM json_each(${list})), FALSE)`;
  },
};

/** How the tables of records are written for SQLite with FTS5. */
export const records: RecordDialect = {
  queries: questions,
  expressions,
  search: searchTables,
  columnTypes,
  primaryKey: 'PRIMARY KEY NOT NULL',
  checkOf: (column, storage) => (storage === 'boolean' ? `${column} IN (0, 1)` : undefined),
  tableOptions: ' STRICT',
  keyText(column, storage) {
    if (storage === 'boolean') return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`;
    return storage === 'number' ? `nonet_bits(${column})` : `CAST(${column} AS TEXT)`;
  },
};

/** Returns how the tables of a layout are written for the SQLite of a connection, which may lack FTS5. */
export function adaptRecords(database: DatabaseSync, layout: StoreLayout): RecordDialect {
  if ([...layout.values()].every(({ search }) => search === undefined) || hasFullText(database)) return records;
  const { search: _, queries, ...others } = records;
  const { searchIndex: __, ...read } = queries;
  return { ...others, queries: read };
}

function hasFullText(database: DatabaseSync): boolean {
  try {
    database.exec(`CREATE VIRTUAL TABLE temp.nonet_search_probe ${searchModule}; DROP TABLE temp.nonet_search_probe`);
    return true;
  } catch {
    return false;
  }
}
