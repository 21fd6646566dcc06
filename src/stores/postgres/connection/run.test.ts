import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import type { Writer } from '../writes.ts';
import type { Connection, Statement } from './connect.ts';
import type { Pool } from './pool.ts';
import { createWrite } from './run.ts';
import type { PgTransaction } from './transaction.ts';

/** Runs work over a connection that does all it is asked, in whose database each record is made meanwhile; counts the runs. */
async function countRuns(work: (transaction: PgTransaction) => unknown): Promise<readonly [runs: number, Error]> {
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
  }).catch((thrown: Error) => thrown);
  assert.ok(error instanceof StoreUnavailableError);
  return [runs, error];
}

test('work that always loses against other transactions is run four times, and then unavailable', async () => {
  const [runs, { message }] = await countRuns((transaction) => {
    transaction.again = 'as it was';
  });
  assert.equal(runs, 4);
  assert.equal(message, 'the transaction conflicted with others too often');
});

test('work whose record others make before each run of it is unavailable', async () => {
  const [runs, { message }] = await countRuns((transaction) => transaction.insert('Invoice', [1], true));
  assert.equal(runs, 4);
  assert.equal(message, 'other transactions created the record, again and again');
});
