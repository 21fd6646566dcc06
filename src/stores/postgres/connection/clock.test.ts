import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../suites/surroundings.suite.ts';
import { watchClock } from './clock.ts';

/** Watches the clock of a database that is a number of milliseconds ahead of this process, and returns what was logged in the first minute. */
async function watchMinute(ahead: number): Promise<readonly (readonly [facts: object, message: string])[]> {
  const warnings: (readonly [facts: object, message: string])[] = [];
  const due: (() => void)[] = [];
  const executor = { execute: async () => ({ rows: [[10_000 + ahead]], count: 1, command: 'SELECT' }) };
  const log = { ...testHost.log, warn: (facts: object, message: string) => void warnings.push([facts, message]) };
  const after = (milliseconds: number, work: () => void) => {
    assert.equal(milliseconds, 60_000);
    due.push(work);
    return () => undefined;
  };
  const end = watchClock(executor, () => 10_000, 'postgres:shop', { ...testHost, log, after });
  due[0]!();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(due.length, 2, 'the clock is looked at again a minute later');
  end();
  return warnings;
}

test('a database whose clock has drifted by more than half a second is logged as a warning', async () => {
  const behind = "This machine's clock is 501 ms behind the clock of the database postgres:shop";
  assert.deepEqual(await watchMinute(501), [[{ milliseconds: 501 }, behind]]);
  const ahead = "This machine's clock is 501 ms ahead of the clock of the database postgres:shop";
  assert.deepEqual(await watchMinute(-501), [[{ milliseconds: -501 }, ahead]]);
});

test('a smaller difference between the clocks is not logged', async () => {
  assert.deepEqual(await watchMinute(500), []);
  assert.deepEqual(await watchMinute(-500), []);
});
