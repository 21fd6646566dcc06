import type { CompletedDelivery, StoredDelivery } from '../contracts/deliveries.ts';
import type { EventFeed } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { failDelivery, type MakeAttempt } from './deliveries/attempt.ts';
import { fanOutBatch } from './deliveries/fan-out.ts';
import type { SenderOpening } from './deliveries/sender.ts';
import { openSenders } from './deliveries/senders.ts';
import { expireDeliveries } from './expiry.ts';

/** Interval in milliseconds at which due deliveries are queried. */
const beat = 1_000;
/** If an instance does not renew its lease for this many milliseconds, another instance takes over its deliveries. */
const lease = 6_000;
/** The maximum number of deliveries in flight: per subscriber over all instances, and per instance over all subscribers. */
const each = 8;
/** The maximum number of messages in flight per subscriber of a sender of high concurrency, over all instances. */
const highConcurrencyLimit = 64;
const together = 1_000;
/** How many milliseconds `close` waits for deliveries in flight. */
const patience = 3_000;

/** The dependencies of deliveries. */
export interface DeliveryOpening extends Omit<SenderOpening, 'signal'> {
  readonly feed: EventFeed | undefined;
  /** How long events are stored, in milliseconds. */
  readonly eventRetention?: number | undefined;
}

/** The deliveries of a service, while it is open. */
export interface OpenDeliveries {
  /** Starts no more attempts. Resolves when all deliveries in flight are complete or released. */
  close(): Promise<void>;
}

/** Opens the deliveries of a service, which sends due ones from now on. Returns undefined if the plan has none. */
export function openDeliveries(opening: DeliveryOpening): OpenDeliveries | undefined {
  const { compiled, platform, store, feed } = opening;
  const ending = new AbortController();
  const senders = openSenders({ ...opening, signal: ending.signal });
  if (senders.length === 0) return undefined;
  const attempts = new Map(senders.flatMap((sender) => [...sender.attempts]));
  const leaseOwner = Array.from(platform.random(12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Queried before the first request can emit an event; if that fails, queried again when needed.
  const newest = Promise.resolve(store.events.newest()).catch(() => undefined);
  const deps = {
    ...{ store, events: compiled.events, routes: senders.flatMap(({ routes }) => routes), now: platform.now },
    newest: async () => (await newest) ?? store.events.newest(),
  };
  const highConcurrency = {
    subscribers: senders.flatMap((sender) => (sender.highConcurrency === true ? [...sender.attempts.keys()] : [])),
    each: highConcurrencyLimit,
  };
  const underWay = new Set<Promise<void>>();
  const settling = createCompletionWriter(store, leaseOwner, platform, () => kick());
  let closed = false;
  let cancel = (): void => undefined;

  const failUnknown: MakeAttempt = async (delivery) =>
    failDelivery(delivery, platform.now(), 'the document no longer has this delivery');
  const begin = (delivery: StoredDelivery): void => {
    const attempt = attempts.get(delivery.route) ?? failUnknown;
    const pending = attempt(delivery).then(
      (completed) => {
        if (completed !== undefined) settling.add(completed);
      },
      // Its lease expires and it is attempted again.
      (error: unknown) =>
        platform.log.warn({ delivery: delivery.id, error: String(error) }, 'failed to attempt a delivery'),
    );
    underWay.add(pending);
    void pending.finally(() => underWay.delete(pending));
  };
  const { kick, idle } = createLoop(platform, async (again) => {
    if (closed) return;
    if (await fanOutBatch(deps)) again();
    const room = together - underWay.size;
    if (room <= 0 || closed) return;
    const now = platform.now();
    const taken = await store.deliveries.take({
      now,
      leaseOwner,
      until: now + lease,
      most: room,
      each,
      highConcurrency,
    });
    for (const delivery of taken) begin(delivery);
    if (taken.length === room) again();
  });
  const renew = (): void => {
    store.deliveries.renew(leaseOwner, platform.now() + lease).catch((error: unknown) => {
      platform.log.warn({ error: String(error) }, 'failed to renew delivery leases');
    });
  };
  const look = (): void => {
    if (closed) return;
    settling.flush();
    if (underWay.size > 0) renew();
    kick();
    cancel = platform.after(beat, look);
  };
  const unsubscribe = feed?.subscribe(kick);
  const endExpiry = expireDeliveries(store, platform, opening.eventRetention);
  look();

  return {
    async close() {
      closed = true;
      cancel();
      endExpiry();
      unsubscribe?.();
      await idle();
      for (const sender of senders) sender.rest?.();
      const breakOff = platform.after(patience, () => ending.abort());
      await Promise.all(underWay);
      breakOff();
      await Promise.all(senders.map((sender) => sender.close?.()));
      await settling.end();
    },
  };
}

/** Creates a loop that runs `work` sequentially. Requests during a run cause one more run. */
function createLoop({ log }: Platform, work: (again: () => void) => Promise<void>) {
  let asked = false;
  let failing = false;
  let running: Promise<void> | undefined;
  const again = (): void => {
    asked = true;
  };
  const run = async (): Promise<void> => {
    try {
      while (asked) {
        asked = false;
        await work(again);
        failing = false;
      }
    } catch (error) {
      if (!failing) log.warn({ error: String(error) }, 'failed to query due deliveries');
      failing = true;
      asked = false;
    }
  };
  return {
    kick(): void {
      asked = true;
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    idle: () => running,
  };
}

/** Creates a writer that stores the results of attempts in batches. Retries a failed write after the next interval. */
function createCompletionWriter({ deliveries }: Store, leaseOwner: string, platform: Platform, written: () => void) {
  let waiting: CompletedDelivery[] = [];
  let running: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const piece = waiting.splice(0, 500);
      try {
        await deliveries.complete(leaseOwner, piece, platform.now());
      } catch (error) {
        waiting = [...piece, ...waiting];
        platform.log.warn({ error: String(error) }, 'failed to store delivery results');
        return;
      }
      written();
    }
  };
  const flush = (): void => {
    running ??= write().finally(() => {
      running = undefined;
    });
  };
  return {
    flush,
    add(delivery: CompletedDelivery): void {
      waiting.push(delivery);
      // Results of the same turn are written together.
      queueMicrotask(flush);
    },
    async end(): Promise<void> {
      await running;
      flush();
      await running;
    },
  };
}
