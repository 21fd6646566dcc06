import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { everyStore } from '../support/stores.fixture.ts';
import { codedShop } from './handlers.fixture.ts';

/** In milliseconds. Long enough for the requests that make the records, also on a busy machine. */
const maxRequestTime = 1_500;

for (const [name, address] of everyStore) {
  test(`a hook or a handler that takes longer than its request has is given up, and nothing is done ${name}`, async () => {
    const shop = await codedShop(await address(), { serverLimits: { maxRequestTime } });
    try {
      const id = await shop.invoice();
      let ended = false;
      shop.code.beforeRemind = ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = true;
            resolve({ text: 'too late' });
          });
        });
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.ok(got.status === 503 || got.status === 504, got.text);
      assert.equal(ended, true);
      await later(50);
      assert.equal((await shop.read(id)).memo, null);
      shop.code.beforeRemind = () => ({ text: 'x' });
      shop.code.remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'blocked' });
        const end = performance.now() + 1.5 * maxRequestTime;
        while (performance.now() < end);
      };
      const blocked = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.ok(blocked.status === 503 || blocked.status === 504, blocked.text);
      assert.equal((await shop.read(id)).memo, null);
    } finally {
      await shop.served.close();
    }
  });
}
