import { type Store, StoreUnavailable } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { layoutOf, type StoreLayout } from '../layout.ts';
import type { StoreOptions } from '../options.ts';
import { expressionsOf } from '../queries/expressions.ts';
import { createTurns, type Turns } from '../queries/turns.ts';
import { createCredentials } from '../service-tables/credentials.ts';
import type { ServiceDatabase } from '../service-tables/database.ts';
import { createDeliveries } from '../service-tables/deliveries.ts';
import { createEvents } from '../service-tables/events.ts';
import { createCounting } from '../service-tables/rates.ts';
import { findReplaced } from '../service-tables/replaced-secrets.ts';
import { createSigningKeys } from '../service-tables/signing-keys.ts';
import { createExpiry } from '../service-tables/stored-responses.ts';
import { StoreProblem } from '../store-error.ts';
import { type Place, placeOf } from './connection/address.ts';
import { checkClock, watchClock } from './connection/clock.ts';
import { type Asker, type Connect, type Connection, connector } from './connection/connect.ts';
import { thrown } from './connection/failures.ts';
import { Line, Pool } from './connection/pool.ts';
import { createWrite } from './connection/run.ts';
import { createServing, type Serving } from './connection/served.ts';
import { ReadingSession } from './connection/session.ts';
import { reading, writingWith } from './connection/settings.ts';
import { checkDatabase, settle } from './connection/settle.ts';
import { createStatements } from './connection/statements.ts';
import { counting, createCountingSession } from './counting.ts';
import { settleOver, takeDue } from './delivery-steps.ts';
import { expressions, questions } from './dialect.ts';
import { createListening } from './events/listening.ts';
import { createNumbering } from './events/sequence.ts';
import { createReads, type Readers } from './reads.ts';
import { createSecrets } from './secrets.ts';
import { serviceDialect } from './service-dialect.ts';
import { createWriters } from './writes.ts';

/** Connections that write, and those that read what may take long. One more reads all the rest. */
const writing = 16;
const readingApart = 4;
const aliveMilliseconds = 2_000;

/**
 * Opens the database behind `postgres:`; its tables are made when there are none. `now` is this process' clock, for
 * tests. Throws a StoreProblem for a database that cannot be reached, does not fit or tells another time.
 */
export async function openPostgres(
  rest: string,
  plan: Plan,
  options: StoreOptions,
  now: () => number = Date.now,
): Promise<Store> {
  const place = placeOf(rest);
  const layout = layoutOf(plan);
  const connect = connector(place, writingWith(options.durability));
  const first = await reached(connect, place);
  let store: Store | undefined;
  const serving = createServing(plan.digest, place.shown, options.host, (why) => {
    if (store === undefined) return;
    options.host.log.error({}, why);
    options.outdated?.(why);
    store.close().catch(() => undefined);
  });
  try {
    await checkDatabase(first, place);
    await checkClock(first, now, place.shown);
    const secret = await settle(first, place, plan, layout, options);
    let unused: Connection | undefined = first;
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
    store = createStore(place, layout, options, pool, serving, secret, now);
    return store;
  } catch (error) {
    first.end().catch(() => undefined);
    throw error instanceof StoreUnavailable ? new StoreProblem(`${error.message}.`, { cause: error }) : error;
  }
}

async function reached(connect: Connect, { shown }: Place): Promise<Connection> {
  try {
    return await connect();
  } catch (error) {
    const said =
      (error as Error).message.replace(/^the database: /, '') || String((error as NodeJS.ErrnoException).code);
    throw new StoreProblem(`The database ${shown} cannot be opened: ${said}.`, { cause: error });
  }
}

function createStore(
  place: Place,
  layout: StoreLayout,
  { host }: StoreOptions,
  pool: Pool,
  serving: Serving,
  secret: Uint8Array,
  now: () => number,
): Store {
  const quick = new Line(serving.guard(connector(place, reading)));
  const counter = new Line(connector(place, counting));
  const apart = new Pool(serving.guard(connector(place, reading)), readingApart);
  const turns = createTurns(readingApart, host);
  const statementOf = createStatements();
  const maker = { layout, dialect: questions, expression: expressionsOf(layout, questions, expressions) };
  const listening = createListening(connector(place, []), host);
  const write = createWrite(pool, createWriters(layout, statementOf), statementOf, listening.recorded);
  const reader = new ReadingSession(quick, statementOf);
  const tables: ServiceDatabase = { dialect: serviceDialect, reader, write };
  const number = createNumbering(tables);
  const unwatch = watchClock(quick, now, place.shown, host);
  serving.watch(quick);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    unwatch();
    serving.end();
    await listening.end();
    turns.close();
    await Promise.all([pool.end(), apart.end()]);
    await Promise.all([quick.end(), counter.end()]);
  };
  return {
    question: createReads(readersOf(quick, apart, turns), maker, statementOf),
    write,
    credentials: createCredentials(tables),
    counting: createCounting(createCountingSession(counter, statementOf), serviceDialect),
    replacedSecrets: (place, now) => findReplaced(reader, place, now),
    expireOutcomes: createExpiry(tables),
    events: createEvents(tables, { number, watch: listening.watch }),
    deliveries: createDeliveries(tables, { takeDue, settleOver }),
    signingKeys: createSigningKeys(tables),
    secret: createSecrets(secret, host),
    alive() {
      if (closing !== undefined) return false;
      return new Promise((resolve) => {
        const cancel = host.after(aliveMilliseconds, () => resolve(false));
        const answered = (alive: boolean): void => {
          cancel();
          resolve(alive);
        };
        quick.ask({ text: 'SELECT 1' }).then(
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

/** What is set with `SET LOCAL` ends with the transaction. */
function beginReading(milliseconds: number | undefined): string {
  const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
  return milliseconds === undefined
    ? begin
    : `${begin}; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(milliseconds))}`;
}

function readersOf(quick: Asker, pool: Pool, turns: Turns): Readers {
  return {
    quick,
    apart: (asked, milliseconds, work) =>
      turns.take(asked, milliseconds, async ({ left }) => {
        const connection = await pool.take();
        try {
          connection.ask({ text: beginReading(left) }).catch(() => undefined);
          return await work(connection);
        } catch (error) {
          throw thrown(error);
        } finally {
          connection.ask({ text: 'COMMIT' }).catch(() => undefined);
          pool.give(connection);
        }
      }),
  };
}
