import type { Platform } from '../../../contracts/platform.ts';
import type { Connect, Connection, Executor } from './connect.ts';
import { statementTimeoutMs } from './opening/settings.ts';
import type { SilenceWatch, Watched } from './watched.ts';

/** How long a server may owe an answer, in milliseconds. */
export interface Patience {
  /** After this time the server is asked, over a new connection, whether it still works on the statement. */
  readonly asks: number;
  /** After this time the connection is closed, whatever the server says. */
  readonly ends: number;
}

const asksAfterMs = 5_000;
const standard: Patience = { asks: asksAfterMs, ends: statementTimeoutMs + asksAfterMs };

const working = {
  text: `SELECT pid FROM pg_stat_activity
    WHERE pid = ANY ($1::int[]) AND coalesce(state, '') NOT LIKE 'idle%' AND wait_event_type IS DISTINCT FROM 'Client'`,
};

/**
 * Watches connections for a server that became silent: nothing closes a connection if the machine at its other end is gone, or a firewall or a
 * NAT on the way forgot it. `connect` opens a connection that is not watched.
 */
export function watchSilence(
  connect: Connect,
  { after, log }: Platform,
  shown: string,
  patience: Patience = standard,
): SilenceWatch {
  const open = new Set<Watched>();
  const look = async (): Promise<void> => {
    for (const connection of open) if (!connection.alive) open.delete(connection);
    const limit = performance.now() - patience.asks;
    const silent = [...open].filter(({ owedSince = Number.POSITIVE_INFINITY }) => owedSince <= limit);
    if (silent.length === 0) return;
    const since = new Map(silent.map((connection) => [connection, connection.owedSince!]));
    const busy = await findWorking(
      connect,
      silent.flatMap(({ process }) => process ?? []),
      after,
      patience.asks,
    );
    // A process that stood still reads answers meanwhile.
    const dead = silent.filter(({ owedSince, process }, at) => {
      if (owedSince !== since.get(silent[at]!)) return false;
      const isOverdue = performance.now() - owedSince! >= patience.ends;
      return isOverdue || (busy !== undefined && !busy.has(process));
    });
    if (dead.length === 0) return;
    const first = Math.min(...dead.map((connection) => since.get(connection)!));
    const unheard = [...open].filter(({ owedSince, heardAt }) => owedSince === undefined && heardAt < first);
    const givenUp = busy === undefined ? dead : [...dead, ...unheard];
    log.warn({ database: shown, connections: givenUp.length }, 'closed connections to a database that became silent');
    for (const connection of givenUp) connection.giveUp(createSilenceError(performance.now() - first));
  };
  const repeat = (): void => {
    cancel = after(patience.asks / 5, () => {
      look().finally(() => {
        if (!ended) repeat();
      });
    });
  };
  let ended = false;
  let cancel = (): void => undefined;
  repeat();
  return {
    add: (connection) => void open.add(connection),
    end() {
      ended = true;
      cancel();
    },
  };
}

/** Returns which server processes work on a statement; undefined if no new connection can ask that. */
async function findWorking(
  connect: Connect,
  processes: readonly number[],
  after: Platform['after'],
  milliseconds: number,
): Promise<ReadonlySet<unknown> | undefined> {
  let connection: Connection | undefined;
  let cancel = (): void => undefined;
  try {
    connection = await connect();
    const rows = readRows(connection, processes);
    const late = new Promise<never>((_, reject) => {
      cancel = after(milliseconds, () => reject(createSilenceError(milliseconds)));
    });
    return new Set((await Promise.race([rows, late])).map(([pid]) => pid));
  } catch {
    return undefined;
  } finally {
    cancel();
    connection?.end().catch(() => undefined);
  }
}

async function readRows(executor: Executor, processes: readonly number[]): Promise<readonly (readonly unknown[])[]> {
  return (await executor.execute(working, [processes])).rows;
}

/** Its code is that of a connection that the operating system has timed out. */
function createSilenceError(milliseconds: number): Error {
  const message = `no answer for ${Math.round(milliseconds / 100) / 10} seconds`;
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
