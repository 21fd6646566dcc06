import { createSessionMigration, readMade } from '../migration/over-session.ts';
import type { MigrationStore } from '../migration/store.ts';
import { TransientStoreError } from '../store-error.ts';
import { type Connection, createConnector, type Executor, type Statement } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { connectDatabase, passes } from './connection/opening/opening.ts';
import { keepPlansServed, readServedPlans, takeServedAlone } from './connection/served.ts';
import { ReadingSession } from './connection/session.ts';
import { createStatements } from './connection/statements.ts';
import { records } from './dialect.ts';
import { type Constraint, introspect, readConstraints } from './migrate/introspection.ts';
import { createMigrationStatements } from './migrate/statements.ts';
import { quote } from './quote.ts';
import { serviceDialect } from './service-dialect.ts';

/** Other processes may hold a table this long. */
const settings = ['lock_timeout = 10000', 'statement_timeout = 0', 'synchronous_commit = on'];

/** Opens the database of a `postgres:` address to change its tables. Throws a StoreError if it cannot be opened. */
export async function openPostgresMigration(rest: string): Promise<MigrationStore> {
  const address = readConnectionSettings(rest);
  const connection = await connectDatabase(createConnector(address, settings), address);
  return createMigrationStore(address.shown, connection, reportTransient(address.shown, connection));
}

/** An executor whose errors say that the migration may be repeated, where that is so: somebody has locked a table, or the server restarts. */
function reportTransient(place: string, connection: Executor): Executor {
  return {
    execute: (statement, values) =>
      connection.execute(statement, values).catch((error: Error) => {
        if (!passes(error)) throw error;
        throw new TransientStoreError(`The database ${place} cannot be migrated now: ${error.message}.`, {
          cause: error,
        });
      }),
  };
}

function createMigrationStore(place: string, connection: Connection, executor: Executor): MigrationStore {
  let constraints: readonly Constraint[] = [];
  let served: readonly string[] = [];
  let own: readonly string[] = [];
  let changes = false;
  const ask = async (text: string): Promise<readonly (readonly unknown[])[]> => {
    return (await executor.execute({ text })).rows;
  };
  const lock = async (): Promise<void> => {
    // No write may come between the check of the records and their change.
    if (changes && own.length > 0) await ask(`LOCK TABLE ${own.map(quote).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  };
  const session = new ReadingSession(executor, holdInserts());
  const common = createSessionMigration(place, session, serviceDialect, records);
  return {
    ...common,
    async begin(writing) {
      changes = writing;
      await ask(writing ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      if (!writing) return;
      await ask(`SELECT pg_advisory_xact_lock(hashtext('nonet tables'))`);
    },
    async made() {
      const tables = await ask(
        `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
      );
      const names = new Set(tables.map(([name]) => String(name)));
      const made = await readMade(place, session, [...names], 'database');
      if (made === undefined) return undefined;
      const { plan, kept } = made;
      own = kept.map(({ table }) => table).filter((table) => names.has(table));
      constraints = await readConstraints(executor);
      served = await readServedPlans(executor);
      return { plan, kept, catalogue: await introspect(executor, kept, constraints), served };
    },
    lock,
    async claim(digest, reasons, changing) {
      if (reasons.length > 0) await takeServedAlone(executor, place, reasons);
      if (changing) await lock();
      await keepPlansServed(executor, reasons.length > 0 ? [digest] : [digest, ...served]);
    },
    statements: (change, layout) => createMigrationStatements(change, layout, constraints),
    commit: async () => {
      await ask('COMMIT');
    },
    rollback: async () => {
      await ask('ROLLBACK');
    },
    close: () => connection.end(),
  };
}

/** Holds the statements that insert: one that reads would fail when its table has been changed. */
function holdInserts(): (text: string) => Statement {
  const statementOf = createStatements();
  return (text) => (text.startsWith('INSERT ') ? statementOf(text) : { text });
}
