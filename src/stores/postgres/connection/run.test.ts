import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  StoreConflictError,
  StoreUnavailableError,
  TransactionIdleError,
  type WriteHow,
} from '../../../contracts/store.ts';
import type { Writer } from '../writes.ts';
import type { Connection, Statement } from './connect.ts';
import type { Pool } from './pool.ts';
import { createWrite } from './run.ts';
import type { PgTransaction } from './transaction.ts';

/** Runs work over a connection that does all it is asked, in whose database each record is made meanwhile; counts the runs. */
async function countRuns(
  work: (transaction: PgTransaction) => unknown,
  how?: WriteHow,
): Promise<readonly [runs: number, Error]> {
  const connection = {
    alive: true,
    execute: async () => ({ rows: [], count: 0, command: '' }),
  } as unknown as Connection;
  const pool = { take: () => connection, give() {} } as unknown as Pool;
  const writer = { single: false, insert: async () => ({ kind: 'not unique', unique: -1 }) } as unknown as Writer;
  let runs = 0;
  const write = createWrite(
    pool,
    () => writer,
    (text): Statement => ({ text }),
  );
  const error = await write(async (transaction) => {
    runs++;
    await work(transaction);
    return { result: undefined, undo: false };
  }, how).catch((thrown: Error) => thrown);
  return [runs, error as Error];
}

const conflicted = 'the transaction conflicted with others each time that it ran';

test('work that always loses against other transactions is run nine times, and is then a conflict', async () => {
  const [runs, error] = await countRuns((transaction) => {
    transaction.again = 'as it was';
  });
  assert.ok(error instanceof StoreConflictError);
  assert.deepEqual([runs, error.message], [9, conflicted]);
});

test('serializable work that always loses is run until its time is over, and is then a conflict', async () => {
  const until = performance.now() + 100;
  const [runs, error] = await countRuns(
    (transaction) => {
      transaction.again = 'as it was';
      // PostgreSQL answers so after an error that the work did not wait for.
      throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
    },
    { serializable: true, until },
  );
  assert.ok(error instanceof StoreConflictError && error instanceof StoreUnavailableError);
  assert.equal(error.message, conflicted);
  assert.ok(runs > 1, `${runs} runs`);
});

test('work whose record others make before each run of it is a conflict', async () => {
  const [runs, error] = await countRuns((transaction) => transaction.insert('Invoice', [1], [-1]));
  assert.ok(error instanceof StoreConflictError);
  assert.deepEqual([runs, error.message], [9, 'other transactions created the record, again and again']);
});

const idle = () =>
  Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' });
const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);

test('an idle transaction is the mistake of code, if it runs code and the process did not stand still', async () => {
  const blame = async (work: () => void, how: WriteHow): Promise<boolean> => {
    const [, error] = await countRuns(() => {
      work();
      throw idle();
    }, how);
    assert.ok(error instanceof TransactionIdleError || error instanceof StoreUnavailableError, String(error));
    return error instanceof TransactionIdleError;
  };
  const nothing = (): void => undefined;
  assert.equal(await blame(nothing, { code: true }), true);
  assert.equal(await blame(standStill, { code: true }), false);
  assert.equal(await blame(nothing, {}), false);
});
