import type { BucketGiven, BucketState, Counting } from '../../contracts/counting.ts';
import type { RateGate } from '../../contracts/limiting.ts';
import type { Host } from '../../contracts/platform.ts';
import type { Maybe } from '../../contracts/record.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import {
  bucketOf,
  heldMilliseconds,
  lacking,
  leaseMilliseconds,
  leaseOf,
  returnMilliseconds,
  wholeTokens,
} from './bucket.ts';
import type { Presence } from './heartbeat.ts';

/** The most buckets of one limit that are kept near. */
const mostNear = 10_000;

/** A clock that is behind the last use by more milliseconds was set back: what was waited for then is not any more. */
const jumped = 5_000;

/** Hears how many milliseconds it has to wait: 0 lets it in. */
type Waiter = (wait: Maybe<number>) => void;

/** What this instance knows of one bucket. */
interface Near {
  /** Leased tokens that were not used. */
  hand: number;
  grantedAt: number;
  usedAt: number;
  state: BucketState | undefined;
  /** Before that the bucket has nothing for anybody. */
  emptyUntil: number;
  /** Who waits for the store; undefined when it is not being asked. */
  waiting: Waiter[] | undefined;
}

/** A gate that is to be looked after. */
export interface TendedRate extends RateGate {
  /** Hands back what was not used for a second, and forgets buckets that nobody asks for; of all of them with `close`. */
  tend(close: boolean): Promise<void>;
  /** How many buckets are kept near. */
  readonly near: number;
}

/**
 * Opens the gate of a limit: from a lease at once, else the store is asked. `values` are those that the versions of the interface
 * give the limit: their gates share the buckets.
 */
export function openRate(
  limit: LimitPlan,
  counting: Counting,
  presence: Presence,
  host: Host,
  values?: readonly LimitPlan['value'][],
): TendedRate {
  const bucket = bucketOf(limit, values);
  const { name } = limit;
  const all = new Map<string, Near>();

  const nearOf = (key: string): Near => {
    const known = all.get(key);
    if (known !== undefined) return known;
    if (all.size >= mostNear) forgetOne();
    const made: Near = { hand: 0, grantedAt: 0, usedAt: 0, state: undefined, emptyUntil: 0, waiting: undefined };
    all.set(key, made);
    return made;
  };

  const forgetOne = (): void => {
    for (const [key, near] of all) {
      if (near.waiting !== undefined) continue;
      void handBack(key, near, host.now());
      all.delete(key);
      return;
    }
  };

  const handBack = (key: string, near: Near, now: number): Maybe<void> => {
    const { hand, state } = near;
    near.hand = 0;
    if (hand === 0 || now - near.grantedAt >= returnMilliseconds) return undefined;
    if (state !== undefined) near.state = { ...state, missing: Math.max(0, state.missing - hand) };
    return returned(key, hand);
  };

  const returned = (key: string, tokens: number): Maybe<void> => {
    const failed = (error: unknown): void => {
      host.log.warn({ error: String(error), limit: name }, 'requests that were not used could not be handed back');
    };
    try {
      const done = counting.putBack(name, key, tokens);
      return done instanceof Promise ? done.catch(failed) : undefined;
    } catch (error) {
      return failed(error);
    }
  };

  const ask = (key: string, near: Near, waiting: number, now: number): Maybe<BucketGiven> => {
    void handBack(key, near, now);
    const lease = leaseOf(bucket, presence.instances());
    const { holds, perMillisecond, reserve, largest } = bucket;
    const leasedUntil = lease === 0 ? 0 : now + heldMilliseconds;
    return counting.take({
      name,
      key,
      want: waiting + lease,
      holds,
      perMillisecond,
      now,
      leasedUntil,
      reserve,
      largest,
    });
  };

  /** Notes what the store gave; answers how many of those who wait are let in. */
  const note = (near: Near, given: BucketGiven, waiting: number, now: number): number => {
    near.state = given;
    near.grantedAt = now;
    near.hand = Math.max(0, given.granted - waiting);
    if (given.granted < waiting) {
      const lacks = lacking(bucket, given, now) - bucket.holds + 1;
      near.emptyUntil = now + Math.max(1, Math.ceil(lacks / bucket.perMillisecond - 1e-6));
    }
    return Math.min(waiting, given.granted);
  };

  /** Asks for all who wait; who comes meanwhile asks anew, unless there is something left or nothing for anybody. */
  const goOn = (key: string, near: Near, given: Promise<BucketGiven>, now: number): void => {
    const waiting = near.waiting!;
    const asked = waiting.length;
    const settle = (one: BucketGiven): void => {
      const admitted = note(near, one, asked, now);
      const wait = near.emptyUntil - now;
      for (const [i, answer] of waiting.splice(0, asked).entries()) answer(i < admitted ? 0 : wait);
      if (admitted < asked) for (const answer of waiting.splice(0)) answer(wait);
      for (; waiting.length > 0 && near.hand > 0; near.hand--) waiting.shift()!(0);
      if (waiting.length === 0) {
        near.waiting = undefined;
        return;
      }
      const then = host.now();
      goOn(key, near, Promise.resolve(ask(key, near, waiting.length, then)), then);
    };
    given.then(settle).catch((error: unknown) => {
      near.waiting = undefined;
      for (const answer of waiting) answer(Promise.reject(error));
    });
  };

  return {
    get near() {
      return all.size;
    },
    take(key) {
      const near = nearOf(key);
      const now = host.now();
      if (now < near.usedAt - jumped) {
        near.emptyUntil = 0;
        near.hand = 0;
      }
      near.usedAt = now;
      if (near.hand > 0 && now - near.grantedAt < leaseMilliseconds) {
        near.hand--;
        return 0;
      }
      if (near.waiting === undefined) {
        if (now < near.emptyUntil) return near.emptyUntil - now;
        const given = ask(key, near, 1, now);
        if (!(given instanceof Promise)) return note(near, given, 1, now) === 1 ? 0 : near.emptyUntil - now;
        const asking: Waiter[] = [];
        near.waiting = asking;
        return new Promise((resolve) => {
          asking.push(resolve);
          goOn(key, near, given, now);
        });
      }
      const { waiting } = near;
      return new Promise((resolve) => waiting.push(resolve));
    },
    wait(key) {
      const near = all.get(key);
      const now = host.now();
      if (near === undefined || near.hand > 0 || near.emptyUntil <= now || now < near.usedAt - jumped) return 0;
      near.usedAt = now;
      return near.emptyUntil - now;
    },
    putBack(key) {
      const near = nearOf(key);
      const now = host.now();
      // Who came meanwhile may have been told that there is nothing.
      near.emptyUntil = 0;
      const leased = near.hand > 0 && now - near.grantedAt < leaseMilliseconds;
      if (leased && near.hand < leaseOf(bucket, presence.instances())) near.hand++;
      else void returned(key, 1);
    },
    state(key) {
      const near = all.get(key);
      if (near?.state === undefined) return { left: bucket.holds, fullIn: 0 };
      const lacks = Math.max(0, lacking(bucket, near.state, host.now()) - near.hand);
      return { left: wholeTokens(bucket, lacks), fullIn: Math.ceil(lacks / bucket.perMillisecond) };
    },
    async tend(close) {
      const now = host.now();
      const sent: Maybe<void>[] = [];
      for (const [key, near] of all) {
        const idle = now - near.usedAt >= leaseMilliseconds;
        if (near.waiting !== undefined) continue;
        if (close || idle || now - near.grantedAt >= leaseMilliseconds) sent.push(handBack(key, near, now));
        if (close || idle) all.delete(key);
      }
      await Promise.all(sent);
    },
  };
}
