import type { EventFeed } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import { defaultRetention, expireEvents } from './expiry.ts';

/** The number of events that are numbered in one batch. */
const piece = 1_000;
/** How often the store is asked for new events, whatever was heard of them, in milliseconds. */
const beat = 1_000;
/** Events that could not be numbered yet are retried after this many milliseconds, then twice as many, up to one beat. */
const soon = 10;

/** The events of a service, while it is open. */
export interface OpenEvents {
  /** None where the document states no events. */
  readonly feed: EventFeed | undefined;
  /** Stops; resolves when the work in progress is done. */
  close(): Promise<void>;
}

/**
 * Opens the events of a service. Numbers them as soon as this process has committed some, and queries the store each second for events of
 * processes that ended before they could, and for missed notifications. Deletes events older than `keeping` (milliseconds; default: 7
 * days).
 */
export function openEvents(
  plan: Plan,
  store: Store,
  platform: Platform,
  keeping: number = defaultRetention,
): OpenEvents {
  const endExpiry = expireEvents(store, platform, keeping);
  const open = plan.events.length === 0 ? undefined : feedOf(store, platform);
  return {
    feed: open?.feed,
    async close() {
      endExpiry();
      await open?.close();
    },
  };
}

function feedOf({ events }: Pick<Store, 'events'>, platform: Platform): OpenEvents {
  const subscribers = new Set<(newest: number) => void>();
  let newest = 0;
  let closed = false;
  let failing = false;
  let running: Promise<void> | undefined;
  let asked = false;
  let pause = soon;
  const timers = new Map<'beat' | 'soon', () => void>();

  const seen = (number: number): void => {
    if (number <= newest) return;
    newest = number;
    for (const told of subscribers) told(number);
  };
  /** The store has lost events, such as in a failover to a standby that lagged. */
  const lose = (number: number): void => {
    newest = number;
    for (const told of subscribers) told(number);
  };
  const later = (name: 'beat' | 'soon', milliseconds: number, work: () => void): void => {
    if (closed || timers.has(name)) return;
    timers.set(
      name,
      platform.after(milliseconds, () => {
        timers.delete(name);
        work();
      }),
    );
  };
  const number = async (): Promise<void> => {
    try {
      while (asked && !closed) {
        asked = false;
        const left = await events.assignSequences(piece);
        const before = newest;
        const found = await events.newest();
        if (found < before) lose(found);
        else seen(found);
        pause = newest > before ? soon : Math.min(pause * 2, beat);
        if (left) later('soon', pause, kick);
        failing = false;
      }
    } catch (error) {
      if (!failing && !closed) platform.log.warn({ error: String(error) }, 'failed to assign event sequence numbers');
      failing = true;
    }
  };
  const kick = (): void => {
    asked = true;
    running ??= number().finally(() => {
      running = undefined;
    });
  };
  const look = (): void => {
    kick();
    later('beat', beat, look);
  };
  const unwatch = events.watch({ sequenced: seen, recorded: kick });
  look();

  const feed: EventFeed = {
    get newest() {
      return newest;
    },
    subscribe(told) {
      subscribers.add(told);
      return () => void subscribers.delete(told);
    },
  };
  return {
    feed,
    async close() {
      closed = true;
      unwatch();
      for (const cancel of timers.values()) cancel();
      await running;
    },
  };
}
