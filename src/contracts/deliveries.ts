import type { MaybePromise } from './record.ts';

/** An event for one subscriber, not stored yet. */
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
  /** Deliveries of one subscriber with the same ordering key are sent in order; undefined: in any order. */
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

/** The result of an attempt. */
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
  /** Only deliveries after the one with this ID. */
  readonly after?: number;
}

/** The deliveries that a store keeps. */
export interface Deliveries {
  /** The number of the last event that was handed out; undefined before `begin`. */
  cursor(): MaybePromise<number | undefined>;
  /** Starts to fan out the events after a number, unless fan-out has started. */
  begin(number: number): Promise<void>;
  /**
   * Stores the deliveries of all events after one number up to another, once. Returns false if the cursor is no longer at `from`. `now` is
   * the time of the first attempt.
   */
  fanOut(from: number, to: number, deliveries: readonly NewDelivery[], now: number): Promise<boolean>;
  /** Returns those of these subscribers that have ended. */
  unsubscribed(subscribers: readonly string[]): MaybePromise<readonly Unsubscribed[]>;
  /**
   * Leases due deliveries: at most `most`, and per subscriber only as many as keep at most `each` (`highConcurrency.each`) in flight, or
   * `ahead` times as many if no other owner has any of them. When the lease expires, they are due again.
   */
  take(asked: TakeDeliveries): Promise<readonly StoredDelivery[]>;
  /** Renews the leases of an instance until a later time. */
  renew(leaseOwner: string, until: number): Promise<void>;
  /** Sets when waiting deliveries are due. */
  reschedule(due: readonly Pick<CompletedDelivery, 'id' | 'dueAt'>[]): Promise<void>;
  /** Stores the results of leased deliveries. The next delivery of an ordering key is due when the previous one is done. */
  complete(leaseOwner: string, completed: readonly CompletedDelivery[], now: number): Promise<void>;
  /** A subscriber wants nothing more: what waits for it has failed, and nothing is made for it while its address is the same. */
  end(unsubscribed: Unsubscribed, problem: string, now: number): Promise<void>;
  /** It does want events after all. */
  resume(subscriber: string): Promise<void>;
  /** Deletes the waiting deliveries of a subscription that has ended. */
  deleteSubscriber(subscriber: string): Promise<void>;
  /** Returns, by identity, the API versions in which records of a resource were created; unknown ones are left out. */
  versions(resource: string, ids: readonly string[]): MaybePromise<ReadonlyMap<string, string>>;
  /** Keeps a version for those of these records of which none is known. */
  keepVersion(resource: string, ids: readonly string[], version: string): Promise<void>;
  /** Counts the deliveries in a state, `unsettled` for all that are neither delivered nor failed; stops at `most`. */
  count(state: 'unsettled' | 'waiting' | 'in flight' | 'failed', most: number): MaybePromise<number>;
  /** Returns at most `most` deliveries, oldest first. */
  list(filter: DeliveryFilter, most: number): MaybePromise<readonly StoredDelivery[]>;
  /** Makes deliveries that succeeded or failed due again, out of order; returns their number. */
  replay(filter: DeliveryFilter, now: number): Promise<number>;
  /**
   * Deletes deliveries that reached a state before a time, oldest first, and of the others all but the newest `keep`; at most `most` in one
   * call. Returns their number.
   */
  expire(state: 'delivered' | 'failed', before: number, keep: number, most: number): Promise<number>;
}

/** The arguments of a lease: the present time, the owner and the end. */
export interface TakeDeliveries {
  readonly now: number;
  readonly leaseOwner: string;
  readonly until: number;
  readonly most: number;
  readonly each: number;
  /** How many times as many are leased by one owner alone: it sends `each` at the same time. More follow when half of them are left. */
  readonly ahead: number;
  /** Subscribers of which more may be in flight. */
  readonly highConcurrency?: { readonly subscribers: readonly string[]; readonly each: number };
  /** Subscribers of which nothing is leased. */
  readonly unready?: readonly string[];
}
