import { setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../../../contracts/record.ts';
import { StoreUnavailableError, type WriteHow, type Written } from '../../../contracts/store.ts';
import type { Writer } from '../writes.ts';
import type { Connection, Statement } from './connect.ts';
import { commit, rollback } from './control.ts';
import { mayBeRunAgain, toStoreError } from './failures.ts';
import type { Pool } from './pool.ts';
import { PgTransaction } from './transaction.ts';

/** Work that lost against another transaction is run again so often. */
const mostRepeats = 3;
/** Before the first repeat it rests so long or up to twice as long, before each further one longer. */
const retryDelayMs = 5;

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
  return async (work, how) => {
    let guarded = false;
    for (let repeats = 0; ; ) {
      const connection = await pool.take();
      const transaction = new PgTransaction(connection, guarded, writerOf, statementOf);
      transaction.serializable = how?.serializable === true;
      transaction.ranBefore = repeats > 0;
      const ended = await runOnce(connection, transaction, work);
      transaction.close();
      pool.give(connection);
      if ('result' in ended) {
        if (transaction.recorded) recorded();
        return ended.result;
      }
      if (!('again' in ended)) throw toStoreError(ended.error);
      if (ended.again === 'guarded') guarded = true;
      else if (++repeats > mostRepeats) throw toStoreError(ended.error);
      // The other work is given the time to take what it waited for; else the two would meet again.
      else await sleep(retryDelayMs * repeats * (1 + Math.random()));
    }
  };
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
  const failure = error ?? new StoreUnavailableError('the transaction conflicted with others too often');
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
