import { setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../../../contracts/record.ts';
import { StoreConflictError, TransactionIdleError, type WriteHow, type Written } from '../../../contracts/store.ts';
import { VersionGone, type Writer } from '../writes.ts';
import { Claims } from './claims.ts';
import type { Connection, Statement } from './connect.ts';
import { commit, rollback } from './control.ts';
import { createStoodStillError, mayBeRunAgain, toStoreError } from './failures.ts';
import type { Pool } from './pool.ts';
import { watchStalls } from './stalls.ts';
import { PgTransaction } from './transaction.ts';
import { Turns } from './turns.ts';

/** Work that is not serializable and lost against another transaction is run again so often. */
const mostRepeats = 8;
/** Serializable work is run again for this time, if it does not state its own. */
const patienceMs = 5_000;
/** Before a repeat it rests at least half so long; before each further one twice as long, up to a limit. */
const retryDelayMs = 5;
const maxRetryDelayMs = 250;

/** Runs work in transactions. */
export type Write = <T>(work: (transaction: PgTransaction) => MaybePromise<Written<T>>, how?: WriteHow) => Promise<T>;

type Ended<T> =
  | { readonly result: T }
  | { readonly error: unknown }
  | { readonly again: 'as it was' | 'guarded'; readonly error: unknown };

/**
 * Makes what runs work: each piece on a connection of its own, undone when it throws or answers `undo`. `recorded` is called when
 * work that wrote events has ended.
 */
export function createWrite(
  pool: Pool,
  writerOf: (resource: string) => Writer,
  statementOf: (text: string) => Statement,
  recorded: () => void = () => undefined,
): Write {
  const turns = new Turns();
  return async (work, how = {}) => {
    const claims = how.serializable === true ? new Claims(turns) : undefined;
    const until = how.until ?? performance.now() + patienceMs;
    let guarded = false;
    for (let repeats = 0; ; ) {
      if (repeats > 0 && claims !== undefined && !(await claims.await(until))) throw new StoreConflictError();
      const connection = await takeConnection(pool, claims);
      if (repeats > 0) claims?.lock(connection);
      const transaction = new PgTransaction(connection, guarded, writerOf, statementOf);
      transaction.claims = claims;
      transaction.repeats = repeats;
      const stalls = how.code === true ? watchStalls() : undefined;
      const ended = await runOnce(connection, transaction, work);
      const isCodeIdle = stalls?.() === false;
      transaction.close();
      claims?.release(connection);
      pool.give(connection);
      if ('result' in ended) {
        if (transaction.recorded) recorded();
        return ended.result;
      }
      if (!('again' in ended)) throw toWriteError(ended.error, isCodeIdle);
      if (ended.again === 'guarded') {
        guarded = true;
        continue;
      }
      const rest = Math.min(retryDelayMs * 2 ** repeats, maxRetryDelayMs) * (0.5 + Math.random());
      const isOver = claims === undefined ? repeats === mostRepeats : performance.now() + rest >= until;
      if (isOver) throw toConflict(ended.error);
      repeats++;
      // The other work is given the time to take what it waited for; else the two would meet again.
      await sleep(rest);
    }
  };
}

async function takeConnection(pool: Pool, claims: Claims | undefined): Promise<Connection> {
  try {
    return await pool.take();
  } catch (error) {
    claims?.release();
    throw error;
  }
}

/** A transaction was idle because code of an author awaited something else; without that, because this process stood still. */
function toWriteError(error: unknown, isCodeIdle: boolean): Error {
  const failure = toStoreError(error);
  return failure instanceof TransactionIdleError && !isCodeIdle ? createStoodStillError(failure) : failure;
}

/** Returns the error of work that lost each time; a version that no run finds is the mistake of the work. */
function toConflict(error: unknown): Error {
  if (error instanceof StoreConflictError || error instanceof VersionGone) return error;
  return new StoreConflictError(undefined, { cause: error });
}

/** Runs work to the end of its transaction; what it leaves on the connection is nothing. */
async function runOnce<T>(
  connection: Connection,
  transaction: PgTransaction,
  work: (transaction: PgTransaction) => MaybePromise<Written<T>>,
): Promise<Ended<T>> {
  let written: Written<T>;
  try {
    const answer = work(transaction);
    written = answer instanceof Promise ? await awaitUnlessLost(connection, answer) : answer;
  } catch (error) {
    transaction.close();
    void undo(connection, transaction);
    return toEnded(transaction, error);
  }
  transaction.close();
  if (!transaction.begun && transaction.again === undefined && transaction.failure === undefined) {
    return { result: written.result };
  }
  if (!written.undo) await transaction.settled();
  const { again, failure } = transaction;
  if (!written.undo && again === undefined && failure === undefined) {
    return keep(connection, transaction, written.result);
  }
  const undone = undo(connection, transaction);
  // The client may repeat its idempotency key as soon as it has the response.
  if (transaction.holdsKey) await undone;
  return written.undo && again === undefined ? { result: written.result } : toEnded(transaction, failure);
}

async function keep<T>(connection: Connection, transaction: PgTransaction, result: T): Promise<Ended<T>> {
  try {
    const { command } = await (transaction.committed ?? connection.execute(commit));
    if (command === 'COMMIT' && transaction.failure === undefined) return { result };
    if (transaction.again !== undefined || transaction.failure !== undefined) {
      return toEnded(transaction, transaction.failure);
    }
    // A conflict ended the transaction, but the work can continue after it: each step needs a savepoint.
    return { again: 'guarded', error: undefined };
  } catch (error) {
    if (mayBeRunAgain(error)) return { again: 'as it was', error };
    return { error };
  }
}

function toEnded<T>({ again }: PgTransaction, error: unknown): Ended<T> {
  const failure = error ?? new StoreConflictError();
  return again === undefined ? { error: failure } : { again, error: failure };
}

/** Not awaited: the next statement on the connection comes after it. */
async function undo(connection: Connection, transaction: PgTransaction): Promise<void> {
  if (!transaction.begun || !connection.alive) return;
  await (transaction.committed ?? connection.execute(rollback)).catch(() => undefined);
}

/** The work's answer, unless its connection is lost before. */
function awaitUnlessLost<T>(connection: Connection, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.lost = reject;
    answer.then(resolve, reject);
  });
}
