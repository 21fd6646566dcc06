import type { StoreOptions } from '../../options.ts';
import type { Executor, Statement } from '../connection/connect.ts';

/** How far the primary has written its log, as a number of bytes, and which start of which server says so. */
export interface PrimaryPosition {
  readonly bytes: number;
  readonly server: string;
}

/** Thrown if the primary does not say how far it has written its log. */
export class PositionError extends Error {}

/**
 * The end of the log that covers each write of records that was acknowledged. With durability `full` it is on the disk of the primary, which
 * leaves out what a replica gets later: counts of limits. Else it is the end of the last record. The function names the place of the next
 * record, which at the start of a page is after its header of 24 bytes: a replica is then at the end of the page before.
 */
function createPositionStatement(durability: StoreOptions['durability']): Statement {
  const end = durability === 'full' ? 'pg_current_wal_flush_lsn()' : 'pg_current_wal_insert_lsn()';
  return {
    name: 'nonet written',
    text: `SELECT (CASE WHEN mod(at, current_setting('wal_block_size')::numeric) = 24 THEN at - 24 ELSE at END)::bigint,
      pg_postmaster_start_time()::text FROM (SELECT ${end} - '0/0'::pg_lsn AS at) AS log`,
  };
}

/** How far a replica has applied the log; null for a server that is not a replica. */
const applied: Statement = {
  name: 'nonet applied',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint END`,
};

/** The cluster, the database and the schema of a connection. They are the same on a replica, whose log has the same positions. */
const identity: Statement = {
  text: `SELECT (SELECT system_identifier FROM pg_control_system())::text || ' ' ||
    (SELECT oid FROM pg_database WHERE datname = current_database())::text || ' ' || current_schema()::regnamespace::oid::text`,
};

/**
 * Creates the function that asks the primary for its position. The answer covers each write that was committed before the call. One
 * question is sent at a time; calls that come meanwhile share the next one.
 */
export function createPositionReader(
  primary: Executor,
  durability: StoreOptions['durability'],
): () => Promise<PrimaryPosition> {
  const written = createPositionStatement(durability);
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<PrimaryPosition> | undefined;
  const read = async (): Promise<PrimaryPosition> => {
    next = undefined;
    const { rows } = await primary.execute(written).catch((error: Error) => {
      throw new PositionError(error.message, { cause: error });
    });
    const [row] = rows;
    return { bytes: row![0] as number, server: String(row![1]) };
  };
  return () => {
    if (next === undefined) {
      next = current.then(read);
      current = next.catch(() => undefined);
    }
    return next;
  };
}

/** Returns how far the server of a connection has applied the log; undefined if it is not a replica. */
export async function readApplied(replica: Executor): Promise<number | undefined> {
  const [row] = (await replica.execute(applied)).rows;
  return (row![0] as number | null) ?? undefined;
}

/** Returns the identity of the schema that a connection uses; a replica has that of its primary. */
export async function readIdentity(executor: Executor): Promise<string> {
  const [row] = (await executor.execute(identity)).rows;
  return String(row![0]);
}
