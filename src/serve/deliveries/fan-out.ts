import type { CompiledEvents, DecodedEvent } from '../../contracts/shown-events.ts';
import type { Store } from '../../contracts/store.ts';
import type { SharedReads } from '../../parts/events/serve/shared-reads.ts';
import type { Subscriber } from '../../parts/events/serve/webhook.ts';
import type { RecentEvents } from './recent-events.ts';

/** The maximum number of events in one batch. */
const piece = 100;
/** A batch of at least this many deliveries takes no further event: while they are stored, no result of another one is. */
const mostDeliveries = 10_000;

/** A row of the table Delivery, which states the recipients of an event. */
export interface DeliveryRoute {
  subscribers(decoded: DecodedEvent, now: number, shared: SharedReads): Promise<readonly Subscriber[]>;
}

/** The dependencies of the fan-out. */
export interface FanOutDependencies {
  readonly store: Store;
  readonly events: CompiledEvents;
  /** Gets the events of each batch. */
  readonly recent: RecentEvents;
  readonly routes: readonly DeliveryRoute[];
  readonly now: () => number;
  /** The newest event number when the service started: the first fan-out begins after it. */
  readonly newest: () => Promise<number>;
}

/**
 * Creates deliveries for the next batch of events. Advances the shared cursor in the same transaction, so each event is fanned
 * out once across all instances. Returns the subscribers of the deliveries; undefined if no events are waiting.
 */
export async function fanOutBatch(deps: FanOutDependencies): Promise<readonly string[] | undefined> {
  const { store, events, recent, routes, newest } = deps;
  const { deliveries } = store;
  const from = await deliveries.cursor();
  if (from === undefined) {
    await deliveries.begin(await newest());
    return [];
  }
  const stored = await store.events.after(from, piece);
  let [last] = stored;
  if (last === undefined) return undefined;
  const now = deps.now();
  const shared: SharedReads = new Map();
  const found: Subscriber[] = [];
  for (const event of stored) {
    if (found.length >= mostDeliveries) break;
    last = event;
    const decoded = events.decode(event);
    for (const route of routes) {
      const wants = await route.subscribers(decoded, now, shared);
      if (wants.length > 0) recent.add(decoded, now);
      for (const wanted of wants) found.push(wanted);
    }
  }
  const wanted = await removeUnsubscribed(store, found);
  const made = wanted.map(({ delivery }) => delivery);
  await deliveries.fanOut(from, last.sequence, made, now);
  return [...new Set(made.map(({ subscriber }) => subscriber))];
}

/** Removes unsubscribed subscribers. A subscriber counts as new when its URL changes. */
async function removeUnsubscribed({ deliveries }: Store, found: readonly Subscriber[]): Promise<readonly Subscriber[]> {
  if (found.length === 0) return found;
  const names = new Set(found.map(({ delivery }) => delivery.subscriber));
  const ended = new Map(
    (await deliveries.unsubscribed([...names])).map((unsubscribed) => [unsubscribed.subscriber, unsubscribed.address]),
  );
  if (ended.size === 0) return found;
  const moved = new Set<string>();
  const wanted = found.filter(({ delivery: { subscriber }, address }) => {
    const at = ended.get(subscriber);
    if (at !== undefined && at !== address) moved.add(subscriber);
    return at !== address;
  });
  for (const subscriber of moved) await deliveries.resume(subscriber);
  return wanted;
}
