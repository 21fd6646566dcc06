import type { MigrationDialect } from '../../migration/planned.ts';
import { tableTexts } from '../tables.ts';
import { createMigrationStatements } from './statements.ts';

/** How SQLite writes a migration that no database is asked for. */
export const sqliteMigration: MigrationDialect = {
  texts: tableTexts,
  statements: (change, layout) => createMigrationStatements(change, tableTexts(layout), []),
};
