import { nextTick } from 'node:process';
import type { DatabaseSync } from 'node:sqlite';
import { isPromise } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import { StoreUnavailableError, TransactionIdleError, type Written } from '../../contracts/store.ts';
import type { SharedRead } from './batched-reads.ts';
import { toStoreError, toUnavailableError } from './failures.ts';
import type { WatchedFiles } from './file/files.ts';
import type { Syncer, Waiting } from './file/sync.ts';
import { createGroup, type Group, type Job, type Outcome, type Part, retryGroup, settle } from './queue/group.ts';

/** The maximum number of jobs of a group, and the number of milliseconds after which it takes no more. */
const mostJobs = 128;
const maxBatchMs = 5;
/** The number of groups with savepoints from the start, after one in which a job had to be undone alone. */
const wary = 64;

/** The global is a getter of Node's, which takes as long as the clock. */
const clock = performance;

/** How the queue runs its jobs: `guarded` parts set a savepoint before their first write. */
export type OpenPart = (guarded: boolean) => Part;

/** One queue of writes over one connection. */
export interface WriteQueue {
  write<T>(work: (part: Part) => MaybePromise<Written<T>>): Promise<T>;
  /** Calls a function when the running group is committed, once, however often it is given. The waiter that it returns gets the group's sync. */
  notify(committed: () => Waiting): void;
  /** Takes nothing more; resolves when all that was taken is done. */
  end(): Promise<void>;
}

/**
 * Makes the queue of a connection. It runs once a turn of the event loop, all that came in one transaction. Savepoints cost as
 * much as an index, and nearly no job that has written is undone: a group runs without them. When one is undone after all, so is
 * the whole transaction, and the group runs again with a savepoint for each job.
 */
export function createQueue(
  database: DatabaseSync,
  sharedRead: SharedRead,
  openPart: OpenPart,
  syncer: Syncer,
  files?: Pick<WatchedFiles, 'check' | 'compare'>,
): WriteQueue {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const release = database.prepare('RELEASE job');
  const rollbackTo = database.prepare('ROLLBACK TO job');
  const notices = new Set<() => Waiting>();
  let waiting: Job[] = [];
  let scheduled = false;
  let ended = false;
  let waryFor = 0;
  let onIdle: (() => void) | undefined;

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(run);
  };

  const run = (): void => {
    const size = Math.min(mostJobs, waiting.length);
    const group = createGroup(size, size > 1 && waryFor > 0);
    if (waryFor > 0) waryFor--;
    start(group);
  };

  const start = (group: Group): void => {
    try {
      if (syncer.broken) throw new StoreUnavailableError('failed to sync the store');
      files?.check();
      sharedRead.end();
      begin.run();
    } catch (error) {
      refuse(group.size, error);
      return;
    }
    proceed(group);
  };

  const proceed = (group: Group): void => {
    const { outcomes, size } = group;
    while (outcomes.length < size) {
      if (outcomes.length > 0 && clock.now() - group.began > maxBatchMs) break;
      const job = waiting[outcomes.length]!;
      const known = group.settled.get(job);
      if (known !== undefined) {
        outcomes.push(known);
        continue;
      }
      const part = openPart(group.guarded);
      let answer: MaybePromise<Written<unknown>>;
      try {
        answer = job.work(part);
      } catch (error) {
        if (!fail(group, job, part, error)) return;
        continue;
      }
      if (isPromise(answer)) {
        waitFor(group, job, part, answer);
        return;
      }
      if (!finish(group, job, part, answer)) return;
    }
    finishGroup(group);
  };

  /** Goes on when the turn's microtasks are done; work that has not settled by then is undone alone. */
  const waitFor = (group: Group, job: Job, part: Part, answer: Promise<Written<unknown>>): void => {
    let settled: (() => boolean) | undefined;
    answer.then(
      (written) => {
        settled = () => finish(group, job, part, written);
      },
      (error: unknown) => {
        settled = () => fail(group, job, part, error);
      },
    );
    // A tick requested by a microtask comes after all microtasks, and before any other event.
    queueMicrotask(() =>
      nextTick(() => {
        settled ??= () => fail(group, job, part, new TransactionIdleError());
        if (settled()) proceed(group);
      }),
    );
  };

  const finish = (group: Group, job: Job, part: Part, written: Written<unknown>): boolean => {
    part.close();
    return end(group, { job, written, kept: part.wrote && !written.undo }, part);
  };

  const fail = (group: Group, job: Job, part: Part, error: unknown): boolean => {
    part.close();
    const failure = toStoreError(error);
    // A fault of the disk affects the other jobs of the group too.
    if (!database.isTransaction || failure !== error) return lose(group, failure);
    return end(group, { job, error, kept: false }, part);
  };

  /** Continues after a job that has ended; false if the group does not continue from here. */
  const end = (group: Group, outcome: Outcome, part: Part): boolean => {
    const undo = part.wrote && !outcome.kept;
    if (undo && !part.saved && group.size > 1) {
      waryFor = wary;
      abandon();
      start(retryGroup(group, outcome));
      return false;
    }
    if (part.saved) {
      try {
        if (undo) rollbackTo.run();
        release.run();
      } catch (error) {
        return lose(group, error);
      }
    }
    settle(group, outcome);
    return true;
  };

  /** The transaction has ended, or cannot be trusted: no job of the group counts, including the running one. */
  const lose = (group: Group, error: unknown): false => {
    abandon();
    refuse(group.outcomes.length + 1, error);
    return false;
  };

  const abandon = (): void => {
    if (database.isTransaction) {
      try {
        rollback.run();
      } catch {
        // The connection has ended the transaction.
      }
    }
  };

  const finishGroup = (group: Group): void => {
    const { outcomes } = group;
    try {
      if (!database.isTransaction) throw new Error('the transaction of the group is gone');
      if (group.wrote) {
        files?.compare();
        commit.run();
      } else rollback.run();
    } catch (error) {
      abandon();
      refuse(outcomes.length, error);
      return;
    }
    waiting = waiting.length === outcomes.length ? [] : waiting.slice(outcomes.length);
    answer(outcomes, group.wrote);
    goOn();
  };

  const answer = (outcomes: readonly Outcome[], wrote: boolean): void => {
    const kept: Waiting[] = [];
    for (const outcome of outcomes) {
      const { job } = outcome;
      if ('error' in outcome) job.reject(outcome.error);
      else if (outcome.written.undo) job.resolve(outcome.written.result);
      // A job without writes may still report data that is not yet durable, such as a repeated request.
      else if (!wrote && !syncer.busy) job.resolve(outcome.written.result);
      else kept.push(createWaiter(job, outcome.written.result));
    }
    if (wrote) for (const committed of notices) kept.push(committed());
    notices.clear();
    if (kept.length > 0) syncer.add(kept);
  };

  const refuse = (count: number, error: unknown): void => {
    const refused = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const job of refused) job.reject(toUnavailableError(error));
    goOn();
  };

  const goOn = (): void => {
    scheduled = false;
    if (waiting.length > 0) schedule();
    else if (ended) onIdle?.();
  };

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new StoreUnavailableError('the store is closed'));
        waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
        schedule();
      }),
    notify: (committed) => void notices.add(committed),
    end: () =>
      new Promise((resolve) => {
        ended = true;
        const settle = (): void => {
          if (syncer.busy) syncer.add([{ durable: resolve, lost: () => resolve() }]);
          else resolve();
        };
        if (waiting.length === 0) settle();
        else onIdle = settle;
      }),
  };
}

function createWaiter(job: Job, result: unknown): Waiting {
  return { durable: () => job.resolve(result), lost: (error) => job.reject(toUnavailableError(error)) };
}
