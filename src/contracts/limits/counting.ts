import type { MaybePromise } from '../record.ts';

/** A bucket of tokens as a limit states it: `holds` at most, refilled by `perMillisecond`, full at the start. */
export interface BucketSize {
  readonly holds: number;
  readonly perMillisecond: number;
}

/** A request to one bucket that all instances share. Times are milliseconds since 1970. */
export interface TokenBucketRequest extends BucketSize {
  /** The limit, and what it counts by. */
  readonly name: string;
  readonly key: string;
  /** The most tokens that it may lack: the largest size that any version of the interface gives it. */
  readonly largest: number;
  /** Tokens, as many as there are up to this many. */
  readonly want: number;
  readonly now: number;
  /** Until then the instance that asks may hold some of the tokens unused (0: it uses them at once). */
  readonly leasedUntil: number;
  /** Tokens that all instances together may hold unused; the bucket refills to at most the rest. */
  readonly reserve: number;
}

/** The result: the granted tokens, and the state of the bucket after it. */
export interface TokenBucketGrant extends BucketState {
  readonly granted: number;
}

/** The state of a bucket at a time: how many tokens it lacks, and until when instances may hold some unused. */
export interface BucketState {
  readonly missing: number;
  readonly at: number;
  readonly leasedUntil: number;
}

/** Requests in flight that a limit counts, on any instance. */
export interface SlotRequest {
  readonly name: string;
  readonly key: string;
  readonly instance: string;
  /** The maximum number at the same time. */
  readonly most: number;
  readonly now: number;
}

/** Where tidying goes on. */
export interface SweepCursor {
  /** Which of the tables of a store. */
  readonly table: number;
  /** The key of the last row that was looked at; left out at the beginning of a table. */
  readonly after?: readonly string[];
}

/** The result of one sweep. */
export interface SweepResult {
  readonly deleted: number;
  /** Left out when all has been looked through. */
  readonly next?: SweepCursor;
}

/** Counters that all instances of a service share, outside of transactions. Times are milliseconds. */
export interface Counting {
  /** Takes tokens from a bucket, at once for all instances. */
  take(request: TokenBucketRequest): MaybePromise<TokenBucketGrant>;
  /** Puts tokens back that were not used. */
  putBack(name: string, key: string, tokens: number): MaybePromise<void>;
  /** Takes a slot for a request in flight; false if all are taken. Slots of dead instances are free. */
  enter(request: SlotRequest): MaybePromise<boolean>;
  /** Releases a slot. */
  leave(request: Pick<SlotRequest, 'name' | 'key' | 'instance'>): MaybePromise<void>;
  /** Adds `slots` occupied slots to an instance, for requests it admitted before it reconnected. */
  addSlots(request: Pick<SlotRequest, 'name' | 'key' | 'instance'>, slots: number): MaybePromise<void>;
  /** Another number when answers may have been lost: what was said just before is then counted, or not, or twice. */
  lost(): number;
  /** Says that an instance lives until a moment; answers how many do. */
  heartbeat(instance: string, now: number, until: number): MaybePromise<number>;
  /** Says that an instance has ended: it holds nothing any more. */
  end(instance: string): MaybePromise<void>;
  /** Deletes full buckets and the slots of instances that no longer run, in at most `most` rows after a mark (default: from the beginning). */
  sweep(now: number, most: number, from?: SweepCursor): MaybePromise<SweepResult>;
}
