import type { Platform } from '../../contracts/platform.ts';
import {
  type FairQueueTicket,
  StoreOverloadedError,
  StoreTimeoutError,
  StoreUnavailableError,
} from '../../contracts/store.ts';
import { createLine, type Job } from './turns-line.ts';

/** The state of work in the queue, for the work itself. */
export interface QueuedJob {
  /** The milliseconds that are left of its time. */
  readonly left: number | undefined;
  /** Calls back at its timeout, or when its result is no longer needed. */
  stopped(work: () => void): void;
}

/** Does work that may take long, a few pieces at the same time, and lets callers take turns. */
export interface FairQueue {
  /**
   * Does work when its turn comes. Throws `StoreTimeoutError` if it has not ended after this number of milliseconds or its result is no
   * longer needed, and `StoreOverloadedError` if too much work waits already. Running work keeps its slot until it ends.
   */
  take<T>(
    asked: FairQueueTicket | undefined,
    milliseconds: number | undefined,
    work: (turn: QueuedJob) => Promise<T>,
  ): Promise<T>;
  /** Throws `StoreUnavailableError` from now on, also to waiting work. */
  close(): void;
}

const createTimeoutError = (): StoreTimeoutError => new StoreTimeoutError('the request timed out');
const createClosedError = (): StoreUnavailableError => new StoreUnavailableError('the store is closed');
/** How often it is logged that work was turned away, in milliseconds. */
const toldEvery = 60_000;

/** Creates a fair queue for `most` jobs at the same time. */
export function createFairQueue(most: number, platform: Pick<Platform, 'after' | 'log'>): FairQueue {
  const line = createLine(most);
  let toldAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const crowded = (job: Job): void => {
    job.refuse(new StoreOverloadedError('too many slow reads are waiting'));
    if (performance.now() - toldAt < toldEvery) return;
    toldAt = performance.now();
    platform.log.warn({ waiting: line.waiting }, 'slow reads were rejected: too many are waiting');
  };
  const begin = (): void => {
    for (let job = line.next(); job !== undefined; job = line.next()) job.begin();
  };

  return {
    take<T>(
      asked: FairQueueTicket | undefined,
      milliseconds: number | undefined,
      work: (turn: QueuedJob) => Promise<T>,
    ): Promise<T> {
      if (closed) return Promise.reject(createClosedError());
      const { signal, whose = [] } = asked ?? {};
      if (signal?.aborted === true) return Promise.reject(createTimeoutError());
      return new Promise<T>((resolve, reject) => {
        const asking = performance.now();
        let stopWork = (): void => undefined;
        const stop = (): void => {
          line.leave(job);
          job.refuse(createTimeoutError());
        };
        const cancel = milliseconds === undefined ? undefined : platform.after(milliseconds, stop);
        const forget = (): void => {
          cancel?.();
          signal?.removeEventListener('abort', stop);
        };
        signal?.addEventListener('abort', stop);
        const job: Job = {
          whose,
          refuse(error) {
            forget();
            reject(error);
            stopWork();
          },
          begin() {
            const left = milliseconds === undefined ? undefined : milliseconds - (performance.now() - asking);
            const done = (): void => {
              forget();
              line.end(job);
              begin();
            };
            const stopped = (other: () => void): void => {
              stopWork = other;
            };
            work({ left, stopped }).then(
              (result) => {
                resolve(result);
                done();
              },
              (error: unknown) => {
                reject(error);
                done();
              },
            );
          },
        };
        line.join(job);
        begin();
        const away = line.trim(job);
        if (away !== undefined) crowded(away);
      });
    },
    close() {
      closed = true;
      for (const job of line.all()) job.refuse(createClosedError());
    },
  };
}
