import type { Platform } from '../../../contracts/platform.ts';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { keepNote, readNote } from '../../service-tables/meta.ts';
import { StoreInUseError } from '../../store-error.ts';
import type { Connect, Connection, Executor, Statement } from './connect.ts';
import { processLockClass, sessionOver } from './session.ts';

/**
 * Every connection of a service holds the service's lock of this class, shared, while it is open. It is used only if the database still
 * lists its document among those that may be served. A change of the database that excludes older documents takes the lock exclusively:
 * none of their writes comes after it, whatever notifications they received.
 */
const lockClass = 7217;
const lockKey = `${lockClass}, 'nonet_meta'::regclass::oid::bigint::bit(32)::int`;

const shareOwn: Statement = { text: `SELECT pg_try_advisory_lock_shared(${processLockClass}, $1::int)` };
const share: Statement = { text: `SELECT pg_try_advisory_lock_shared(${lockKey})` };
const takeAlone: Statement = { text: `SELECT pg_try_advisory_xact_lock(${lockKey})` };
const noted = 'plans served';
const holders: Statement = {
  text: `SELECT DISTINCT a.application_name::text, coalesce(host(a.client_addr), '')
    FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${lockClass} AND l.objsubid = 2
      AND l.objid = 'nonet_meta'::regclass AND l.pid <> pg_backend_pid()
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY 1, 2`,
};

/** The digests of the documents that may be served from a database, its own first. */
export async function readServedPlans(executor: Executor): Promise<readonly string[]> {
  return JSON.parse((await readNote(sessionOver(executor), noted)) ?? '[]') as readonly string[];
}

/** Notes which documents may be served; inside the transaction that makes the database so. */
export async function keepPlansServed(executor: Executor, digests: readonly string[]): Promise<void> {
  await keepNote(sessionOver(executor), noted, JSON.stringify([...new Set(digests)]));
}

/**
 * Takes the database alone until the end of the transaction. Throws a StoreInUseError that names the other processes and the reasons
 * where some are served from it.
 */
export async function takeServedAlone(executor: Executor, shown: string, reasons: readonly string[]): Promise<void> {
  const { rows } = await executor.execute(takeAlone);
  if (rows[0]![0] === true) return;
  const others = (await executor.execute(holders)).rows.map(
    ([name, host]) => `${name}${host === '' ? '' : ` at ${host}`}`,
  );
  const who = others.length === 0 ? 'a process that is ending' : others.join(', ');
  const more = reasons.length > 5 ? ` and ${reasons.length - 5} more` : '';
  throw new StoreInUseError(
    `The database ${shown} is still served with another document, by ${who}. Its records would not fit ` +
      `this document: ${reasons.slice(0, 5).join('; ')}${more}. End those processes first (SIGTERM).`,
  );
}

/** The arguments of a service's connections to a database. */
export interface Serving {
  /** Opens connections that are used only while the document may be served. */
  guard(connect: Connect): Connect;
  /** Looks once a second over this line whether it still may be: a service that writes nothing would not notice. */
  watch(line: Executor): void;
  /** Ends the looking. */
  end(): void;
}

const lookEvery = 1_000;

/** Makes what keeps a service from a database that was changed for another document; `outdated` is called once when it was. */
export function createServing(
  digest: string,
  shown: string,
  { after, random }: Platform,
  outdated: (line: string) => void,
): Serving {
  // The number by which the others know that this process lives.
  const number = random(4).reduce((sum, byte) => sum * 256 + byte, 0) & 0x7fffffff;
  let wrong: string | undefined;
  let cancel = (): void => undefined;
  const check = (plans: readonly string[]): void => {
    if (plans.includes(digest)) return;
    const first = wrong === undefined;
    wrong ??= `the database ${shown} was migrated to another document`;
    if (first) outdated(wrong);
    throw new StoreUnavailableError(wrong);
  };
  const admit = async (connection: Connection): Promise<Connection> => {
    // Sent in one packet. The plans that may be served are read after the lock: a process that changes them waits for it from then on.
    const [locked, plans] = await Promise.all([
      connection.execute(share),
      readServedPlans(connection),
      connection.execute(shareOwn, [number]),
    ]);
    if (locked.rows[0]![0] !== true) throw new StoreUnavailableError('the database is being migrated');
    check(plans);
    return connection;
  };
  return {
    guard: (connect) => async () => {
      const connection = await connect();
      try {
        return await admit(connection);
      } catch (error) {
        connection.end().catch(() => undefined);
        throw error instanceof StoreUnavailableError
          ? error
          : new StoreUnavailableError((error as Error).message, { cause: error });
      }
    },
    watch(line) {
      const look = (): void => {
        readServedPlans(line)
          .then(check)
          .catch(() => undefined);
        cancel = after(lookEvery, look);
      };
      cancel = after(lookEvery, look);
    },
    end: () => cancel(),
  };
}
