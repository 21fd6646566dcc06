import type { StoreLayout } from '../../layout.ts';
import type { MigrationDialect } from '../../migration/planned.ts';
import { createRebuilding } from '../../migration/rebuilding.ts';
import { formatTableTexts } from '../../tables.ts';
import { records } from '../dialect.ts';

const texts = (layout: StoreLayout) => formatTableTexts(records, layout);

/** Writes the statements of one table's change. */
export const buildStatements = createRebuilding(records);

/** How SQLite writes a migration that no database is asked for. */
export const sqliteMigration: MigrationDialect = {
  name: 'sqlite',
  title: 'SQLite',
  texts,
  statements: (change, layout) => buildStatements(change, texts(layout), []),
};
