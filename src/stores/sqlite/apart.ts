import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Host } from '../../steps/host.ts';
import { StoreTimedOut, StoreUnavailable } from '../../steps/store.ts';
import type { ThreadAnswer, ThreadAsked } from './reader-thread.ts';

/** Asks the thread for rows. */
export type AskThread = (text: string, values: readonly SQLInputValue[]) => Promise<readonly (readonly unknown[])[]>;

/** Reads what may take long, on a thread with a connection of its own. */
export interface Apart {
  /**
   * Does work that asks the thread and nothing else; all of it sees the database as it was at one moment after this was called.
   * Throws `StoreTimedOut` when it has not ended after so many milliseconds, or when `signal` says that nobody waits any more.
   */
  read<T>(milliseconds: number, signal: AbortSignal | undefined, work: (ask: AskThread) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Job {
  readonly work: (ask: AskThread) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  ended: boolean;
}

// Types are stripped in a checkout; in the package the file beside this one is JavaScript.
const file = new URL(import.meta.url.endsWith('.ts') ? './reader-thread.ts' : './reader-thread.js', import.meta.url);

/** Makes the reader of a database's file; `check` throws while nothing may be read. Its thread is started when it is first needed, and anew when a job has to be ended. */
export function createApart(place: string, host: Host, check: () => void): Apart {
  const waiting: Job[] = [];
  let thread: Worker | undefined;
  let running: Job | undefined;
  let answered: { resolve(answer: ThreadAnswer): void; reject(error: Error): void } | undefined;
  let closed = false;

  const start = (): Worker => {
    const made = new Worker(file, { workerData: { place }, execArgv: [], name: 'nonet lists' });
    made.unref();
    made.on('message', (answer: ThreadAnswer) => {
      if (thread === made) answered?.resolve(answer);
    });
    const lost = (error: Error): void => {
      if (thread !== made) return;
      thread = undefined;
      answered?.reject(error);
    };
    made.on('error', lost);
    made.on('exit', () => lost(new Error('its thread has ended')));
    return made;
  };

  const ask = (asked: ThreadAsked): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      answered = { resolve, reject };
      thread ??= start();
      thread.postMessage(asked);
    });

  const asker =
    (job: Job): AskThread =>
    async (text, values) => {
      if (job.ended) throw new StoreTimedOut('the time of the request is over');
      const answer = await ask({ text, values });
      if ('error' in answer) throw new Error(answer.error);
      return answer.rows;
    };

  const runAll = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (job.ended) continue;
      running = job;
      const one = asker(job);
      try {
        await one('BEGIN', []);
        const result = await job.work(one);
        await one('COMMIT', []);
        job.resolve(result);
      } catch (error) {
        // A transaction is left in it: the next job gets another.
        end();
        job.reject(new StoreUnavailable(`the store could not be read: ${(error as Error).message}`, { cause: error }));
      }
      running = undefined;
    }
  };

  const end = (): Promise<unknown> => {
    const before = thread;
    thread = undefined;
    return before === undefined ? Promise.resolve() : before.terminate();
  };

  const late = (job: Job): void => {
    job.ended = true;
    job.reject(new StoreTimedOut('the time of the request is over'));
    if (running !== job) return;
    end();
    answered?.reject(new StoreTimedOut('the time of the request is over'));
  };

  return {
    read<T>(milliseconds: number, signal: AbortSignal | undefined, work: (ask: AskThread) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        if (closed) return reject(new StoreUnavailable('the store is closed'));
        check();
        const job: Job = {
          work,
          ended: false,
          resolve(result) {
            forget();
            resolve(result as T);
          },
          reject(error) {
            forget();
            reject(error);
          },
        };
        const stop = (): void => late(job);
        const cancel = host.after(milliseconds, stop);
        const forget = (): void => {
          cancel();
          signal?.removeEventListener('abort', stop);
        };
        signal?.addEventListener('abort', stop);
        waiting.push(job);
        if (running === undefined && waiting.length === 1) void runAll();
      });
    },
    async close() {
      closed = true;
      const unavailable = new StoreUnavailable('the store is closed');
      for (const job of [...waiting, ...(running === undefined ? [] : [running])]) {
        job.ended = true;
        job.reject(unavailable);
      }
      const ending = end();
      answered?.reject(unavailable);
      await ending;
    },
  };
}
