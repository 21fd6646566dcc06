import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { Store } from '../../contracts/store.ts';
import { keep, testHost } from '../suites/surroundings.suite.ts';
import { openSqlite } from './open.ts';

const responseOf = (status: number) => ({ request: 'r', attributes: 'a', status, headers: [], body: undefined });

test('claims of keys end when the database is opened and no process serves it; stored responses stay', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const now = Date.now();
  const open = (): Promise<Store> =>
    openSqlite(join(folder, 'test.db'), shops, { platform: { ...testHost, now: () => now }, durability: 'process' });
  const scopeOf = (caller: string, key: string) => ({ caller, operation: 'pay Invoice', key });
  const statusOf = (store: Store, caller: string, key: string) =>
    keep(store, async ({ storedResponses }) => {
      const found = await storedResponses.take(scopeOf(caller, key), now);
      return typeof found === 'object' ? found.status : found;
    });
  const first = await open();
  await keep(first, async ({ storedResponses }) => {
    for (const caller of ['north', 'south']) {
      await storedResponses.store(scopeOf(caller, 'claim'), responseOf(0), now + 15_000);
      await storedResponses.store(scopeOf(caller, 'stored'), responseOf(201), now + 15_000);
    }
  });
  const beside = await open();
  assert.equal(await statusOf(beside, 'north', 'claim'), 0);
  await Promise.all([first.close(), beside.close()]);
  const next = await open();
  for (const caller of ['north', 'south']) {
    assert.deepEqual([await statusOf(next, caller, 'claim'), await statusOf(next, caller, 'stored')], [undefined, 201]);
  }
  await next.close();
});
