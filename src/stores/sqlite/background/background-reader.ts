import type { Platform } from '../../../contracts/platform.ts';
import type { FairQueueTicket } from '../../../contracts/store.ts';
import { createFairQueue } from '../../queries/turns.ts';
import { openReader, type QueryThread, type Reader } from './reader.ts';

/** Reads what may take long, on threads with a connection of their own each. */
export interface BackgroundReader {
  /**
   * Does work that only queries a thread, when its turn comes; its queries see one snapshot of the database, taken after this call. Throws
   * `StoreTimeoutError` if it has not ended after a number of milliseconds.
   */
  read<T>(asked: FairQueueTicket | undefined, milliseconds: number, work: (ask: QueryThread) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The maximum number of threads. */
const most = 4;
/** An idle thread ends after this number of milliseconds; one stays. */
const closeAfterIdleMs = 30_000;

/**
 * Makes the readers of a database's file; `check` throws while nothing may be read. A thread is started when it is needed, and ended
 * when its job has to be. `open` opens one, for tests.
 */
export function createBackgroundReader(
  place: string,
  platform: Pick<Platform, 'after' | 'log'>,
  check: () => void,
  open = openReader,
): BackgroundReader {
  const queue = createFairQueue(most, platform);
  const readers = new Set<Reader>();
  const idle: Reader[] = [];
  let cancel: (() => void) | undefined;
  let closed = false;

  const end = async (reader: Reader): Promise<void> => {
    await reader.end();
    readers.delete(reader);
  };
  const endIdle = (): void => {
    cancel = undefined;
    for (const reader of idle.splice(1)) void end(reader);
  };
  const take = (): Reader => {
    const free = idle.pop();
    if (free !== undefined) return free;
    const made = open(place);
    readers.add(made);
    return made;
  };
  const give = async (reader: Reader): Promise<void> => {
    if (!reader.alive || closed) return end(reader);
    idle.push(reader);
    cancel?.();
    cancel = idle.length > 1 ? platform.after(closeAfterIdleMs, endIdle) : undefined;
  };

  return {
    read: (asked, milliseconds, work) =>
      queue.take(asked, milliseconds, async (turn) => {
        check();
        const reader = take();
        turn.stopped(() => void reader.end());
        try {
          return await reader.read(work);
        } finally {
          await give(reader);
        }
      }),
    async close() {
      closed = true;
      cancel?.();
      queue.close();
      await Promise.all([...readers].map(end));
    },
  };
}
