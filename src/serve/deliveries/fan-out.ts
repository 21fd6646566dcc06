import type { CompiledEvents, OpenedEvent } from '../../contracts/shown-events.ts';
import type { Store } from '../../contracts/store.ts';
import type { Subscriber } from '../../parts/events/serve/webhook.ts';

/** So many events are handed out in one piece. */
const piece = 100;

/** A row of the Delivery table that says who gets an event. */
export interface Way {
  subscribers(opened: OpenedEvent, now: number): Promise<readonly Subscriber[]>;
}

/** With what events are handed out to those who are to get them. */
export interface SpreadMaking {
  readonly store: Store;
  readonly events: CompiledEvents;
  readonly ways: readonly Way[];
  readonly now: () => number;
  /** The newest number when the service was opened: what comes behind it is handed out where nothing has been before. */
  readonly newest: () => Promise<number>;
}

/**
 * Makes the deliveries of the next events, once over all instances: who has moved the cursor has made them. Answers whether there
 * may be more.
 */
export async function spreadSome({ store, events, ways, now, newest }: SpreadMaking): Promise<boolean> {
  const { deliveries } = store;
  const from = await deliveries.cursor();
  if (from === undefined) {
    await deliveries.begin(await newest());
    return true;
  }
  const kept = await store.events.after(from, piece);
  const last = kept.at(-1);
  if (last === undefined) return false;
  const found: Subscriber[] = [];
  for (const event of kept) {
    const opened = events.open(event);
    for (const way of ways) found.push(...(await way.subscribers(opened, now())));
  }
  const wanted = await withoutEnded(store, found);
  await deliveries.spread(
    from,
    last.number,
    wanted.map(({ delivery }) => delivery),
    now(),
  );
  return true;
}

/** A subscriber that wanted nothing more is asked again when it has another address. */
async function withoutEnded({ deliveries }: Store, found: readonly Subscriber[]): Promise<readonly Subscriber[]> {
  if (found.length === 0) return found;
  const names = new Set(found.map(({ delivery }) => delivery.subscriber));
  const ended = new Map((await deliveries.ended([...names])).map((one) => [one.subscriber, one.address]));
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
