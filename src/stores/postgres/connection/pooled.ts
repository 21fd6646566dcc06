import { StoreError } from '../../store-error.ts';
import type { Connect, Connection, Executor } from './connect.ts';

const findSession = { text: 'SELECT pg_backend_pid()' };

/**
 * Refuses a pooler that gives each transaction another session of PostgreSQL: prepared statements, advisory locks and `LISTEN` belong to
 * a session. Throws a StoreError that says what to set. It sends one query to PostgreSQL itself, and opens a second connection to a pooler.
 */
export async function refuseSharedSessions(connection: Connection, connect: Connect, shown: string): Promise<void> {
  const session = await readSession(connection);
  // A pooler answers with numbers of its own; where they are alike, the connection is PostgreSQL's.
  if (session === connection.announcedProcess) return;
  let other: Connection;
  try {
    other = await connect();
  } catch {
    // Without a second connection the pool opens none either, and reports that.
    return;
  }
  try {
    if (!(await sharesSessions(connection, other, session))) return;
  } catch (error) {
    if (!/pooling mode/.test((error as Error).message)) throw error;
  } finally {
    other.execute({ text: 'ROLLBACK' }).catch(() => undefined);
    other.end().catch(() => undefined);
  }
  throw new StoreError(
    `The connection pooler at ${shown} gives each transaction another session of PostgreSQL, but Nonet requires a session for each ` +
      'connection. Set `pool_mode = session` in PgBouncer, or let `--store` name PostgreSQL itself.',
  );
}

/** A pooler that hands out its sessions at random may give both connections the same ones again: it is tried so often. */
const rounds = 3;

async function sharesSessions(connection: Connection, other: Connection, session: number): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    // The transaction holds the session that it is given: either the first connection's own, or the next question gets another one.
    await other.execute({ text: 'BEGIN' });
    if ((await readSession(other)) === session || (await readSession(connection)) !== session) return true;
    await other.execute({ text: 'ROLLBACK' });
  }
  return false;
}

async function readSession(executor: Executor): Promise<number> {
  const { rows } = await executor.execute(findSession);
  return Number(rows[0]![0]);
}
