import type { Platform } from '../../contracts/platform.ts';
import {
  type Fallback,
  type PreparedQuery,
  type Query,
  type Replica,
  type ReplicaStatus,
  StoreOverloadedError,
  StoreTimeoutError,
} from '../../contracts/store.ts';
import { prepareOnce } from '../queries/held.ts';
import { createFairQueue } from '../queries/turns.ts';
import type { Connection, Executor } from './connection/connect.ts';
import { beginReading, commit } from './connection/control.ts';
import { toStoreError } from './connection/failures.ts';
import type { Readers } from './reads.ts';
import { ReplicaError, type ReplicaLink } from './replica/link.ts';
import { slowReads } from './replica/open.ts';
import { PositionError } from './replica/position.ts';
import type { ReplicaWatch } from './replica/watch.ts';

/** It is logged at most this often that a read failed on the replica, in milliseconds. */
const loggedEvery = 60_000;

type Prepare = (query: Query) => PreparedQuery;

/** Creates the replica of a store: a read runs on it, and runs once more on the store if the replica cannot answer it. */
export function createReplica(
  watch: ReplicaWatch,
  onStore: Prepare,
  createPrepare: (readers: Readers) => Prepare,
  platform: Platform,
): Replica & { close(): void } {
  const queue = createFairQueue(slowReads, platform);
  const onReplica = createPrepare(createReplicaReaders(watch, queue));
  const fallbacks: Record<Fallback, number> = { lagging: 0, unreachable: 0, failed: 0 };
  let reads = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const noteFailure = (error: unknown): void => {
    const reason = error instanceof ReplicaError ? error.reason : 'failed';
    fallbacks[reason]++;
    if (reason !== 'failed' || performance.now() - loggedAt < loggedEvery) return;
    loggedAt = performance.now();
    platform.log.warn({ error: String(error) }, 'failed to read from the replica: the primary answers');
  };
  const prepare = (query: Query): PreparedQuery => {
    const own = onStore(query);
    const other = onReplica(query);
    const route = async <T>(ask: (of: PreparedQuery) => T | Promise<T>): Promise<T> => {
      try {
        const answer = await ask(other);
        reads++;
        return answer;
      } catch (error) {
        if (error instanceof StoreTimeoutError || error instanceof StoreOverloadedError) throw error;
        if (!(error instanceof PositionError)) noteFailure(error);
        return ask(own);
      }
    };
    return {
      ...own,
      one: (values) => route((of) => of.one(values)),
      many: (values) => route((of) => of.many(values)),
      count: (values) => route((of) => of.count(values)),
      figures: (values) => route((of) => of.figures(values)),
    };
  };
  return {
    prepare: prepareOnce(prepare),
    status: (): ReplicaStatus => ({ ...watch.status(), reads, fallbacks: { ...fallbacks } }),
    close() {
      watch.end();
      queue.close();
    },
  };
}

function createReplicaReaders(watch: ReplicaWatch, queue: ReturnType<typeof createFairQueue>): Readers {
  const quick: Executor = {
    async execute(statement, values) {
      const link = await watch.current();
      return link.execute(statement, values);
    },
  };
  return {
    quick,
    apart: (asked, milliseconds, work) =>
      queue.take(asked, milliseconds, async ({ left }) => {
        const link = watch.link();
        const connection = await link.slow.take();
        try {
          await watch.reach(link, link.followerOf(connection));
          return await link.during(runReading(connection, left, work));
        } finally {
          giveBack(link, connection);
        }
      }),
  };
}

async function runReading<T>(
  connection: Connection,
  milliseconds: number | undefined,
  work: (executor: Executor) => Promise<T>,
): Promise<T> {
  try {
    connection.execute(beginReading(milliseconds)).catch(() => undefined);
    return await work(connection);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    connection.execute(commit).catch(() => undefined);
  }
}

function giveBack(link: ReplicaLink, connection: Connection): void {
  if (!link.alive) connection.end().catch(() => undefined);
  link.slow.give(connection);
}
