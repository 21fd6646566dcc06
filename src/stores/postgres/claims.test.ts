import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { StoredResponse } from '../../contracts/stored-responses.ts';
import { openStore } from '../index.ts';
import { keep, testHost } from '../suites/surroundings.suite.ts';

const responseOf = (status: number): StoredResponse => ({
  ...{ request: 'r', attributes: 'a', status, headers: [], body: 'mine' },
});

test('a claim of a key ends with the process that made it; its other outcomes stay', async () => {
  const address = await freshDatabase();
  const open = () => openStore(address, shops, { platform: testHost, durability: 'full' });
  const [one, two] = [await open(), await open()];
  const now = Date.now();
  const scopeOf = (caller: string, key: string) => ({ caller, operation: 'pay Invoice', key });
  const statusOf = (caller: string, key: string) =>
    keep(two, async ({ storedResponses }) => {
      const found = await storedResponses.take(scopeOf(caller, key), now);
      return typeof found === 'object' ? found.status : found;
    });
  for (const caller of ['north', 'south']) {
    await keep(one, async ({ storedResponses }) => {
      await storedResponses.store(scopeOf(caller, 'claim'), responseOf(0), now + 60_000);
      await storedResponses.store(scopeOf(caller, 'stored'), responseOf(201), now + 60_000);
    });
    await keep(two, ({ storedResponses }) =>
      storedResponses.store(scopeOf(caller, 'own'), responseOf(0), now + 60_000),
    );
    assert.deepEqual([await statusOf(caller, 'claim'), await statusOf(caller, 'own')], [0, 0]);
  }
  await one.close();
  for (const caller of ['north', 'south']) {
    const found = [await statusOf(caller, 'claim'), await statusOf(caller, 'stored'), await statusOf(caller, 'own')];
    assert.deepEqual(found, [undefined, 201, 0]);
  }
  await two.close();
});
