import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredDelivery } from '../../contracts/deliveries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';

const delivery = (subscriber: string, number: number): StoredDelivery =>
  ({ event: `${subscriber}${number}`, subscriber, number }) as StoredDelivery;
const deliveries = (subscriber: string, count: number): readonly StoredDelivery[] =>
  Array.from({ length: count }, (_, nth) => delivery(subscriber, nth + 1));

/** A dispatcher of at most four attempts, two to each subscriber, whose attempts end when the test ends them. */
function createTried(): {
  readonly dispatcher: Dispatcher;
  readonly begun: string[];
  readonly clock: { now: number };
  /** Ends attempts; resolves when others have begun in their place. */
  end(...events: readonly string[]): Promise<void>;
} {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const clock = { now: 0 };
  const dispatcher = createDispatcher({
    most: 4,
    limitOf: () => 2,
    ahead: 4,
    elapsed: () => clock.now,
    attempt: ({ event }) => {
      begun.push(event);
      return new Promise((done) => void ends.set(event, done));
    },
  });
  return {
    dispatcher,
    begun,
    clock,
    async end(...events) {
      for (const event of events) ends.get(event)!();
      await new Promise((done) => setImmediate(() => setImmediate(done)));
    },
  };
}

test('attempts that take long leave room for those to other subscribers, and take turns beyond a number of their own', async () => {
  const { dispatcher, begun, clock, end } = createTried();
  dispatcher.add([...deliveries('a', 3), ...deliveries('b', 3)]);
  assert.deepEqual([dispatcher.room, dispatcher.unready], [0, []]);
  clock.now = 1_001;
  dispatcher.review();
  assert.deepEqual([dispatcher.room, dispatcher.unready], [4, ['a', 'b']]);
  dispatcher.add([...deliveries('c', 3), ...deliveries('d', 1)]);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1']);
  assert.equal(dispatcher.room, 1);
  clock.now = 2_002;
  dispatcher.review();
  // More are slow by now than may be.
  assert.deepEqual([dispatcher.room, dispatcher.inFlight], [4, 7]);
  await end('a1', 'b1', 'b2', 'c1');
  assert.deepEqual(begun.slice(7), ['a3']);
  await end('a2', 'd1');
  assert.deepEqual(begun.slice(8), ['b3', 'c3']);
  assert.deepEqual([dispatcher.room, dispatcher.unready], [4, ['a', 'b', 'c', 'd']]);
});

test('a subscriber is prompt again when none of its attempts takes long', async () => {
  const { dispatcher, clock, end } = createTried();
  dispatcher.add(deliveries('a', 3));
  clock.now = 1_001;
  dispatcher.review();
  assert.equal(dispatcher.room, 4);
  await end('a1');
  clock.now = 1_100;
  await end('a3');
  // The second one still takes long.
  assert.equal(dispatcher.room, 4);
  await end('a2');
  dispatcher.add(deliveries('a', 1));
  assert.equal(dispatcher.room, 4);
  await end('a1');
  dispatcher.add(deliveries('a', 2));
  assert.equal(dispatcher.room, 2);
});

test('what is withdrawn begins no more', async () => {
  const { dispatcher, begun, clock, end } = createTried();
  dispatcher.add([...deliveries('a', 2), ...deliveries('b', 2), ...deliveries('c', 1)]);
  clock.now = 1_001;
  dispatcher.review();
  dispatcher.add(deliveries('a', 1));
  assert.deepEqual(
    dispatcher.withdraw().map(({ event }) => event),
    ['a1'],
  );
  await end('a1', 'a2', 'b1', 'b2', 'c1');
  assert.equal(begun.length, 5);
  assert.equal(dispatcher.inFlight, 0);
});
