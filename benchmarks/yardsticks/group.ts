import { fdatasync, openSync } from 'node:fs';
import { exit } from 'node:process';

/** What one write came to. */
export interface Written<T> {
  readonly answer: T;
  /** Nothing was written: the answer need not wait for the disk. */
  readonly refused: boolean;
}

/** Writes that share a transaction and a sync of the disk. */
export interface Group<T> {
  /** Does `work` in the next transaction and calls `done` when it is on the disk; `failed` when it was undone. */
  write(work: () => Written<T>, done: (answer: T) => void, failed: (error: unknown) => void): void;
}

interface Job<T> {
  readonly work: () => Written<T>;
  readonly done: (answer: T) => void;
  readonly failed: (error: unknown) => void;
}

interface Waiting<T> {
  readonly done: (answer: T) => void;
  readonly answer: T;
}

/** How a connection begins, ends and undoes a transaction. */
export interface Transactions {
  begin(): unknown;
  commit(): unknown;
  rollback(): unknown;
  readonly open: () => boolean;
}

const most = 128;

/**
 * All writes that came in one turn of the event loop are one transaction, synced once to the disk before they are answered.
 * Each work does its one write last, so that a work which throws has changed nothing and needs no savepoint.
 */
export function openGroup<T>(path: string, { begin, commit, rollback, open }: Transactions): Group<T> {
  const log = openSync(`${path}-wal`, 'r+');
  let jobs: Job<T>[] = [];
  let waiting: Waiting<T>[] = [];
  let scheduled = false;
  let syncing = false;

  const run = (): void => {
    scheduled = false;
    const group = jobs.length <= most ? jobs : jobs.slice(0, most);
    jobs = jobs.length <= most ? [] : jobs.slice(most);
    const written: Waiting<T>[] = [];
    const failures: (() => void)[] = [];
    try {
      begin();
      for (const { work, done, failed } of group) {
        try {
          const { answer, refused } = work();
          if (refused) failures.push(() => done(answer));
          else written.push({ done, answer });
        } catch (error) {
          if (!open()) throw error;
          failures.push(() => failed(error));
        }
      }
      commit();
    } catch (error) {
      if (open()) rollback();
      for (const { failed } of group) failed(error);
      if (jobs.length > 0) schedule();
      return;
    }
    for (const answer of failures) answer();
    if (written.length > 0) {
      waiting = waiting.length === 0 ? written : waiting.concat(written);
      if (!syncing) sync();
    }
    if (jobs.length > 0) schedule();
  };

  const sync = (): void => {
    const group = waiting;
    waiting = [];
    syncing = true;
    fdatasync(log, (error) => {
      if (error !== null) {
        console.error(`the log could not be synced: ${error.message}`);
        exit(1);
      }
      syncing = false;
      for (const { done, answer } of group) done(answer);
      if (waiting.length > 0) sync();
    });
  };

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(run);
  };

  return {
    write(work, done, failed) {
      jobs.push({ work, done, failed });
      schedule();
    },
  };
}
