import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreTimeoutError, StoreUnavailableError } from '../../../contracts/store.ts';
import { isLost, mayBeRunAgain, toStoreError } from './failures.ts';

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), code && { code });

test('work that lost against another transaction may be run again, whether the two conflicted, waited for each other or one waited too long', () => {
  const codes = ['40001', '40P01', '55P03', '23505', '57014'];
  assert.deepEqual(
    codes.filter((code) => mayBeRunAgain(failure('refused', code))),
    ['40001', '40P01', '55P03'],
  );
});

test('a failure of a statement stays as it is, even if its text reads like that of a lost connection', () => {
  const duplicate = failure('duplicate key value violates unique constraint "connection_pkey"', '23505');
  assert.equal(toStoreError(duplicate), duplicate);
  assert.equal(isLost(duplicate), false);
});

test('a server that cannot be reached is unavailable, with or without a code', () => {
  const codes = ['ECONNREFUSED', 'EPIPE', 'EBADF', 'EPERM'];
  const coded = codes.map((code) => failure(`write ${code}`, code));
  for (const error of [...coded, failure('Connection terminated unexpectedly')]) {
    assert.ok(toStoreError(error) instanceof StoreUnavailableError, error.message);
    assert.ok(isLost(error), error.message);
  }
  const full = failure('too many clients', '53300');
  assert.ok(toStoreError(full) instanceof StoreUnavailableError);
  assert.equal(isLost(full), false);
});

test('a statement that took too long is a timeout of the store', () => {
  assert.ok(toStoreError(failure('canceling statement', '57014')) instanceof StoreTimeoutError);
});
