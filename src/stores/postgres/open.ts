import type { Plan } from '../../plan/plan.ts';
import type { Store } from '../../steps/store.ts';
import type { TableTexts } from '../differences.ts';
import { expressionsOf } from '../expressions.ts';
import { layoutOf, type StoreLayout } from '../layout.ts';
import { refuseMisfit } from '../migration/fits.ts';
import type { StoreOptions } from '../options.ts';
import { StoreProblem } from '../problem.ts';
import { createTurns, type Turns } from '../turns.ts';
import { type Place, placeOf } from './address.ts';
import { catalogueOf, constraintsOf } from './catalogue.ts';
import { createCredentials, createSecrets, rootSecret } from './claims.ts';
import { checkClock, watchClock } from './clock.ts';
import { type Asker, type Connection, connector } from './connect.ts';
import { createDeliveries } from './deliveries.ts';
import { expressions, questions } from './dialect.ts';
import { createEvents } from './events.ts';
import { createListening } from './events-listening.ts';
import { createNumbering } from './events-numbering.ts';
import { createExpiry } from './expiry.ts';
import { thrown } from './failures.ts';
import { Line, Pool } from './pool.ts';
import { settleQuotas } from './quotas.ts';
import { counting, createCounting } from './rates.ts';
import { createReads, type Readers } from './reads.ts';
import { settleReferences } from './references.ts';
import { createFindReplaced } from './replaced-secrets.ts';
import { createWrite } from './run.ts';
import { reading, writingWith } from './settings.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createStatements } from './statements.ts';
import { creation, ownTables, tableTexts } from './tables.ts';
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
  const pool = new Pool(connector(place, writingWith(options.durability)), writing);
  try {
    const connection = await reached(pool, place);
    try {
      await checkDatabase(connection, place);
      await checkClock(connection, now, place.shown);
      const secret = await settle(connection, place, plan, layout, options);
      return createStore(place, layout, options, pool, secret, now);
    } finally {
      pool.give(connection);
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function reached(pool: Pool, { shown }: Place): Promise<Connection> {
  try {
    return await pool.take();
  } catch (error) {
    const said =
      (error as Error).message.replace(/^the database: /, '') || String((error as NodeJS.ErrnoException).code);
    throw new StoreProblem(`The database ${shown} cannot be opened: ${said}.`, { cause: error });
  }
}

async function checkDatabase(asker: Asker, { shown }: Place): Promise<void> {
  const { rows } = await asker.ask({ text: 'SELECT getdatabaseencoding(), current_schema()' });
  const [encoding, schema] = rows[0]!;
  if (encoding !== 'UTF8') {
    throw new StoreProblem(
      `The database ${shown} keeps texts as ${encoding}. A service needs all of Unicode: make it with \`CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\`.`,
    );
  }
  if (schema === null) {
    throw new StoreProblem(
      `The database ${shown} has no schema for this user. Create one, or name one in the user's \`search_path\`.`,
    );
  }
}

/** Makes the tables of a new database, and refuses one whose tables are not those of the plan. Gives its secret. */
async function settle(
  asker: Asker,
  place: Place,
  plan: Plan,
  layout: StoreLayout,
  { host }: StoreOptions,
): Promise<Uint8Array> {
  const needed = tableTexts(layout);
  await asker.ask({ text: 'BEGIN' });
  try {
    // Of two instances that start at once, one makes the tables and the other finds them.
    await asker.ask({ text: `SELECT pg_advisory_xact_lock(hashtext('nonet tables'))` });
    const tables = await asker.ask({
      text: `SELECT c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`,
    });
    const names = tables.rows.map(([name]) => String(name));
    if (names.length === 0) await asker.ask({ text: [...ownTables, ...creation(layout)].join(';\n') });
    else if (!names.includes('nonet_meta')) {
      throw new StoreProblem(
        `The database ${place.shown} was not made by Nonet: it holds the table \`${names[0]}\`. A service needs a database of its own.`,
      );
    } else {
      await compare(asker, place, plan, needed);
      // A database of an older Nonet may lack some of the store's own.
      await asker.ask({ text: ownTables.join(';\n') });
    }
    const kept = { tables: JSON.stringify(needed), 'plan digest': plan.digest, plan: JSON.stringify(plan) };
    await asker.ask(
      {
        text: `INSERT INTO nonet_meta (name, value) SELECT * FROM unnest($1::text[], $2::text[])
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      },
      [Object.keys(kept), Object.values(kept)],
    );
    await settleQuotas(asker, plan, layout);
    await settleReferences(asker, plan, layout);
    const secret = await rootSecret(asker, host);
    await asker.ask({ text: 'COMMIT' });
    return secret;
  } catch (error) {
    await asker.ask({ text: 'ROLLBACK' }).catch(() => undefined);
    if (error instanceof StoreProblem) throw error;
    throw new StoreProblem(`The tables of the database ${place.shown} cannot be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function compare(asker: Asker, { shown }: Place, now: Plan, needed: TableTexts): Promise<void> {
  const { rows } = await asker.ask({ text: `SELECT name, value FROM nonet_meta WHERE name IN ('tables', 'plan')` });
  const meta = new Map(rows as readonly (readonly [string, string])[]);
  const kept = JSON.parse(meta.get('tables') ?? '[]') as TableTexts;
  const plan = (JSON.parse(meta.get('plan') ?? 'null') ?? now) as Plan;
  const catalogue = await catalogueOf(asker, kept, await constraintsOf(asker));
  refuseMisfit(shown, { plan, kept, catalogue }, now, needed);
}

function createStore(
  place: Place,
  layout: StoreLayout,
  { host }: StoreOptions,
  pool: Pool,
  secret: Uint8Array,
  now: () => number,
): Store {
  const quick = new Line(connector(place, reading));
  const counter = new Line(connector(place, counting));
  const apart = new Pool(connector(place, reading), readingApart);
  const turns = createTurns(readingApart, host);
  const statementOf = createStatements();
  const maker = { layout, dialect: questions, expression: expressionsOf(layout, questions, expressions) };
  const listening = createListening(connector(place, []), host);
  const write = createWrite(pool, createWriters(layout, statementOf), statementOf, listening.recorded);
  const number = createNumbering(quick, write, statementOf);
  const unwatch = watchClock(quick, now, place.shown, host);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    unwatch();
    await listening.end();
    turns.close();
    await Promise.all([pool.end(), apart.end()]);
    await Promise.all([quick.end(), counter.end()]);
  };
  return {
    question: createReads(readersOf(quick, apart, turns), maker, statementOf),
    write,
    credentials: createCredentials(quick, write, statementOf),
    counting: createCounting(counter, statementOf),
    replacedSecrets: createFindReplaced(quick, statementOf),
    expireOutcomes: createExpiry(write, statementOf),
    events: createEvents(quick, write, statementOf, { number, watch: listening.watch }),
    deliveries: createDeliveries(quick, write, statementOf),
    signingKeys: createSigningKeys(quick, write, statementOf),
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
