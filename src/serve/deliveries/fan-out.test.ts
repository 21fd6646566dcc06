import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredEvent } from '../../contracts/events.ts';
import type { Subscriber } from '../../parts/events/serve/webhook.ts';
import { type FanOutDependencies, fanOutBatch } from './fan-out.ts';

/** The deliveries of one event to a number of subscribers. */
const createSubscribers = (count: number, sequence: number): readonly Subscriber[] =>
  Array.from({ length: count }, (_, nth) => {
    const subscriber = `Hook.url ${nth}`;
    return { address: '', delivery: { route: 'Hook.url', subscriber, number: sequence, event: '', type: 'made' } };
  }) as unknown as readonly Subscriber[];

test('the deliveries of many events to many subscribers are made in several batches, and those of one event in one', async () => {
  const events = Array.from({ length: 6 }, (_, nth) => ({ sequence: nth + 1 }) as StoredEvent);
  const batches: (readonly [from: number, to: number, deliveries: number])[] = [];
  let cursor = 0;
  const deps = {
    store: {
      deliveries: {
        cursor: () => cursor,
        unsubscribed: () => [],
        fanOut(from: number, to: number, deliveries: readonly unknown[]) {
          batches.push([from, to, deliveries.length]);
          cursor = to;
        },
      },
      events: { after: (from: number) => events.slice(from) },
    },
    events: { decode: (event: StoredEvent) => event },
    recent: { add: () => undefined },
    routes: [
      {
        subscribers: async ({ sequence }: StoredEvent) => createSubscribers(sequence === 5 ? 200_000 : 4_000, sequence),
      },
    ],
    now: () => 0,
    newest: async () => 0,
  } as unknown as FanOutDependencies;
  while ((await fanOutBatch(deps)) !== undefined);
  assert.deepEqual(batches, [
    [0, 3, 12_000],
    [3, 5, 204_000],
    [5, 6, 4_000],
  ]);
});
