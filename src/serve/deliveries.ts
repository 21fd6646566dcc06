import type { StoredDelivery } from '../contracts/deliveries.ts';
import type { EventFeed } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import { failDelivery, type MakeAttempt, postponeDelivery } from './deliveries/attempt.ts';
import { createCompletionWriter } from './deliveries/completion-writer.ts';
import { createDispatcher } from './deliveries/dispatcher.ts';
import { fanOutBatch } from './deliveries/fan-out.ts';
import { createRecentEvents } from './deliveries/recent-events.ts';
import type { SenderOpening } from './deliveries/sender.ts';
import { openSenders } from './deliveries/senders.ts';
import { rescheduleAhead } from './deliveries/set-back.ts';
import { expireDeliveries } from './expiry.ts';

/** Interval in milliseconds at which due deliveries are queried. */
const beat = 1_000;
/** If an instance does not renew its lease for this many milliseconds, another instance takes over its deliveries. */
const lease = 6_000;
/**
 * The maximum number of deliveries in flight: per subscriber over all instances, and per instance over all subscribers that respond promptly,
 * and over all others.
 */
const each = 8;
/** The maximum number of messages in flight per subscriber of a sender of high concurrency, over all instances. */
const highConcurrencyLimit = 64;
const together = 1_000;
/** An instance leases this many times as many deliveries as it sends at the same time: their results are stored in larger groups. */
const ahead = 4;
/** How many milliseconds `close` waits for deliveries in flight. */
const patience = 3_000;

/** The dependencies of deliveries. */
export interface DeliveryOpening extends Omit<SenderOpening, 'findEvent' | 'release' | 'signal'> {
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
  const recent = createRecentEvents();
  const release = (dueAt: number, subscriber?: string): Promise<void> => {
    for (const delivery of dispatcher.withdraw(subscriber))
      settling.add(postponeDelivery(delivery, dueAt), delivery.subscriber);
    return settling.drain();
  };
  const senders = openSenders({
    ...opening,
    findEvent: (id, now) => recent.find(id, now) ?? store.events.one(id),
    release: (subscriber) => release(platform.now() + lease, subscriber),
    signal: ending.signal,
  });
  if (senders.length === 0) return undefined;
  const attempts = new Map(senders.flatMap((sender) => [...sender.attempts]));
  const leaseOwner = Array.from(platform.random(12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Queried before the first request can emit an event; if that fails, queried again when needed.
  const newest = Promise.resolve(store.events.newest()).catch(() => undefined);
  const deps = {
    ...{ store, recent, events: compiled.events, routes: senders.flatMap(({ routes }) => routes), now: platform.now },
    newest: async () => (await newest) ?? store.events.newest(),
  };
  const highConcurrency = {
    subscribers: senders.flatMap((sender) => (sender.highConcurrency === true ? [...sender.attempts.keys()] : [])),
    each: highConcurrencyLimit,
  };
  const findAttempt = (delivery: StoredDelivery): MakeAttempt | undefined => {
    for (const sender of senders) {
      const found = sender.find?.(delivery);
      if (found !== undefined) return found;
    }
    return attempts.get(delivery.route);
  };
  const failUnknown: MakeAttempt = async (delivery) =>
    failDelivery(delivery, platform.now(), 'the document no longer has this delivery');
  const dispatcher = createDispatcher({
    most: together,
    elapsed: () => performance.now(),
    limitOf: (subscriber) => (highConcurrency.subscribers.includes(subscriber) ? highConcurrency.each : each),
    ahead,
    async attempt(delivery, shared) {
      const attempt = findAttempt(delivery) ?? failUnknown;
      try {
        const completed = await attempt(delivery, shared);
        if (completed !== undefined) settling.add(completed, delivery.subscriber);
      } catch (error) {
        platform.log.warn({ delivery: delivery.id, error: String(error) }, 'failed to attempt a delivery');
        settling.add(postponeDelivery(delivery, platform.now() + beat), delivery.subscriber);
      }
    },
  });
  const settling = createCompletionWriter({
    ...{ store, platform, leaseOwner },
    others: () => dispatcher.inFlight > 0,
    written(subscribers) {
      due ||= subscribers.some(dispatcher.isLow);
      if (due) kick();
    },
  });
  let closed = false;
  let cancel = (): void => undefined;
  /** The clock was set back if it shows less than when deliveries were last queried. */
  let lookedAt = Number.POSITIVE_INFINITY;
  /** Deliveries may be due for which there is room. */
  let due = true;

  const { kick, idle } = createLoop(platform, async (again) => {
    if (closed) return;
    const fannedOut = await fanOutBatch(deps);
    if (fannedOut !== undefined) again();
    due ||= fannedOut?.some(dispatcher.isLow) === true;
    const most = dispatcher.room;
    if (!due || most <= 0 || closed) return;
    due = false;
    const now = platform.now();
    const until = now + lease;
    const { unready } = dispatcher;
    const asked = { now, leaseOwner, until, most, each, ahead, highConcurrency, unready };
    const taken = await store.deliveries.take(asked);
    dispatcher.add(taken);
    due ||= taken.length === most;
    if (due) again();
  });
  const renew = (): void => {
    store.deliveries.renew(leaseOwner, platform.now() + lease).catch((error: unknown) => {
      platform.log.warn({ error: String(error) }, 'failed to renew delivery leases');
    });
  };
  const reschedule = (): void => {
    rescheduleAhead(store, platform).catch((error: unknown) => {
      platform.log.warn({ error: String(error) }, 'failed to query due deliveries');
      lookedAt = Number.POSITIVE_INFINITY;
    });
  };
  const look = (): void => {
    if (closed) return;
    // At the start, too: the clock was possibly set back while no instance ran.
    if (platform.now() < lookedAt) reschedule();
    lookedAt = platform.now();
    settling.flush();
    dispatcher.review();
    if (dispatcher.inFlight > 0) renew();
    due = true;
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
      await Promise.all([release(platform.now()), dispatcher.idle()]);
      breakOff();
      await Promise.all(senders.map((sender) => sender.close?.()));
      await settling.drain();
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
