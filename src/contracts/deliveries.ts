import type { MaybePromise } from './record.ts';

/** An event that is to be sent to one subscriber. */
export interface NewDelivery {
  /** The route: how the running service finds its row of the Delivery table. */
  readonly route: string;
  /** The subscriber: the route, followed by the identity of the subscription. */
  readonly subscriber: string;
  /** The identity of the record that holds the subscription; left out where a setting gives the address. */
  readonly subscription?: string;
  /** The version of the interface that the subscriber is shown; left out: that of requests that name none. */
  readonly version?: string;
  readonly number: number;
  readonly event: string;
  readonly type: string;
  /** Deliveries of one subscriber with the same chain are sent one after the other; left out: whenever they are due. */
  readonly orderingKey?: string;
}

/** One attempt to send: when it began, how long it took (milliseconds), and the status that came back or what failed. */
export interface Attempt {
  readonly at: number;
  readonly milliseconds: number;
  readonly status?: number;
  readonly problem?: string;
}

/** `blocked`: an earlier one of its chain is not yet done. */
export type DeliveryState = 'blocked' | 'waiting' | 'in flight' | 'delivered' | 'failed';

/** A delivery with its attempts. */
export interface StoredDelivery extends NewDelivery {
  readonly id: number;
  readonly state: DeliveryState;
  /** Attempts since it was made or replayed. */
  readonly tries: number;
  /** The newest ones, in their order. */
  readonly attempts: readonly Attempt[];
  readonly dueAt: number;
  /** Why it failed, where no attempt says so. */
  readonly problem?: string;
}

/** What became of an attempt. */
export interface CompletedDelivery {
  readonly id: number;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** Left out where none was made: then nothing is counted. */
  readonly attempts?: readonly Attempt[];
  readonly tries: number;
  /** When it is tried again. */
  readonly dueAt: number;
}

/** A subscriber that has said that it wants nothing more, and the address at which it said so. */
export interface Unsubscribed {
  readonly subscriber: string;
  readonly address: string;
}

/** Which deliveries are looked for; every condition must hold. */
export interface DeliveryFilter {
  readonly states: readonly DeliveryState[];
  readonly ids?: readonly number[];
  readonly event?: string;
  /** The route, or the route and the identity. */
  readonly subscriber?: string;
  /** Behind the delivery of this id. */
  readonly after?: number;
}

/** The deliveries that a store keeps. */
export interface Deliveries {
  /** The number of the last event that was handed out; undefined before `begin`. */
  cursor(): MaybePromise<number | undefined>;
  /** Begins to hand out what comes behind a number, unless that has begun. */
  begin(number: number): Promise<void>;
  /**
   * Keeps the deliveries of all events behind one number up to another, once: false where the cursor does not stand at `from`
   * any more. `now` is when they are due.
   */
  fanOut(from: number, to: number, deliveries: readonly NewDelivery[], now: number): Promise<boolean>;
  /** Those of these subscribers that have ended. */
  unsubscribed(subscribers: readonly string[]): MaybePromise<readonly Unsubscribed[]>;
  /**
   * Takes what is due, at most so many, and of each subscriber so many that no more than `each` (`wide.each`) are in flight; they are the
   * holder's until a moment, and are due again behind it.
   */
  take(asked: TakeDeliveries): Promise<readonly StoredDelivery[]>;
  /** Renews the leases of an instance until a later time. */
  renew(leaseOwner: string, until: number): Promise<void>;
  /** Writes what became of deliveries that the holder has; the next of a chain is due when the one before is done. */
  complete(leaseOwner: string, completed: readonly CompletedDelivery[], now: number): Promise<void>;
  /** A subscriber wants nothing more: what waits for it has failed, and nothing is made for it while its address is the same. */
  end(unsubscribed: Unsubscribed, problem: string, now: number): Promise<void>;
  /** It does want events after all. */
  resume(subscriber: string): Promise<void>;
  /** A subscription is no more: what waited for it is removed. */
  deleteSubscriber(subscriber: string): Promise<void>;
  /** By identity, the versions of the interface in which records of a resource were made; those that are not known left out. */
  versions(resource: string, ids: readonly string[]): MaybePromise<ReadonlyMap<string, string>>;
  /** Keeps a version for those of these records of which none is known. */
  keepVersion(resource: string, ids: readonly string[], version: string): Promise<void>;
  /** Counts the deliveries in a state, `unsettled` for all that are neither delivered nor failed; stops at `most`. */
  count(state: 'unsettled' | 'waiting' | 'in flight' | 'failed', most: number): MaybePromise<number>;
  /** Oldest first, at most so many. */
  list(filter: DeliveryFilter, most: number): MaybePromise<readonly StoredDelivery[]>;
  /** Makes those that were delivered or have failed due once more, out of order; answers how many there were. */
  replay(filter: DeliveryFilter, now: number): Promise<number>;
  /**
   * Removes, oldest first, those that were settled in a state before a moment, and of the others all but the newest `keep`; at most
   * so many at once. Answers how many there were.
   */
  expire(state: 'delivered' | 'failed', before: number, keep: number, most: number): Promise<number>;
}

/** What is taken: at a moment, by whom, and until when. */
export interface TakeDeliveries {
  readonly now: number;
  readonly leaseOwner: string;
  readonly until: number;
  readonly most: number;
  readonly each: number;
  /** Subscribers of which more may be in flight. */
  readonly highConcurrency?: { readonly subscribers: readonly string[]; readonly each: number };
}
