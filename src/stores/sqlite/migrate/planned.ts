import type { StoreLayout } from '../../layout.ts';
import type { MigrationDialect } from '../../migration/planned.ts';
import { formatTableTexts } from '../../tables.ts';
import { records } from '../dialect.ts';
import { createMigrationStatements } from './statements.ts';

const texts = (layout: StoreLayout) => formatTableTexts(records, layout);

/** How SQLite writes a migration that no database is asked for. */
export const sqliteMigration: MigrationDialect = {
  texts,
  statements: (change, layout) => createMigrationStatements(change, texts(layout), []),
};
