import type { MigrationDialect } from '../migration-planned.ts';
import { statementsOf } from './migrate-statements.ts';
import { tableTexts } from './tables.ts';

/** How PostgreSQL writes a migration that no database is asked for. */
export const postgresMigration: MigrationDialect = {
  texts: tableTexts,
  statements: (change, layout) => statementsOf(change, layout, []),
};
