import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { Plan } from '../../plan/plan.ts';
import { customer, fill, invoice, keep, type OpenForTest } from './surroundings.suite.ts';

const to = { kind: 'each', resource: 'Invoice', at: ['memo'] } as const;
const subscribed: Plan = { ...shops, deliveries: [{ kind: 'webhook', to, events: 'all', line: 1 }] };

/** The tests that every store passes of the versions in which subscriptions were made. */
export function subscriptionsSuite(name: string, open: OpenForTest): void {
  describe(`versions of subscriptions ${name}`, () => {
    test('the version that a subscription was made in is kept with its transaction and ends with its record', async (t) => {
      const opened = await open(t, subscribed);
      const store = await opened();
      await fill(store, 'Invoice', [invoice('n1', 'north'), invoice('s1', 'south')]);
      await keep(store, async ({ events }) => {
        await events.subscribe('Invoice', 'n1', '1');
        await events.subscribe('Invoice', 's1', '2');
        await events.subscribe('Customer', 'n1', '9');
      });
      await store.write(async ({ events }) => {
        await events.subscribe('Invoice', 'n1', '7');
        return { result: undefined, undo: true };
      });
      const known = async (): Promise<readonly (readonly [string, string])[]> =>
        [...(await store.deliveries.versions('Invoice', ['n1', 's1', "x'"]))].toSorted();
      assert.deepEqual(await known(), [
        ['n1', '1'],
        ['s1', '2'],
      ]);
      await store.deliveries.keepVersion('Invoice', ['n1', "x'"], '3');
      assert.deepEqual(await known(), [
        ['n1', '1'],
        ['s1', '2'],
        ["x'", '3'],
      ]);
      assert.equal(await keep(store, (transaction) => transaction.delete('Invoice', 's1')), undefined);
      assert.deepEqual(await known(), [
        ['n1', '1'],
        ["x'", '3'],
      ]);
      assert.deepEqual([...(await store.deliveries.versions('Customer', ['n1']))], [['n1', '9']]);
    });

    test('a subscriber that wanted nothing more is forgotten with its record', async (t) => {
      const opened = await open(t, subscribed);
      const store = await opened();
      await fill(store, 'Invoice', [invoice('n1', 'north'), invoice('s1', 'south')]);
      for (const id of ['n1', 's1'])
        await store.deliveries.end({ subscriber: `Invoice.memo ${id}`, address: 'https://example.com/' }, 'gone', 1);
      const ended = async () =>
        (await store.deliveries.unsubscribed(['Invoice.memo n1', 'Invoice.memo s1'])).map((one) => one.subscriber);
      assert.deepEqual((await ended()).toSorted(), ['Invoice.memo n1', 'Invoice.memo s1']);
      assert.equal(await keep(store, (transaction) => transaction.delete('Invoice', 's1')), undefined);
      assert.deepEqual(await ended(), ['Invoice.memo n1']);
    });

    test('a subscription that is made again under the same identity is in the version of the last time', async (t) => {
      const opened = await open(t, subscribed);
      const store = await opened();
      await fill(store, 'Customer', [customer('c1', 'north')]);
      for (const version of ['1', '2']) {
        await keep(store, ({ events }) => events.subscribe('Invoice', 'n1', version));
      }
      assert.deepEqual([...(await store.deliveries.versions('Invoice', ['n1']))], [['n1', '2']]);
    });
  });
}
