import { setTimeout as sleep } from 'node:timers/promises';
import { StoreTimeoutError, StoreUnavailableError, TransactionIdleError } from '../../../../contracts/store.ts';
import type { StoreOptions } from '../../../options.ts';
import { StoreError, TransientStoreError } from '../../../store-error.ts';
import type { Connect, Connection } from '../connect.ts';
import { toStoreError } from '../failures.ts';
import type { ConnectionSettings } from './address.ts';

/** A start that fails for a cause that passes is tried again for this time, in milliseconds. */
const startPatienceMs = 30_000;
/** Before the first repeat it rests so long or up to twice as long, before each further one longer. */
const retryDelayMs = 100;
const maxRetryDelayMs = 2_000;

/** Opens a connection to a database. Throws a StoreError that says why it cannot be opened. */
export async function connectDatabase(connect: Connect, { shown }: ConnectionSettings): Promise<Connection> {
  try {
    return await connect();
  } catch (error) {
    const said =
      (error as Error).message.replace(/^the database: /, '') || String((error as NodeJS.ErrnoException).code);
    const Kind = passes(error) ? TransientStoreError : StoreError;
    throw new Kind(`The database ${shown} cannot be opened: ${said}.`, { cause: error });
  }
}

/**
 * Opens a connection and does the work of a start over it. Repeats the work if it fails for a cause that passes, such as a deadlock with
 * another instance or a table that somebody else has locked. Throws a StoreError at the latest after `patience` milliseconds.
 */
export async function openPrepared<T>(
  connect: Connect,
  settings: ConnectionSettings,
  { platform }: Pick<StoreOptions, 'platform'>,
  prepare: (connection: Connection) => Promise<T>,
  patience = startPatienceMs,
): Promise<readonly [Connection, T]> {
  const until = performance.now() + patience;
  for (let delay = retryDelayMs; ; delay = Math.min(2 * delay, maxRetryDelayMs)) {
    const connection = await connectDatabase(connect, settings);
    try {
      return [connection, await prepare(connection)];
    } catch (error) {
      connection.end().catch(() => undefined);
      if (!passes(error)) throw error;
      const { message } = error as Error;
      const failed = `The database ${settings.shown} cannot be opened now: ${message}.`;
      if (performance.now() >= until) throw new TransientStoreError(failed, { cause: error });
      platform.log.warn({ error: message, database: settings.shown }, 'failed to open the store: trying again');
      await sleep(delay * (1 + Math.random()));
    }
  }
}

/** Whether the same may succeed later: the database is away, another transaction came between, or something took too long. */
export function passes(error: unknown): boolean {
  const failure = toStoreError(error);
  return [StoreUnavailableError, StoreTimeoutError, TransactionIdleError].some((kind) => failure instanceof kind);
}
