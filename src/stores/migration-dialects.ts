import type { MigrationDialect } from './migration/planned.ts';
import { postgresMigration } from './postgres/migrate/planned.ts';
import { sqliteMigration } from './sqlite/migrate/planned.ts';

/** How each store writes a migration, in the order of reports. */
export const migrationDialects: readonly MigrationDialect[] = [sqliteMigration, postgresMigration];
