import type { DatabaseSync } from 'node:sqlite';
import type { TableTexts, Texts } from '../differences.ts';
import { inlineCondition } from '../expressions.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { deliveryTables } from './deliveries-table.ts';
import { columnTypes, expressions, questions, quote, quoteText } from './dialect.ts';
import { eventTables } from './events-table.ts';
import { countingTables } from './rates.ts';

/** The store's own tables: what it was made from, credentials, secrets, the last numbers of sequences, outcomes, counts of records. */
export const ownTables: readonly string[] = [
  ...eventTables,
  ...deliveryTables,
  'CREATE TABLE IF NOT EXISTS nonet_meta (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS nonet_secret (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID',
  `CREATE TABLE IF NOT EXISTS nonet_sequence (resource TEXT NOT NULL, field TEXT NOT NULL, within TEXT NOT NULL, last INTEGER NOT NULL,
  PRIMARY KEY (resource, field, within)) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS nonet_credential (id TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL, scheme TEXT NOT NULL, client TEXT, hash TEXT UNIQUE NOT NULL,
  subject TEXT NOT NULL, scopes TEXT NOT NULL, attributes TEXT NOT NULL, created_at INTEGER NOT NULL,
  expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER) STRICT`,
  'CREATE INDEX IF NOT EXISTS nonet_credential_by_client ON nonet_credential (client)',
  `CREATE INDEX IF NOT EXISTS nonet_credential_by_end ON nonet_credential (expires_at) WHERE kind = 'token'`,
  `CREATE INDEX IF NOT EXISTS nonet_credential_by_hand ON nonet_credential (created_at, id) WHERE kind <> 'token'`,
  `CREATE TABLE IF NOT EXISTS nonet_outcome (caller TEXT NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL,
  attributes TEXT NOT NULL, status INTEGER NOT NULL, headers TEXT NOT NULL, body TEXT, kept_until INTEGER,
  PRIMARY KEY (caller, operation, key)) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS nonet_outcome_by_end ON nonet_outcome (kept_until)',
  ...countingTables,
  `CREATE TABLE IF NOT EXISTS nonet_replaced_secret (number INTEGER PRIMARY KEY, resource TEXT NOT NULL, field TEXT NOT NULL,
  id TEXT NOT NULL, value TEXT NOT NULL, kept_until INTEGER NOT NULL) STRICT`,
  'DROP INDEX IF EXISTS nonet_replaced_secret_by_id',
  'CREATE INDEX IF NOT EXISTS nonet_replaced_secret_newest ON nonet_replaced_secret (resource, id, field, number)',
  `CREATE TABLE IF NOT EXISTS nonet_referred (other TEXT NOT NULL, target TEXT NOT NULL, PRIMARY KEY (other, target))
  STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS nonet_reference (other TEXT NOT NULL, target TEXT NOT NULL, resource TEXT NOT NULL,
  field TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (other, target, resource, field, id)) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS nonet_reference_by_id ON nonet_reference (resource, id, field)',
  'CREATE INDEX IF NOT EXISTS nonet_replaced_secret_by_end ON nonet_replaced_secret (kept_until)',
  `CREATE TABLE IF NOT EXISTS nonet_quota (counter TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (counter, key)) STRICT, WITHOUT ROWID`,
];

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
