import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeliveryState, NewDelivery, TakeDeliveries } from '../../contracts/deliveries.ts';
import type { Store } from '../../contracts/store.ts';
import { type OpenForTest, openShops } from './surroundings.suite.ts';

const asked = { now: 1_000, leaseOwner: 'a', until: 2_000, most: 100, each: 8, ahead: 1 };

function delivery(number: number, subscription: string, record?: string): NewDelivery {
  return {
    route: 'Hook.url',
    subscriber: `Hook.url ${subscription}`,
    subscription,
    number,
    event: `evt_${number}`,
    type: 'changed',
    ...(record === undefined ? {} : { orderingKey: record }),
  };
}

async function spread(store: Store, deliveries: readonly NewDelivery[]): Promise<void> {
  await store.deliveries.begin(0);
  const from = (await store.deliveries.cursor())!;
  assert.equal(await store.deliveries.fanOut(from, from + 1, deliveries, 1_000), true);
}

async function take(store: Store, more: Partial<TakeDeliveries> = {}): Promise<readonly string[]> {
  const taken = await store.deliveries.take({ ...asked, ...more });
  return taken.map(({ number, subscription }) => `${number} ${subscription}`).toSorted();
}

async function settle(
  store: Store,
  number: number,
  state: 'waiting' | 'delivered' | 'failed',
  dueAt = 1_000,
  now = 1_000,
) {
  const [found] = await store.deliveries.list({ states: ['in flight'], event: `evt_${number}` }, 1);
  const attempts = [...found!.attempts, { at: 1_000, milliseconds: 5, status: 500 }];
  await store.deliveries.complete('a', [{ id: found!.id, state, tries: 1, attempts, dueAt }], now);
}

async function states(store: Store): Promise<readonly string[]> {
  const all: DeliveryState[] = ['blocked', 'waiting', 'in flight', 'delivered', 'failed'];
  return (await store.deliveries.list({ states: all }, 100)).map(({ number, state }) => `${number} ${state}`);
}

/** The tests of deliveries that every store passes. */
export function deliveriesSuite(name: string, open: OpenForTest): void {
  describe(`deliveries ${name}`, () => {
    test('the deliveries of events are kept once, whoever comes with them', async (t) => {
      const store = await openShops(t, open);
      assert.equal(await store.deliveries.cursor(), undefined);
      await Promise.all([store.deliveries.begin(5), store.deliveries.begin(5)]);
      assert.equal(await store.deliveries.cursor(), 5);
      const mine = [delivery(6, 'one', 'r'), delivery(7, 'one')];
      const done = await Promise.all([1, 2, 3].map(() => store.deliveries.fanOut(5, 7, mine, 1_000)));
      assert.deepEqual(done.toSorted(), [false, false, true]);
      assert.equal(await store.deliveries.cursor(), 7);
      const stored = await store.deliveries.list({ states: ['waiting'] }, 10);
      assert.deepEqual(
        stored.map(({ id: _, ...rest }) => rest),
        mine.map((newDelivery) => ({ ...newDelivery, state: 'waiting', tries: 0, attempts: [], dueAt: 1_000 })),
      );
    });

    test('an event that very many subscribers want is kept for each of them', async (t) => {
      const store = await openShops(t, open);
      const count = 12_000;
      await spread(
        store,
        Array.from({ length: count }, (_, nth) => delivery(1, `${'0'.repeat(30)}${nth}`, 'r')),
      );
      assert.equal(await store.deliveries.count('waiting', count + 1), count);
      await spread(store, [delivery(2, `${'0'.repeat(30)}${count - 1}`, 'r')]);
      assert.equal(await store.deliveries.count('waiting', count + 1), count);
    });

    test('of one record and one subscriber one is taken after the other, and nothing else waits for it', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [
        delivery(1, 'one', 'r'),
        delivery(2, 'one', 'r'),
        delivery(2, 'two', 'r'),
        delivery(3, 'one', 's'),
      ]);
      await spread(store, [delivery(4, 'one', 'r')]);
      assert.deepEqual(await take(store), ['1 one', '2 two', '3 one']);
      assert.deepEqual(await take(store), []);
      await settle(store, 1, 'waiting', 9_000);
      assert.deepEqual(await take(store), []);
      assert.deepEqual(await take(store, { now: 9_000, until: 10_000 }), ['1 one', '2 two', '3 one']);
      await settle(store, 1, 'failed');
      assert.deepEqual(await take(store), ['2 one']);
      assert.ok((await states(store)).includes('1 failed'));
    });

    test('a subscriber has at most so many under way, and each gets one before any gets a second', async (t) => {
      const store = await openShops(t, open);
      const many = Array.from({ length: 6 }, (_, nth) => delivery(nth + 1, 'one'));
      await spread(store, [...many, delivery(7, 'two'), delivery(8, 'three')]);
      assert.deepEqual(await take(store, { most: 3, each: 2 }), ['1 one', '7 two', '8 three']);
      assert.deepEqual(await take(store, { each: 2 }), ['2 one']);
      assert.deepEqual(await take(store, { each: 2 }), []);
      await settle(store, 1, 'delivered');
      assert.deepEqual(await take(store, { each: 2 }), ['3 one']);
    });

    test('a subscriber of which nothing is leased comes before those of which something is', async (t) => {
      const store = await openShops(t, open);
      await spread(
        store,
        [1, 2, 3, 4].flatMap((number) => ['one', 'two'].map((name) => delivery(number, name))),
      );
      assert.deepEqual(await take(store, { most: 2 }), ['1 one', '1 two']);
      await spread(store, [delivery(5, 'zero')]);
      assert.deepEqual(await take(store, { most: 1 }), ['5 zero']);
    });

    test('nothing of subscribers that are not ready is taken', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [delivery(1, 'one'), delivery(2, 'two'), delivery(3, 'three')]);
      assert.deepEqual(await take(store, { unready: ['Hook.url one', 'Hook.url three'] }), ['2 two']);
      assert.deepEqual(await take(store, { unready: [] }), ['1 one', '3 three']);
    });

    test('an owner alone leases ahead, more when half is left, and next to another one only up to the limit', async (t) => {
      const store = await openShops(t, open);
      const of = (subscription: string, from: number, count: number) =>
        Array.from({ length: count }, (_, nth) => delivery(from + nth, subscription));
      await spread(store, [...of('one', 1, 12), ...of('two', 21, 3)]);
      const ahead = { each: 2, ahead: 4 };
      const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
      const first = [...numbers(1, 8).map((number) => `${number} one`), ...numbers(21, 23).map((nth) => `${nth} two`)];
      assert.deepEqual(await take(store, ahead), first.toSorted());
      assert.deepEqual(await take(store, { ...ahead, leaseOwner: 'b' }), []);
      for (const number of [1, 2, 3]) await settle(store, number, 'delivered');
      assert.deepEqual(await take(store, ahead), []);
      await settle(store, 4, 'delivered');
      assert.deepEqual(await take(store, ahead), ['10 one', '11 one', '12 one', '9 one']);
      for (const number of [...numbers(5, 11), 21, 22]) await settle(store, number, 'delivered');
      await spread(store, of('one', 31, 9));
      assert.deepEqual(await take(store, { ...ahead, leaseOwner: 'b' }), ['31 one']);
      assert.deepEqual(await take(store, ahead), []);
    });

    test('of a wide subscriber more may be in flight, and of the others not', async (t) => {
      const store = await openShops(t, open);
      const of = (subscription: string, from: number) =>
        Array.from({ length: 5 }, (_, nth) => delivery(from + nth, subscription));
      await spread(store, [...of('one', 1), ...of('two', 6)]);
      const wide = { subscribers: ['Hook.url two'], each: 4 };
      const taken = ['1 one', '6 two', '7 two', '8 two', '9 two'];
      assert.deepEqual(await take(store, { each: 1, highConcurrency: wide }), taken);
      assert.deepEqual(await take(store, { each: 1, highConcurrency: wide }), []);
      await settle(store, 7, 'delivered');
      assert.deepEqual(await take(store, { each: 1, highConcurrency: wide }), ['10 two']);
    });

    test('what a holder does not settle in its time is due again, and what it says of it then does not count', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [delivery(1, 'one', 'r'), delivery(2, 'one', 'r')]);
      assert.deepEqual(await take(store), ['1 one']);
      assert.deepEqual(await take(store, { now: 1_999, leaseOwner: 'b' }), []);
      assert.deepEqual(await take(store, { now: 2_000, until: 3_000, leaseOwner: 'b' }), ['1 one']);
      await settle(store, 1, 'delivered');
      assert.deepEqual(await states(store), ['1 in flight', '2 blocked']);
      await store.deliveries.renew('b', 9_000);
      await store.deliveries.renew('a', 99_000);
      assert.deepEqual(await take(store, { now: 8_999 }), []);
      assert.deepEqual(await take(store, { now: 9_000, until: 10_000 }), ['1 one']);
    });

    test('a lease that was stored before the clock was set back has ended, and a wait is as long as it is set', async (t) => {
      const store = await openShops(t, open);
      // Milliseconds of today do not fit in 32 bits.
      const today = 1_800_000_000_000;
      await spread(store, [delivery(1, 'one'), delivery(2, 'two')]);
      assert.deepEqual(await take(store, { now: today + 3_600_000, until: today + 3_606_000 }), ['1 one', '2 two']);
      assert.deepEqual(await take(store, { now: today + 3_599_000, until: today + 3_605_000, leaseOwner: 'b' }), []);
      assert.deepEqual(await take(store, { now: today, until: today + 6_000, leaseOwner: 'b' }), ['1 one', '2 two']);
      const waits = { state: 'waiting', tries: 1, attempts: [], dueAt: today + 90_000 } as const;
      const [first, second] = await store.deliveries.list({ states: ['in flight'] }, 9);
      await store.deliveries.complete('b', [{ id: first!.id, ...waits }], today);
      await store.deliveries.reschedule([first, second].map((each) => ({ id: each!.id, dueAt: today + 3_000 })));
      assert.deepEqual(
        (await store.deliveries.list({ states: ['waiting', 'in flight'] }, 9)).map(({ dueAt }) => dueAt),
        [today + 3_000, second!.dueAt],
      );
    });

    test('who wants nothing more gets nothing more, of one tenant and not of the other', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [delivery(1, 'one', 'r'), delivery(2, 'one', 'r'), delivery(3, 'two', 'r')]);
      const gone = { subscriber: 'Hook.url one', address: 'https://example.com/' };
      await store.deliveries.end(gone, 'HTTP 410', 2_000);
      assert.deepEqual(await store.deliveries.unsubscribed(['Hook.url one', 'Hook.url two']), [gone]);
      assert.deepEqual(await states(store), ['1 failed', '2 failed', '3 waiting']);
      await store.deliveries.resume('Hook.url one');
      assert.deepEqual(await store.deliveries.unsubscribed(['Hook.url one']), []);
      await store.deliveries.deleteSubscriber('Hook.url one');
      assert.deepEqual(await states(store), ['3 waiting']);
    });

    test('what was delivered or has failed is replayed out of order, by delivery, event, subscription and way', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [delivery(1, 'one', 'r'), delivery(2, 'one', 'r'), delivery(3, 'two', 'r')]);
      for (const number of [1, 2, 3]) {
        await take(store);
        await settle(store, number, number === 2 ? 'delivered' : 'failed');
      }
      assert.deepEqual(await states(store), ['1 failed', '2 delivered', '3 failed']);
      const failed = { states: ['failed'] } as const;
      assert.equal(await store.deliveries.replay({ ...failed, subscriber: 'two' }, 5_000), 1);
      assert.equal(await store.deliveries.replay({ ...failed, event: 'evt_2' }, 5_000), 0);
      assert.equal(await store.deliveries.replay({ states: ['delivered'], event: 'evt_2' }, 5_000), 1);
      const { id } = (await store.deliveries.list({ ...failed, subscriber: 'Hook.url' }, 10))[0]!;
      assert.equal(await store.deliveries.replay({ ...failed, ids: [id] }, 5_000), 1);
      assert.deepEqual(await take(store, { now: 4_999 }), []);
      assert.deepEqual(await take(store, { now: 5_000, until: 6_000 }), ['1 one', '2 one', '3 two']);
    });

    test('settled deliveries go by their age, those that arrived apart from those that failed; what is not settled stays', async (t) => {
      const store = await openShops(t, open);
      await spread(
        store,
        [1, 2, 3, 4, 5, 6].map((number) => delivery(number, 'one')),
      );
      await take(store);
      for (const [number, state, at] of [
        [1, 'delivered', 2_000],
        [2, 'failed', 2_000],
        [3, 'delivered', 3_000],
        [4, 'failed', 3_000],
      ] as const) {
        await settle(store, number, state, 1_000, at);
      }
      assert.equal(await store.deliveries.expire('delivered', 3_000, 10, 10), 1);
      assert.deepEqual(await states(store), ['2 failed', '3 delivered', '4 failed', '5 in flight', '6 in flight']);
      assert.equal(await store.deliveries.expire('failed', 2_000, 10, 10), 0);
      assert.equal(await store.deliveries.expire('failed', 9_000, 10, 1), 1);
      assert.deepEqual(await states(store), ['3 delivered', '4 failed', '5 in flight', '6 in flight']);
      await store.deliveries.deleteSubscriber('Hook.url one');
      assert.deepEqual(await states(store), ['3 delivered']);
    });

    test('of settled deliveries only the newest are kept, however many there are', async (t) => {
      const store = await openShops(t, open);
      const numbers = Array.from({ length: 20 }, (_, nth) => nth + 1);
      await spread(
        store,
        numbers.map((number) => delivery(number, number % 2 === 0 ? 'one' : 'two')),
      );
      for (const number of numbers) {
        await take(store);
        await settle(store, number, number > 18 ? 'failed' : 'delivered', 1_000, 1_000 + number);
      }
      assert.equal(await store.deliveries.expire('delivered', 0, 5, 10), 10);
      assert.equal(await store.deliveries.expire('delivered', 0, 5, 10), 3);
      assert.equal(await store.deliveries.expire('delivered', 0, 5, 10), 0);
      const left = [...[14, 15, 16, 17, 18].map((number) => `${number} delivered`), '19 failed', '20 failed'];
      assert.deepEqual(await states(store), left);
    });

    test('a replayed delivery that has failed again is listed once, with all of its attempts', async (t) => {
      const store = await openShops(t, open);
      await spread(store, [delivery(1, 'one', 'r'), delivery(2, 'one', 'r')]);
      for (const round of [1, 2, 3]) {
        await take(store);
        await settle(store, 1, 'failed', 1_000, 1_000 + round);
        const found = await store.deliveries.list({ states: ['failed'] }, 10);
        assert.deepEqual(
          found.map(({ number, attempts, orderingKey }) => [number, attempts.length, orderingKey]),
          [[1, round, round === 1 ? 'r' : undefined]],
        );
        assert.equal(await store.deliveries.replay({ states: ['failed'] }, 1_000), 1);
      }
      assert.deepEqual(await states(store), ['1 waiting', '2 waiting']);
    });
  });
}
