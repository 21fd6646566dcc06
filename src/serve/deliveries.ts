import type { CompletedDelivery, StoredDelivery } from '../contracts/deliveries.ts';
import type { EventFeed } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { sendsNats } from '../parts/events/serve/nats.ts';
import { createWebhooks, sendsWebhooks, type WebhookDependencies } from '../parts/events/serve/webhook.ts';
import { createAttempts } from './deliveries/attempt.ts';
import { fanOutBatch } from './deliveries/fan-out.ts';
import { createHostThrottle, defaultRate } from './deliveries/host-throttle.ts';
import type { Targets } from './deliveries/targets.ts';
import { expireDeliveries } from './expiry.ts';
import type { NatsSettings } from './nats/link.ts';
import { openNats } from './nats.ts';

/** How often what is due is looked for, in milliseconds. */
const beat = 1_000;
/** What an instance has under way is another's when it has not said for so long that it lives, in milliseconds. */
const lease = 6_000;
/** Of one subscriber so many are under way over all instances; of all subscribers so many on one instance. */
const each = 8;
/** Of a subject, whose messages one connection carries, so many over all instances. */
const highConcurrencyLimit = 64;
const together = 1_000;
/** What is under way at the end is waited for so long, in milliseconds. */
const patience = 3_000;

/** What deliveries are opened with. */
export interface DeliveryOpening extends WebhookDependencies {
  readonly platform: Platform;
  readonly store: Store;
  readonly feed: EventFeed | undefined;
  readonly targets: Targets;
  /** Attempts a second to one host. */
  readonly rate?: number | undefined;
  readonly nats?: NatsSettings | undefined;
  /** How long events are stored, in milliseconds. */
  readonly eventRetention?: number | undefined;
}

/** The deliveries of a service, while it is open. */
export interface OpenDeliveries {
  /** Begins nothing more; resolves when what was under way is done or handed back. */
  close(): Promise<void>;
}

/** Opens the deliveries of a service: from now on it sends what is due. Undefined where the plan has none. */
export function openDeliveries(opening: DeliveryOpening): OpenDeliveries | undefined {
  const { plan, compiled, platform, store, feed, targets } = opening;
  if (!sendsWebhooks(plan) && !sendsNats(plan)) return undefined;
  if (platform.send === undefined && sendsWebhooks(plan))
    throw new Error('this host sends no requests, and the document states webhooks');
  const webhooks = createWebhooks(opening);
  const ending = new AbortController();
  const nats = openNats({ ...opening, signal: ending.signal });
  const leaseOwner = Array.from(platform.random(12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Asked before the first request can have made an event; where that fails, when it is needed.
  const newest = Promise.resolve(store.events.newest()).catch(() => undefined);
  const deps = {
    ...{ store, events: compiled.events, routes: [...webhooks, ...(nats?.routes ?? [])], now: platform.now },
    newest: async () => (await newest) ?? store.events.newest(),
  };
  const attemptWebhook = createAttempts({
    ...{ store, platform, targets, throttle: createHostThrottle(opening.rate ?? defaultRate), signal: ending.signal },
    webhooks: new Map(webhooks.map((webhook) => [webhook.name, webhook])),
  });
  const wide = { subscribers: (nats?.routes ?? []).map(({ name }) => name), each: highConcurrencyLimit };
  const underWay = new Set<Promise<void>>();
  const settling = createCompletionWriter(store, leaseOwner, platform, () => kick());
  let closed = false;
  let cancel = (): void => undefined;

  const begin = (delivery: StoredDelivery): void => {
    const attempt = nats?.attemptOf(delivery.route) ?? attemptWebhook;
    const pending = attempt(delivery).then(
      (completed) => {
        if (completed !== undefined) settling.add(completed);
      },
      // Its lease ends, and it is taken again.
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
      highConcurrency: wide,
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
      nats?.rest();
      const breakOff = platform.after(patience, () => ending.abort());
      await Promise.all(underWay);
      breakOff();
      await nats?.close();
      await settling.end();
    },
  };
}

/** Runs work one time after the other, as often as it is asked for; what is asked for meanwhile is done once behind. */
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

/** Writes what became of attempts, many at once; what cannot be written is tried again with the next beat. */
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
      // Those that end in the same turn are written together.
      queueMicrotask(flush);
    },
    async end(): Promise<void> {
      await running;
      flush();
      await running;
    },
  };
}
