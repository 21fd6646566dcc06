import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSessionMigration, readMade } from '../migration/over-session.ts';
import type { MigrationStore } from '../migration/store.ts';
import { StoreError } from '../store-error.ts';
import { records } from './dialect.ts';
import { isBeyondNumbers, isDamage } from './failures.ts';
import { createDamageError, createOpenError } from './file/open-error.ts';
import { createOwned } from './file/owned.ts';
import { type Hold, holdAlone } from './file/serving.ts';
import { addFunctions } from './functions.ts';
import { introspect, listExternalStatements } from './migrate/introspection.ts';
import { buildStatements } from './migrate/planned.ts';
import { serviceDialect } from './service-dialect.ts';
import { createGuardedSession, createStatements } from './session.ts';
import { listTableNames } from './tables.ts';

/** A migration waits this long for a writer. */
const patience = 10_000;

/** Opens a database to change its tables; undefined where there is no file. Throws a StoreError when it cannot be opened. */
export function openSqliteMigration(path: string): MigrationStore | undefined {
  const place = resolve(path);
  if (path === ':memory:') {
    throw new StoreError('A store in memory ends with its process, so there is nothing to migrate. Name a file.');
  }
  if (!existsSync(place)) return undefined;
  try {
    const database = new DatabaseSync(place, { timeout: patience, enableForeignKeyConstraints: false });
    // A file is read only now: one that is not a database fails here.
    database.exec('PRAGMA schema_version');
    addFunctions(database);
    return createMigrationStore(place, database);
  } catch (error) {
    throw error instanceof StoreError ? error : createOpenError(place, error);
  }
}

const repair = 'No field can have it: find it with the command-line program sqlite3, and change it.';

/** Creates what changes the tables of an open database. If the file is damaged, its errors name it. */
export function createMigrationStore(place: string, database: DatabaseSync): MigrationStore {
  let hold: Hold | undefined;
  const explain = (error: unknown): Error => {
    if (isBeyondNumbers(error))
      return new StoreError(`${place} holds a whole number beyond ±9007199254740991. ${repair}`);
    return isDamage(error) ? createDamageError(place, error) : (error as Error);
  };
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  };
  const session = createGuardedSession(createStatements(database), undefined, explain);
  const common = createSessionMigration(place, session, serviceDialect, records);
  return {
    ...common,
    begin(writing) {
      // References are looked at when all is done; those of other tables keep the names that they have.
      database.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; PRAGMA synchronous = FULL');
      database.exec(writing ? 'BEGIN IMMEDIATE' : 'BEGIN');
    },
    async made() {
      const names = explained(() => listTableNames(database));
      const made = await readMade(place, session, names, 'file');
      return made && { ...made, catalogue: explained(() => introspect(database, made.kept)) };
    },
    statements: (change, layout) =>
      buildStatements(change, common.texts(layout), listExternalStatements(database, change)),
    run(sql, values) {
      // A statement that changes tables is asked once, and must not be held.
      if (values === undefined) explained(() => database.exec(sql));
      else session.run(sql, values);
    },
    copyTo(file) {
      createOwned(file);
      explained(() => database.prepare('VACUUM INTO ?').run(file));
    },
    commit() {
      const dangling = explained(() => database.prepare('PRAGMA foreign_key_check').all());
      if (dangling.length > 0) {
        throw new StoreError(
          `${dangling.length} references of \`${dangling[0]!.table}\` would name records of \`${dangling[0]!.parent}\` that do not exist.`,
        );
      }
      database.exec('COMMIT');
    },
    rollback() {
      if (database.isTransaction) database.exec('ROLLBACK');
    },
    alone() {
      hold ??= holdAlone(place);
    },
    close() {
      database.close();
      hold?.end();
    },
  };
}
