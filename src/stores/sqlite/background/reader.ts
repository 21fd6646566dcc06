import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import type { ThreadAnswer } from './reader-thread.ts';

/** Asks a thread for rows. */
export type QueryThread = (
  text: string,
  values: readonly SQLInputValue[],
  room?: number,
) => Promise<readonly (readonly unknown[])[]>;

/** A thread with a connection of its own that does one piece of work after the other. */
export interface Reader {
  /** False when it has to be replaced by another. */
  readonly alive: boolean;
  /** Does work that sees the database as it is at one moment. Throws `StoreUnavailableError` for what cannot be read. */
  read<T>(work: (ask: QueryThread) => Promise<T>): Promise<T>;
  /** Ends it, whatever it does; resolves when it has ended. */
  end(): Promise<void>;
}

// Types are stripped in a checkout; in the package the file next to this one is JavaScript.
const file = new URL(import.meta.url.endsWith('.ts') ? './reader-thread.ts' : './reader-thread.js', import.meta.url);

/** Opens a reader of a database's file. */
export function openReader(place: string): Reader {
  const thread = new Worker(file, { workerData: { place }, execArgv: [], name: 'nonet lists' });
  let answered: { resolve(answer: ThreadAnswer): void; reject(error: Error): void } | undefined;
  let ending: Promise<void> | undefined;
  let alive = true;

  const lost = (error: Error): void => {
    alive = false;
    answered?.reject(error);
  };
  thread.unref();
  thread.on('message', (answer: ThreadAnswer) => answered?.resolve(answer));
  thread.on('error', lost);
  thread.on('exit', () => lost(new Error('its thread has ended')));

  const ask: QueryThread = async (text, values, room) => {
    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      if (!alive) return reject(new Error('its thread has ended'));
      answered = { resolve, reject };
      thread.postMessage({ text, values, room });
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.rows;
  };
  const end = (): Promise<void> => {
    alive = false;
    ending ??= thread.terminate().then(() => undefined);
    return ending;
  };

  return {
    get alive() {
      return alive;
    },
    async read(work) {
      try {
        await ask('BEGIN', []);
        const result = await work(ask);
        await ask('COMMIT', []);
        return result;
      } catch (error) {
        // A transaction is left in it.
        void end();
        throw new StoreUnavailableError(`the store could not be read: ${(error as Error).message}`, { cause: error });
      }
    },
    end,
  };
}
