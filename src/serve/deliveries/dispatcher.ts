import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { SharedReads } from '../../parts/events/serve/shared-reads.ts';

/** Starts the attempts of leased deliveries, and limits the attempts to each subscriber that are in flight at the same time. */
export interface Dispatcher {
  /** The number of attempts in flight, attempts that are about to begin included. */
  readonly inFlight: number;
  /** Starts attempts in order. Deliveries above the limit of their subscriber wait here until one of its attempts ends. */
  add(leased: readonly StoredDelivery[]): void;
  /** Returns whether at most half of the deliveries that may be leased for a subscriber are leased. */
  isLow(subscriber: string): boolean;
  /** Resolves when no attempt is in flight. */
  idle(): Promise<unknown>;
  /** Removes waiting deliveries and returns them: those of one subscriber, or all. */
  withdraw(subscriber?: string): readonly StoredDelivery[];
}

/** The dependencies of a dispatcher. */
export interface DispatcherDependencies {
  /** Returns the maximum number of attempts to a subscriber in flight. */
  limitOf(subscriber: string): number;
  /** How many times as many deliveries are leased as may be in flight. */
  readonly ahead: number;
  /** Attempts a delivery; never rejects. Attempts that begin together share their reads. */
  attempt(delivery: StoredDelivery, shared: SharedReads): Promise<void>;
}

interface Lane {
  readonly limit: number;
  inFlight: number;
  queue: StoredDelivery[];
}

/** Creates a dispatcher. */
export function createDispatcher({ limitOf, ahead, attempt }: DispatcherDependencies): Dispatcher {
  const lanes = new Map<string, Lane>();
  const freed = new Set<Lane>();
  const attempts = new Set<Promise<void>>();
  let aboutToBegin = 0;

  const begin = (lane: Lane, shared: SharedReads): void => {
    while (lane.inFlight < lane.limit && lane.queue.length > 0) {
      const delivery = lane.queue.shift()!;
      lane.inFlight++;
      const pending = attempt(delivery, shared);
      attempts.add(pending);
      void pending.then(() => {
        attempts.delete(pending);
        end(delivery.subscriber, lane);
      });
    }
  };
  const beginFreed = (): void => {
    const shared: SharedReads = new Map();
    const all = [...freed];
    freed.clear();
    aboutToBegin = 0;
    for (const lane of all) begin(lane, shared);
  };
  const end = (subscriber: string, lane: Lane): void => {
    lane.inFlight--;
    if (lane.queue.length === 0) {
      if (lane.inFlight === 0) lanes.delete(subscriber);
      return;
    }
    // Attempts that end in one turn of the event loop are followed by attempts that begin together.
    if (freed.size === 0) setImmediate(beginFreed);
    freed.add(lane);
    aboutToBegin++;
  };
  return {
    get inFlight() {
      return attempts.size + aboutToBegin;
    },
    add(leased) {
      const shared: SharedReads = new Map();
      for (const delivery of leased) {
        const { subscriber } = delivery;
        const lane = lanes.get(subscriber) ?? { limit: limitOf(subscriber), inFlight: 0, queue: [] };
        lanes.set(subscriber, lane);
        lane.queue.push(delivery);
        begin(lane, shared);
      }
    },
    isLow(subscriber) {
      const lane = lanes.get(subscriber);
      return lane === undefined || (lane.inFlight + lane.queue.length) * 2 <= lane.limit * ahead;
    },
    idle: () => Promise.all(attempts),
    withdraw(subscriber) {
      const of = subscriber === undefined ? [...lanes.keys()] : [subscriber];
      return of.flatMap((name) => lanes.get(name)?.queue.splice(0) ?? []);
    },
  };
}
