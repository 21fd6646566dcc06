import type { Dialect } from '../../expression/sql/dialect.ts';
import type { ValueType } from '../../expression/tree.ts';
import type { StorageClass } from '../../plan/schema.ts';
import { type QueryDialect, quoteText, type RecordDialect } from '../dialect.ts';
import { hole, type Source, sql } from '../queries/fragment.ts';
import { splitSearchWords } from '../queries/search-words.ts';
import { quote } from './quote.ts';
import { searchIndex, searchTables } from './search-index.ts';

/** The type of a column. Texts sort and compare by code point; JSON is kept as it was sent. */
export const columnTypes: Readonly<Record<StorageClass, string>> = {
  text: 'text COLLATE "C"',
  integer: 'bigint',
  int64: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  decimal: 'text COLLATE "C"',
  json: 'text COLLATE "C"',
};

/** A value as it is sent. */
export function bind(value: unknown, storage: StorageClass): unknown {
  if (value === undefined || value === null) return null;
  if (storage === 'boolean') return value === true || value === 1;
  return typeof value === 'string' ? value : String(value);
}

function compared(column: string, storage: StorageClass): string {
  return storage === 'decimal' ? `(${column})::numeric` : column;
}

/** A text of JSON as columns of a class hold its value. */
function cast(text: string, storage: StorageClass): string {
  if (storage === 'text' || storage === 'decimal') return `${text} COLLATE "C"`;
  return storage === 'json' ? text : `(${text})::${columnTypes[storage]}`;
}

function formatSteps(json: string, path: readonly string[], last: '->' | '->>'): string {
  const steps = path.map((name, at) => ` ${at === path.length - 1 ? last : '->'} ${quoteText(name)}`);
  return `(${json}::jsonb${steps.join('')})`;
}

/** How questions are written for PostgreSQL. */
export const questions: QueryDialect = {
  quote,
  placeholder: (index) => `$${index + 1}`,
  // Past 2^53 a JavaScript number would not be exact.
  read: (column, storage) => (storage === 'int64' ? `${column}::text` : column),
  compared,
  bind,
  inside: (json, path, storage) => cast(formatSteps(json, path, '->>'), storage),
  isNull: (json, path) => `jsonb_typeof(${formatSteps(json, path, '->')}) = 'null'`,
  itemsInside(json, paths, storage) {
    const lists = paths.filter(({ list }) => list);
    const steps = lists.map(({ path }) => `${path.map((name) => `.${JSON.stringify(name)}`).join('')}[*]`);
    const end = paths.at(-1)!;
    const value = end.list ? cast(`(e #>> '{}')`, storage) : questions.inside('e', end.path, storage);
    return { from: `jsonb_path_query(${json}::jsonb, ${quoteText(`$${steps.join('')}`)}) AS e`, value };
  },
  oneOf(column, storage, list) {
    const bound: Source = (values) => (list(values) as readonly unknown[]).map((value) => bind(value, storage));
    const type = storage === 'decimal' ? 'numeric' : columnTypes[storage].replace(' COLLATE "C"', '');
    return sql`${compared(column, storage)} = ANY(${bound}::${type}[])`;
  },
  typed: (text, storage) => `${text}::${columnTypes[storage]}`,
  contains: (column, value) => sql`strpos(${column}, ${value}) > 0`,
  startsWith: (column, value) => sql`starts_with(${column}, ${value})`,
  hasItem(column, value) {
    const bound: Source = (values) => formatJson(value(values));
    return sql`${bound}::jsonb <@ ${column}::jsonb`;
  },
  hasAny: (column, list) => sql`jsonb_exists_any(${column}::jsonb, ${list}::text[])`,
  search(columns, text) {
    const texts = columns.map(({ column, storage }) =>
      storage === 'json'
        ? `(SELECT string_agg(i, chr(10)) FROM jsonb_array_elements_text(${column}::jsonb) AS i)`
        : column,
    );
    const words: Source = (values) => splitSearchWords(text(values));
    // The rules of "C" know the letters of ASCII alone.
    const all = `normalize(lower(concat_ws(chr(10), ${texts.join(', ')}) COLLATE "und-x-icu"), NFC)`;
    return sql`coalesce((SELECT bool_and(strpos(f.t, w) > 0) FROM (SELECT ${all} AS t) AS f, unnest(${words}::text[]) AS w), TRUE)`;
  },
  items: (list, storage) =>
    sql`SELECT v::${columnTypes[storage]} AS v FROM jsonb_array_elements_text(${list}::jsonb) AS v`,
  forEach: (_, rows) => sql` CROSS JOIN LATERAL (SELECT t.* ${rows}) AS t`,
  tuples: (list) => sql`jsonb_array_elements(${list}::jsonb) WITH ORDINALITY AS v(value, n) ORDER BY v.n`,
  // The digits of each number are added exactly, so that 0.1 and 0.2 are 0.3.
  total(column) {
    const digits = `${column}::text::numeric`;
    const sum = `coalesce(sum(${digits}), 0)`;
    return `CASE WHEN abs(${sum}) <= 1.7976931348623157e308 THEN ${sum}::double precision END`;
  },
  decimalTotal: (column) => `coalesce(sum((${column})::numeric), 0)::text`,
  exactText: (value) => `(${value})::text`,
  eachItem: (column) => ` CROSS JOIN LATERAL jsonb_array_elements_text((${column})::jsonb) AS e(value)`,
  member: (index, type) => `(v.value ->> ${index})::${toParameterType(type)}`,
  searchIndex,
  limited: (limit) => sql` LIMIT ${limit}`,
  skipping: (skip, limit) => sql` OFFSET ${skip} LIMIT ${limit}`,
  // Among the columns of many rows, EXISTS would first collect all records that it finds for any of them.
  tested(condition) {
    return condition.texts.some((text) => text.includes('EXISTS (')) ? sql`(SELECT ${condition})` : condition;
  },
  along: () => '',
  // Columns that are never null keep PostgreSQL's own order, which the indexes of keys and constraints have.
  direction(descending, nullable) {
    if (!nullable) return descending ? ' DESC' : '';
    return descending ? ' DESC NULLS LAST' : ' NULLS FIRST';
  },
};

function formatJson(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
}

/** How expressions are written for PostgreSQL. Text columns are `COLLATE "C"`, so they compare by code points. */
export const expressions: Dialect = {
  parameter: (_, type) => `${hole}::${toParameterType(type)}`,
  same: (left, right) => `${left} IS NOT DISTINCT FROM ${right}`,
  letters: (text, as) => `${as}(${text} COLLATE "C")`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  decimal: (text) => compared(text, 'decimal'),
  isIn(value, list, decimals) {
    if (!decimals) return /* not a message */ `coalesce(to_jsonb(${value}) <@ (${list})::jsonb, FALSE)`;
    return `coalesce(${value} IN (SELECT i::numeric FROM jsonb_array_elements_text((${list})::jsonb) AS i), FALSE)`;
  },
};

/** The type that a parameter is given, so that nothing is left to be guessed. Lists are the text of their JSON. */
function toParameterType(type: ValueType): string {
  if (type.kind === 'nullable') return toParameterType(type.of);
  if (type.kind === 'ref') return toParameterType(type.identity);
  if (type.kind === 'int') return 'bigint';
  if (type.kind === 'double') return 'double precision';
  return type.kind === 'bool' ? 'boolean' : 'text';
}

/** How the tables of records are written for PostgreSQL. */
export const records: RecordDialect = {
  queries: questions,
  expressions,
  search: searchTables,
  columnTypes,
  primaryKey: 'PRIMARY KEY',
  tableOptions: '',
  keyText: (column, storage) => (storage === 'number' ? `encode(float8send(${column} + 0), 'hex')` : `${column}::text`),
};
