import type { DatabaseSync } from 'node:sqlite';
import type { TableTexts, Texts } from '../differences.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { inlineCondition } from '../queries/expressions.ts';
import { serviceTables } from '../service-tables/schema.ts';
import { columnTypes, expressions, questions, quote, quoteText } from './dialect.ts';
import { serviceDialect } from './service-dialect.ts';

/** The service tables. */
export const ownTables = serviceTables(serviceDialect);

/** Gives the credentials of a database that an older Nonet has made the columns that they have now. */
export function completeCredentials(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(nonet_credential)').all();
  if (columns.length === 0 || columns.some(({ name }) => name === 'kind')) return;
  database.exec(`ALTER TABLE nonet_credential ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'`);
  database.exec('ALTER TABLE nonet_credential ADD COLUMN client TEXT');
}

/** Writes every table down, column by column and index by index. */
export function tableTexts(layout: StoreLayout): TableTexts {
  return [...layout.values()].map((table) => ({
    table: table.table,
    columns: table.columns.map((column) => [column.name, columnText(layout, table, column)] as const),
    indexes: [...uniqueTexts(table), ...indexTexts(table)],
  }));
}

/** The statements that make the tables. */
export function creation(texts: TableTexts): readonly string[] {
  return texts.flatMap(({ table, columns, indexes }) => {
    const lines = columns.map(([name, text]) => `  ${quote(name)} ${text}`);
    return [
      `CREATE TABLE ${quote(table)} (\n${lines.join(',\n')}\n) STRICT`,
      ...indexes.map(([name, text]) => {
        const unique = text.startsWith('UNIQUE ');
        return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} ${text.slice(unique ? 7 : 0)}`;
      }),
    ];
  });
}

function columnText(layout: StoreLayout, table: TableLayout, column: ColumnLayout): string {
  const name = quote(column.name);
  const texts = [columnTypes[column.storage]];
  if (column === table.identity) texts.push('PRIMARY KEY');
  if (column.always) texts.push('NOT NULL');
  if (column.choices !== undefined) texts.push(`CHECK (${name} IN (${column.choices.map(quoteText).join(', ')}))`);
  if (column.storage === 'boolean') texts.push(`CHECK (${name} IN (0, 1))`);
  const other = layout.get(column.refers ?? '');
  if (other !== undefined) texts.push(`REFERENCES ${quote(other.table)} (${quote(other.identity.name)})`);
  return texts.join(' ');
}

function uniqueTexts(table: TableLayout): Texts {
  return table.uniques.map(({ name, columns, while: partial }) => {
    const condition = partial === undefined ? '' : ` WHERE ${inlineCondition(questions, expressions, table, partial)}`;
    return [name, `UNIQUE (${columns.map(quote).join(', ')})${condition}`] as const;
  });
}

function indexTexts(table: TableLayout): Texts {
  return table.indexes.map(({ name, keys }) => {
    const columns = keys.map(({ field, descending }) => {
      return quote(table.byField.get(field)!.name) + (descending ? ' DESC' : '');
    });
    return [name, `(${columns.join(', ')})`] as const;
  });
}
