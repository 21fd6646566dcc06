import type { CompiledEvents, DecodedEvent } from '../../contracts/shown-events.ts';
import type { Store } from '../../contracts/store.ts';
import type { Subscriber } from '../../parts/events/serve/webhook.ts';

/** So many events are handed out in one piece. */
const piece = 100;

/** A row of the Delivery table that says who gets an event. */
export interface DeliveryRoute {
  subscribers(decoded: DecodedEvent, now: number): Promise<readonly Subscriber[]>;
}

/** With what events are handed out to those who are to get them. */
export interface FanOutDependencies {
  readonly store: Store;
  readonly events: CompiledEvents;
  readonly routes: readonly DeliveryRoute[];
  readonly now: () => number;
  /** The newest number when the service was opened: what comes behind it is handed out where nothing has been before. */
  readonly newest: () => Promise<number>;
}

/**
 * Makes the deliveries of the next events, once over all instances: who has moved the cursor has made them. Answers whether there
 * may be more.
 */
export async function fanOutBatch({ store, events, routes, now, newest }: FanOutDependencies): Promise<boolean> {
  const { deliveries } = store;
  const from = await deliveries.cursor();
  if (from === undefined) {
    await deliveries.begin(await newest());
    return true;
  }
  const stored = await store.events.after(from, piece);
  const last = stored.at(-1);
  if (last === undefined) return false;
  const found: Subscriber[] = [];
  for (const event of stored) {
    const decoded = events.decode(event);
    for (const route of routes) found.push(...(await route.subscribers(decoded, now())));
  }
  const wanted = await removeUnsubscribed(store, found);
  await deliveries.fanOut(
    from,
    last.sequence,
    wanted.map(({ delivery }) => delivery),
    now(),
  );
  return true;
}

/** A subscriber that wanted nothing more is asked again when it has another address. */
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
