import type { DatabaseSync } from 'node:sqlite';
import { buildServiceTables, listMissing } from '../service-tables/schema.ts';
import { serviceDialect } from './service-dialect.ts';

const ownTables = buildServiceTables(serviceDialect);

/** Creates the service tables and indexes that a database lacks. */
export function createServiceTables(database: DatabaseSync): void {
  const names = database.prepare('SELECT name FROM sqlite_schema').all();
  const missing = listMissing(
    ownTables,
    names.map(({ name }) => String(name)),
  );
  for (const statement of missing) database.exec(statement);
}

/** Reads the names of all tables of a database. */
export function listTableNames(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  return tables.map(({ name }) => String(name));
}
