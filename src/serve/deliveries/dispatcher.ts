import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { SharedReads } from '../../parts/events/serve/shared-reads.ts';

/** An attempt that takes longer, in milliseconds, makes its subscriber a slow one, and one that does not a prompt one. */
const promptMs = 1_000;
/** The number of slow subscribers that are remembered while nothing is sent to them. */
const mostRemembered = 10_000;

/** Starts the attempts of leased deliveries, and limits the attempts to each subscriber that are in flight at the same time. */
export interface Dispatcher {
  /** The number of attempts in flight, attempts that are about to begin included. */
  readonly inFlight: number;
  /** How many more attempts to prompt subscribers may be in flight. */
  readonly room: number;
  /** Subscribers for which nothing should be leased: slow ones, while as many attempts to such are in flight as may be. */
  readonly unready: readonly string[];
  /** Starts attempts in order. Deliveries above the limit of their subscriber wait here until one of its attempts ends. */
  add(leased: readonly StoredDelivery[]): void;
  /** Finds the attempts that take long: their subscribers are slow from now on. To be called now and again. */
  review(): void;
  /** Returns whether at most half of the deliveries that may be leased for a subscriber are leased. */
  isLow(subscriber: string): boolean;
  /** Resolves when no attempt is in flight. */
  idle(): Promise<unknown>;
  /** Removes waiting deliveries and returns them: those of one subscriber, or all. */
  withdraw(subscriber?: string): readonly StoredDelivery[];
}

/** The dependencies of a dispatcher. */
export interface DispatcherDependencies {
  /** The maximum number of attempts to prompt subscribers in flight, and of those to slow ones. */
  readonly most: number;
  /** Returns the maximum number of attempts to a subscriber in flight. */
  limitOf(subscriber: string): number;
  /** How many times as many deliveries are leased as may be in flight. */
  readonly ahead: number;
  /** Elapsed milliseconds. */
  elapsed(): number;
  /** Attempts a delivery; never rejects. Attempts that begin together share their reads. */
  attempt(delivery: StoredDelivery, shared: SharedReads): Promise<void>;
}

interface Lane {
  readonly subscriber: string;
  readonly limit: number;
  readonly inFlight: Set<Attempt>;
  readonly queue: StoredDelivery[];
}

/** An attempt in flight, and when it began. */
interface Attempt {
  readonly since: number;
}

/**
 * Creates a dispatcher. Attempts to slow subscribers have a number of their own: receivers that do not respond hold up no other. If that many
 * are in flight, slow subscribers take turns.
 */
export function createDispatcher({ most, limitOf, ahead, elapsed, attempt }: DispatcherDependencies): Dispatcher {
  const lanes = new Map<string, Lane>();
  const freed = new Set<Lane>();
  const attempts = new Set<Promise<void>>();
  const slow = new Set<string>();
  /** Slow subscribers with deliveries that wait for a turn. */
  const turns = new Set<Lane>();
  let slowInFlight = 0;
  let aboutToBegin = 0;
  let scheduled = false;

  const createLane = (subscriber: string): Lane => {
    return { subscriber, limit: limitOf(subscriber), inFlight: new Set(), queue: [] };
  };
  const isOverdue = ({ since }: Attempt): boolean => elapsed() - since > promptMs;
  /** Notes whether a subscriber is slow: one of its attempts has taken long, or did. */
  const judge = ({ subscriber, inFlight }: Lane): void => {
    const isSlow = [...inFlight].some(isOverdue);
    if (slow.has(subscriber) === isSlow) return;
    slowInFlight += isSlow ? inFlight.size : -inFlight.size;
    if (isSlow) slow.add(subscriber);
    else slow.delete(subscriber);
  };
  const forget = (): void => {
    for (const subscriber of slow) {
      if (slow.size <= mostRemembered) return;
      if (!lanes.has(subscriber)) slow.delete(subscriber);
    }
  };
  const start = (lane: Lane, shared: SharedReads): void => {
    const begun: Attempt = { since: elapsed() };
    lane.inFlight.add(begun);
    if (slow.has(lane.subscriber)) slowInFlight++;
    const pending = attempt(lane.queue.shift()!, shared);
    attempts.add(pending);
    void pending.then(() => {
      attempts.delete(pending);
      judge(lane);
      end(lane, begun);
    });
  };
  const begin = (lane: Lane, shared: SharedReads): void => {
    while (lane.inFlight.size < lane.limit && lane.queue.length > 0) {
      if (slow.has(lane.subscriber) && slowInFlight >= most) {
        turns.add(lane);
        return;
      }
      start(lane, shared);
    }
  };
  const beginNext = (): void => {
    const shared: SharedReads = new Map();
    const all = [...freed];
    freed.clear();
    scheduled = false;
    aboutToBegin = 0;
    for (const lane of all) begin(lane, shared);
    for (const lane of turns) {
      if (slowInFlight >= most) return;
      turns.delete(lane);
      if (lane.inFlight.size >= lane.limit || lane.queue.length === 0) continue;
      start(lane, shared);
      // After the others.
      turns.add(lane);
    }
  };
  const end = (lane: Lane, ended: Attempt): void => {
    lane.inFlight.delete(ended);
    const isSlow = slow.has(lane.subscriber);
    if (isSlow) slowInFlight--;
    const isEmpty = lane.queue.length === 0;
    if (isEmpty && lane.inFlight.size === 0) lanes.delete(lane.subscriber);
    if (isEmpty && turns.size === 0) return;
    // Attempts that end in one turn of the event loop are followed by attempts that begin together.
    if (!scheduled) setImmediate(beginNext);
    scheduled = true;
    if (isEmpty) return;
    if (isSlow && turns.size > 0) {
      turns.add(lane);
      return;
    }
    freed.add(lane);
    aboutToBegin++;
  };
  return {
    get inFlight() {
      return attempts.size + aboutToBegin;
    },
    get room() {
      return most - (attempts.size - slowInFlight) - aboutToBegin;
    },
    get unready() {
      return slowInFlight >= most ? [...slow] : [];
    },
    add(leased) {
      const shared: SharedReads = new Map();
      for (const delivery of leased) {
        const { subscriber } = delivery;
        const lane = lanes.get(subscriber) ?? createLane(subscriber);
        lanes.set(subscriber, lane);
        lane.queue.push(delivery);
        begin(lane, shared);
      }
    },
    review() {
      for (const lane of lanes.values()) if (!slow.has(lane.subscriber)) judge(lane);
      forget();
    },
    isLow(subscriber) {
      const lane = lanes.get(subscriber);
      return lane === undefined || (lane.inFlight.size + lane.queue.length) * 2 <= lane.limit * ahead;
    },
    idle: () => Promise.all(attempts),
    withdraw(subscriber) {
      const of = subscriber === undefined ? [...lanes.keys()] : [subscriber];
      return of.flatMap((name) => {
        const lane = lanes.get(name);
        if (lane?.inFlight.size === 0) lanes.delete(name);
        return lane?.queue.splice(0) ?? [];
      });
    },
  };
}
