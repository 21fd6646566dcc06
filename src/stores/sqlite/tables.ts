import type { DatabaseSync } from 'node:sqlite';
import { formerStateIndex, renamedTables, renameStates } from '../service-tables/renames.ts';
import { buildServiceTables } from '../service-tables/schema.ts';
import { serviceDialect } from './service-dialect.ts';

/** The service tables. */
export const ownTables = buildServiceTables(serviceDialect);

/** Gives the service tables of an older Nonet their present names. */
export function renameServiceTables(database: DatabaseSync): void {
  const names = new Set(
    database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => String(name)),
  );
  for (const [former, present] of renamedTables) {
    if (names.has(former) && !names.has(present)) database.exec(`ALTER TABLE ${former} RENAME TO ${present}`);
  }
  if (names.has(formerStateIndex)) database.exec(renameStates.join('; '));
}

/** Gives the credentials of a database that an older Nonet has made the columns that they have now. */
export function completeCredentials(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(nonet_credential)').all();
  if (columns.length === 0 || columns.some(({ name }) => name === 'kind')) return;
  database.exec(`ALTER TABLE nonet_credential ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'`);
  database.exec('ALTER TABLE nonet_credential ADD COLUMN client TEXT');
}

/** Reads the names of all tables of a database. */
export function listTableNames(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  return tables.map(({ name }) => String(name));
}
