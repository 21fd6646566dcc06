import { type Store, StoreUnavailableError } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { createLayout, type StoreLayout } from '../layout.ts';
import type { StoreOptions } from '../options.ts';
import { createTermContext } from '../queries/expressions.ts';
import { createFairQueue, type FairQueue } from '../queries/turns.ts';
import type { ServiceDatabase } from '../service-tables/database.ts';
import { createServiceStore } from '../service-tables/opening.ts';
import { createSecrets } from '../service-tables/secrets.ts';
import { TransientStoreError } from '../store-error.ts';
import { checkClock, watchClock } from './connection/clock.ts';
import { type Connection, createConnector, type Executor } from './connection/connect.ts';
import { beginReading } from './connection/control.ts';
import { toStoreError } from './connection/failures.ts';
import { type ConnectionSettings, readConnectionSettings } from './connection/opening/address.ts';
import { openPrepared } from './connection/opening/opening.ts';
import { listWriteSettings, reading } from './connection/opening/settings.ts';
import { Pool, SharedConnection } from './connection/pool.ts';
import { refuseSharedSessions } from './connection/pooled.ts';
import { createWrite } from './connection/run.ts';
import { createServing, type Serving } from './connection/served.ts';
import { ReadingSession } from './connection/session.ts';
import { checkDatabase, settle } from './connection/settle.ts';
import { type Patience, watchSilence } from './connection/silence.ts';
import { createStatements } from './connection/statements.ts';
import type { SilenceWatch } from './connection/watched.ts';
import { buildCountStatements, createCountingSession } from './counting.ts';
import { settleOver, takeDue } from './delivery-steps.ts';
import { records } from './dialect.ts';
import { createListening } from './events/listening.ts';
import { createEventSequencer } from './events/sequence.ts';
import { createReads, type Readers } from './reads.ts';
import { openReplica } from './replica/open.ts';
import { createReplica } from './replica.ts';
import { serviceDialect } from './service-dialect.ts';
import { createWriters } from './writes.ts';

/** The numbers of connections that write, and of those for slow reads. One more connection does all other reads. */
const writing = 16;
const readingApart = 4;
const aliveTimeoutMs = 2_000;

/** Dependencies that tests replace: the clock of this process, and how long a server may be silent. */
interface Replaced {
  readonly now?: () => number;
  readonly patience?: Patience;
}

/**
 * Opens the database of a `postgres:` address; creates its tables if there are none. Throws a StoreError for a database that cannot be
 * reached, does not fit or has a different time.
 */
export async function openPostgres(
  rest: string,
  plan: Plan,
  options: StoreOptions,
  { now = Date.now, patience }: Replaced = {},
): Promise<Store> {
  const settings = readConnectionSettings(rest);
  const layout = createLayout(plan);
  const silence = watchSilence(createConnector(settings, []), options.platform, settings.shown, patience);
  const connect = createConnector(settings, listWriteSettings(options.durability), silence);
  let store: Store | undefined;
  const serving = createServing(plan.digest, settings.shown, options.platform, (why) => {
    if (store === undefined) return;
    options.platform.log.error({}, why);
    options.outdated?.(why);
    store.close().catch(() => undefined);
  });
  let unused: Connection | undefined;
  try {
    const [first, secret] = await openPrepared(connect, settings, options, async (connection) => {
      await checkDatabase(connection, settings);
      await refuseSharedSessions(connection, connect, settings.shown);
      await checkClock(connection, now, settings.shown);
      return await settle(connection, settings, plan, layout, options);
    });
    unused = first;
    const pool = new Pool(
      serving.guard(async () => {
        const connection = unused ?? (await connect());
        unused = undefined;
        return connection;
      }),
      writing,
    );
    // Between the two another document may have come.
    pool.give(await pool.take());
    store = await createStore(settings, layout, options, pool, serving, silence, secret, now);
    return store;
  } catch (error) {
    silence.end();
    unused?.end().catch(() => undefined);
    throw error instanceof StoreUnavailableError
      ? new TransientStoreError(`${error.message}.`, { cause: error })
      : error;
  }
}

async function createStore(
  settings: ConnectionSettings,
  layout: StoreLayout,
  options: StoreOptions,
  pool: Pool,
  serving: Serving,
  silence: SilenceWatch,
  secret: Uint8Array,
  now: () => number,
): Promise<Store> {
  const { platform } = options;
  const quick = new SharedConnection(serving.guard(createConnector(settings, reading, silence)));
  const counter = new SharedConnection(createConnector(settings, buildCountStatements, silence));
  const apart = new Pool(serving.guard(createConnector(settings, reading, silence)), readingApart);
  const queue = createFairQueue(readingApart, platform);
  const statementOf = createStatements();
  const maker = createTermContext(layout, records);
  const listening = createListening(createConnector(settings, [], silence), platform);
  const write = createWrite(pool, createWriters(layout, statementOf), statementOf, listening.recorded);
  const reader = new ReadingSession(quick, statementOf);
  const tables: ServiceDatabase = { dialect: serviceDialect, reader, write };
  const unwatch = watchClock(quick, now, settings.shown, platform);
  serving.watch(quick);
  let closing: Promise<void> | undefined;
  let replica: ReturnType<typeof createReplica> | undefined;
  const close = async (): Promise<void> => {
    unwatch();
    serving.end();
    replica?.close();
    await listening.end();
    queue.close();
    await Promise.all([pool.end(), apart.end()]);
    await Promise.all([quick.end(), counter.end()]);
    silence.end();
  };
  const createPrepare = (readers: Readers) => createReads(readers, maker, statementOf);
  const prepare = createPrepare(createReaders(quick, apart, queue));
  try {
    const watch = await openReplica(options, quick);
    replica = watch && createReplica(watch, prepare, createPrepare, platform);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    prepare,
    replica,
    write,
    ...createServiceStore(
      tables,
      createCountingSession(counter, statementOf),
      { takeDue, settleOver },
      {
        assignSequences: createEventSequencer(tables),
        watch: listening.watch,
      },
    ),
    secret: createSecrets(secret, platform),
    alive() {
      if (closing !== undefined) return false;
      return new Promise((resolve) => {
        const cancel = platform.after(aliveTimeoutMs, () => resolve(false));
        const answered = (alive: boolean): void => {
          cancel();
          resolve(alive);
        };
        quick.execute({ text: 'SELECT 1' }).then(
          () => answered(true),
          () => answered(false),
        );
      });
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function createReaders(quick: Executor, pool: Pool, queue: FairQueue): Readers {
  return {
    quick,
    apart: (asked, milliseconds, work) =>
      queue.take(asked, milliseconds, async ({ left }) => {
        const connection = await pool.take();
        try {
          connection.execute(beginReading(left)).catch(() => undefined);
          return await work(connection);
        } catch (error) {
          throw toStoreError(error);
        } finally {
          connection.execute({ text: 'COMMIT' }).catch(() => undefined);
          pool.give(connection);
        }
      }),
  };
}
