import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exit } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { type Store, StoreUnavailableError } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { createLayout, type StoreLayout } from '../layout.ts';
import { refuseMisfit } from '../migration/fits.ts';
import type { StoreOptions } from '../options.ts';
import { createTermContext } from '../queries/expressions.ts';
import type { ServiceDatabase } from '../service-tables/database.ts';
import { settleOver, takeDue } from '../service-tables/deliveries-at-once.ts';
import { isNew, type NotedTables, readTables } from '../service-tables/meta.ts';
import { createServiceStore, settleTables } from '../service-tables/opening.ts';
import { formatTableTexts, listCreateStatements } from '../tables.ts';
import { createBackgroundReader } from './background/background-reader.ts';
import { createSharedRead } from './batched-reads.ts';
import { endClaims } from './claims.ts';
import { createCountingSession } from './counting.ts';
import { adaptRecords } from './dialect.ts';
import { createWaking } from './events-waking.ts';
import { getErrorMessage, toStoreError } from './failures.ts';
import { watchFiles } from './file/files.ts';
import { createOpenError } from './file/open-error.ts';
import { createOwned } from './file/owned.ts';
import { type Hold, holdServed } from './file/serving.ts';
import { createSyncer, type Syncing } from './file/sync.ts';
import { addFunctions } from './functions.ts';
import { introspect } from './migrate/introspection.ts';
import { createQueue, type WriteQueue } from './queue.ts';
import { createReads } from './reads.ts';
import { createSecrets } from './secrets.ts';
import { serviceDialect } from './service-dialect.ts';
import { createGuardedSession, createStatements, SqliteSession } from './session.ts';
import { createServiceTables, listTableNames } from './tables.ts';
import { createWrites } from './writes.ts';

/** The address after `sqlite:` for a database without a file. */
const inMemory = ':memory:';
/** Another process may hold the write lock so long. */
const patience = 1_000;

/** Opens the database at a path, made when there is none. `syncing` replaces how the log is synced, for tests. */
export async function openSqlite(
  path: string,
  plan: Plan,
  options: StoreOptions,
  syncing?: Partial<Syncing>,
): Promise<Store> {
  const layout = createLayout(plan);
  const place = path === inMemory ? path : resolve(path);
  const database = connect(place);
  let hold: Hold | undefined;
  try {
    if (place !== inMemory) hold = holdServed(place, () => endClaims(database, options.platform.now()));
    settle(database, place, plan, layout);
    const durable = options.durability === 'full' && place !== inMemory;
    const store = createStore(database, place, layout, options, durable ? openLog(place, options, syncing) : undefined);
    return { ...store, close: () => store.close().finally(() => hold?.end()) };
  } catch (error) {
    hold?.end();
    database.close();
    throw toStoreError(error) instanceof StoreUnavailableError ? createOpenError(place, error) : error;
  }
}

function connect(place: string): DatabaseSync {
  try {
    if (place !== inMemory) createOwned(place);
    const database = new DatabaseSync(place, { timeout: patience, enableForeignKeyConstraints: true });
    // A commit is in the log at once and on the disk when the log has been synced, which is done once for a group.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;
      PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY`);
    addFunctions(database);
    return database;
  } catch (error) {
    throw createOpenError(place, error);
  }
}

/** Makes the tables of a new database, and refuses one whose tables are not those of the plan. */
function settle(database: DatabaseSync, place: string, plan: Plan, layout: StoreLayout): void {
  const records = adaptRecords(database, layout);
  const needed = formatTableTexts(records, layout);
  database.exec('BEGIN IMMEDIATE');
  try {
    const session = new SqliteSession(createStatements(database));
    const isFresh = isNew(place, listTableNames(database), 'file');
    createServiceTables(database);
    if (isFresh) {
      for (const statement of listCreateStatements(records, needed)) database.exec(statement);
    } else {
      const { plan: made = plan, kept } = readTables(session, plan) as NotedTables;
      refuseMisfit(place, { plan: made, kept, catalogue: introspect(database, kept) }, plan, needed);
    }
    settleTables(session, serviceDialect, records, plan, layout);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The log of a database, held open: nothing but SQLite ever opens the database file itself. */
function openLog(
  place: string,
  { platform }: StoreOptions,
  replaced: Partial<Syncing> = {},
): Syncing & { close(): void } {
  const log = openSync(`${place}-wal`, 'r+');
  // The new file's name is to last as well.
  const folder = openSync(dirname(place), 'r');
  fsyncSync(folder);
  closeSync(folder);
  // A process that was killed may have committed and not synced.
  fdatasyncSync(log);
  return {
    sync: () =>
      new Promise((done, fail) => {
        fdatasync(log, (error) => (error === null ? done() : fail(error)));
      }),
    failed(error) {
      platform.log.error({ error: getErrorMessage(error) }, 'failed to sync the log of the store');
      const why = 'failed to sync the log of the store, so this process ends';
      platform.log.notice?.(`${why}: ${getErrorMessage(error)}`);
      exit(1);
    },
    ...replaced,
    close: () => closeSync(log),
  };
}

function createStore(
  database: DatabaseSync,
  place: string,
  layout: StoreLayout,
  { platform }: StoreOptions,
  log: (Syncing & { close(): void }) | undefined,
): Store {
  const syncer = createSyncer(log);
  // A database in memory is that of its connection alone.
  const files = place === inMemory ? undefined : watchFiles(place, platform);
  const sharedRead = createSharedRead(database, files?.check);
  const statements = createStatements(database);
  const waking = createWaking(new SqliteSession(statements), () => queue, syncer);
  const queue: WriteQueue = createQueue(
    database,
    sharedRead,
    createWrites(database, waking.recorded, layout, statements),
    syncer,
    files,
  );
  const maker = createTermContext(layout, adaptRecords(database, layout));
  const background = files === undefined ? undefined : createBackgroundReader(place, platform, files.check);
  const alive = database.prepare('SELECT 1');
  const reader = createGuardedSession(statements, sharedRead.read, toStoreError);
  const tables: ServiceDatabase = { dialect: serviceDialect, reader, write: queue.write };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    files?.end();
    await queue.end();
    await background?.close();
    sharedRead.end();
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      platform.log.warn({ error: getErrorMessage(error) }, unmoved);
    }
    log?.close();
    database.close();
  };
  return {
    prepare: createReads(database, sharedRead, maker, background),
    write: queue.write,
    ...createServiceStore(
      tables,
      createCountingSession(statements, sharedRead),
      { takeDue, settleOver },
      {
        assignSequences: async () => false,
        ...waking,
      },
    ),
    secret: createSecrets(database, sharedRead, platform),
    alive() {
      if (syncer.broken || closing !== undefined) return false;
      try {
        files?.check();
        return alive.get() !== undefined;
      } catch {
        return false;
      }
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const unmoved =
  'failed to move the log of the store into the database: it stays next to it, and the next start reads it';
