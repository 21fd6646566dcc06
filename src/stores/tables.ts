import { type QueryDialect, quoteText, type RecordDialect } from './dialect.ts';
import type { TableTexts, Texts } from './differences.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from './layout.ts';
import { writeColumn } from './queries/columns.ts';
import { inlineCondition } from './queries/expressions.ts';
import { isSearchName, readSearchIndex } from './search-index.ts';

/** Writes every table down, column by column and index by index. */
export function formatTableTexts(dialect: RecordDialect, layout: StoreLayout): TableTexts {
  return [...layout.values()].map((table) => ({
    table: table.table,
    columns: formatColumns(dialect, table).map(([name, text], at) => {
      const other = layout.get(table.columns[at]!.refers ?? '');
      return [name, other === undefined ? text : `${text} ${formatReference(dialect, other)}`] as const;
    }),
    indexes: formatIndexes(dialect, table),
  }));
}

/** Writes the columns of a table without their references. */
export function formatColumns(dialect: RecordDialect, table: TableLayout): Texts {
  return table.columns.map((column) => [column.name, formatColumn(dialect, table, column)] as const);
}

/** Writes the indexes of a table, those of its unique constraints first. */
export function formatIndexes(dialect: RecordDialect, table: TableLayout): Texts {
  const { queries, expressions } = dialect;
  const key = (column: ColumnLayout, descending: boolean): string =>
    formatKey(queries, column) + queries.direction(descending, !column.always);
  /** Texts are unique as they are stored. */
  const stored = (column: ColumnLayout): string =>
    queries.quote(column.name) + queries.direction(false, !column.always);
  const lowered = (column: ColumnLayout): string =>
    expressions.letters(queries.quote(column.name), 'lower') + queries.direction(false, !column.always);
  const uniques = table.uniques.map(({ name, columns, ignoring, while: partial }) => {
    const condition = partial === undefined ? '' : ` WHERE ${inlineCondition(queries, expressions, table, partial)}`;
    const keys = columns.map((name, at) => {
      const column = table.columns.find((candidate) => candidate.name === name)!;
      return ignoring === 'case' && at === 0 ? lowered(column) : stored(column);
    });
    return [name, `UNIQUE (${keys.join(', ')})${condition}`] as const;
  });
  const indexes = table.indexes.map(({ name, keys }) => {
    const columns = keys.map(({ field, descending }) => key(table.byField.get(field)!, descending));
    return [name, `(${columns.join(', ')})`] as const;
  });
  const search = table.search && dialect.search?.definition(table);
  return [...uniques, ...indexes, ...(search === undefined ? [] : [[table.search!.name, search] as const])];
}

/** A column of an index, in the form in which its values are compared. */
function formatKey(queries: QueryDialect, column: ColumnLayout): string {
  const compared = queries.compared(writeColumn(queries, column), column.storage);
  return compared === queries.quote(column.name) ? compared : `(${compared})`;
}

/** Writes what a column that refers to the records of a table ends with. */
export function formatReference({ queries }: RecordDialect, { table, identity }: TableLayout): string {
  return `REFERENCES ${queries.quote(table)} (${queries.quote(identity.name)})`;
}

/** Writes the statement that creates a table without its indexes. */
export function buildTableStatement({ queries, tableOptions }: RecordDialect, table: string, columns: Texts): string {
  const lines = columns.map(([name, text]) => `  ${queries.quote(name)} ${text}`);
  return `CREATE TABLE ${queries.quote(table)} (\n${lines.join(',\n')}\n)${tableOptions}`;
}

/** Lists the statements that create an index of a table. `filled`: the table may contain records. */
export function listIndexStatements(
  dialect: RecordDialect,
  table: string,
  index: Texts[number],
  filled: boolean,
): readonly string[] {
  const columns = readSearchIndex(index[1]);
  if (columns === undefined) return [buildIndexStatement(dialect, table, index)];
  return dialect.search?.create(index[0], table, columns, filled) ?? [];
}

/** Lists the statements that remove an index; `command` removes any but a search index. */
export function listDropStatements(
  { queries, search }: RecordDialect,
  name: string,
  command = 'DROP INDEX',
): readonly string[] {
  if (search !== undefined && isSearchName(name)) return search.drop(name);
  return [`${command} ${queries.quote(name)}`];
}

/** Writes the statement that creates an index of a table, other than a search index. */
export function buildIndexStatement({ queries }: RecordDialect, table: string, [name, text]: Texts[number]): string {
  const isUnique = text.startsWith('UNIQUE ');
  const keys = isUnique ? text.slice('UNIQUE '.length) : text;
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${queries.quote(name)} ON ${queries.quote(table)} ${keys}`;
}

/** Lists the statements that create tables, each followed by its indexes. */
export function listCreateStatements(dialect: RecordDialect, texts: TableTexts): readonly string[] {
  return texts.flatMap(({ table, columns, indexes }) => [
    buildTableStatement(dialect, table, columns),
    ...indexes.flatMap((index) => listIndexStatements(dialect, table, index, false)),
  ]);
}

function formatColumn(dialect: RecordDialect, { identity }: TableLayout, column: ColumnLayout): string {
  const { queries, columnTypes, primaryKey, checkOf } = dialect;
  const name = queries.quote(column.name);
  const texts = [columnTypes[column.storage]];
  if (column === identity) texts.push(primaryKey);
  else if (column.always) texts.push('NOT NULL');
  if (column.choices !== undefined) texts.push(`CHECK (${name} IN (${column.choices.map(quoteText).join(', ')}))`);
  const check = checkOf?.(name, column.storage);
  if (check !== undefined) texts.push(`CHECK (${check})`);
  return texts.join(' ');
}
