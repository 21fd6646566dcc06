import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { openStore } from '../index.ts';
import { asking, customer, fill, get, invoice, testHost } from '../suites/surroundings.suite.ts';

test('a serializable deletion runs again if another transaction has made a record that refers to it', async (t) => {
  const store = await openStore(await freshDatabase(), shops, { platform: testHost, durability: 'process' });
  t.after(() => store.close());
  await fill(store, 'Customer', [customer('c', 'north')]);
  const referring = store.prepare({ resource: 'Invoice', conditions: [{ kind: 'equal', field: 'customer' }] });
  const seen: number[] = [];
  const conflict = await store.write(
    async (part) => {
      const { rows } = await part.bind(referring).many({ ...asking('c'), limit: 5 });
      seen.push(rows.length);
      if (rows.length === 0) await fill(store, 'Invoice', [invoice('i', 'north', { customer: 'c' })]);
      const done = await part.delete('Customer', 'c');
      return { result: done, undo: done !== undefined };
    },
    { serializable: true },
  );
  // What refers to it stays, as nothing here deletes it: in the end that is the conflict.
  assert.deepEqual(seen, [0, 1, 1, 1]);
  assert.equal(conflict?.kind, 'still referenced');
  assert.ok(await get(store, 'Customer', 'c'));
});
