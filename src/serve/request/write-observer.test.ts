import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConcurrentCheck, Store, Transaction } from '../../contracts/store.ts';
import { createWriteObserver } from './write-observer.ts';

/** Observes a write of a store whose transaction has these members, and returns what the work was given. */
async function observe(members: Partial<Transaction>): Promise<Transaction> {
  const store = { write: (work: (given: Transaction) => unknown) => work(members as Transaction) } as unknown as Store;
  let given: Transaction | undefined;
  await createWriteObserver(store, new Set(), () => undefined).write((transaction) => {
    given = transaction;
    return { commit: true, result: undefined } as never;
  });
  return given!;
}

test('an observed transaction checks what other transactions wrote meanwhile, if the store does', async () => {
  const asked: ConcurrentCheck[] = [];
  const check = {} as ConcurrentCheck;
  const observed = await observe({ meanwhile: (each) => void asked.push(each) });
  await observed.meanwhile!(check);
  assert.deepEqual(asked, [check]);
  assert.equal((await observe({})).meanwhile, undefined);
});
