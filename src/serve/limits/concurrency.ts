import type { Counting } from '../../contracts/counting.ts';
import type { ConcurrencyLimiter } from '../../contracts/limiting.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import type { Heartbeat } from './heartbeat.ts';

/** A concurrency limiter that knows when its released slots are stored. */
export interface ManagedConcurrencyLimiter extends ConcurrencyLimiter {
  /** Resolves when the store has recorded every slot released so far. */
  settled(): Promise<void>;
  /** Registers every occupied slot in the store under the instance's present ID, in one batch. */
  reregister(): readonly MaybePromise<void>[];
  /** Takes every occupied slot again, in case others took it meanwhile; ends the requests that lost theirs. */
  reacquire(): Promise<void>;
}

/**
 * Opens the gate of a limit of kind `concurrency`. Every request under way has its place in the store, so that the count is exact
 * over all instances; the places of an instance that was killed are free when it has been silent for five seconds. Where the
 * store could not be told of one, the instance says anew, under another name, what it holds.
 */
export function createConcurrencyLimiter(
  limit: LimitPlan,
  counting: Counting,
  heartbeat: Heartbeat,
  platform: Platform,
): ManagedConcurrencyLimiter {
  const { name } = limit;
  const most = limit.value.count!;
  const returning = new Set<Promise<void>>();
  /** The number of requests in flight here, by key. */
  const held = new Map<string, number>();
  /** What ends those of each key that can be ended, in the order in which they came. */
  const ends = new Map<string, Set<() => boolean>>();
  /** The number of requests that lost their slot and have not ended, by key. */
  const placeless = new Map<string, number>();
  const failed = (error: unknown): void => {
    heartbeat.suspect();
    platform.log.warn({ error: String(error), limit: name }, 'a place could not be given back');
  };
  const sent = (done: MaybePromise<void>): void => {
    if (!(done instanceof Promise)) return;
    const known = done.catch(failed).finally(() => returning.delete(known));
    returning.add(known);
  };
  /** Notes an admitted request; its slot was taken under an instance ID that may have been abandoned meanwhile. */
  const note = (key: string, taken: string, end: (() => boolean) | undefined): true => {
    held.set(key, (held.get(key) ?? 0) + 1);
    if (end !== undefined) {
      const known = ends.get(key) ?? new Set();
      ends.set(key, known.add(end));
    }
    const { instance } = heartbeat;
    if (instance !== taken) sent(counting.addSlots({ name, key, instance }, 1));
    return true;
  };
  const enter = (key: string, end: (() => boolean) | undefined): MaybePromise<boolean> => {
    const { instance } = heartbeat;
    const entered = counting.enter({ name, key, instance, most, now: platform.now() });
    if (!(entered instanceof Promise)) return entered && note(key, instance, end);
    return entered.then(
      (result) => result && note(key, instance, end),
      (error: unknown) => {
        // It may have been counted all the same.
        heartbeat.suspect();
        throw error;
      },
    );
  };
  const again = async (key: string, places: number): Promise<void> => {
    const { instance } = heartbeat;
    const asked = { name, key, instance, most, now: platform.now() };
    const taken = await Promise.all(Array.from({ length: places }, () => counting.enter(asked)));
    const without = taken.filter((one) => !one).length;
    if (without === 0) return;
    let ended = 0;
    for (const end of [...(ends.get(key) ?? [])].reverse()) {
      if (ended === without) break;
      // Noted first: its slot may be released at once.
      lose(key, 1);
      if (end()) ended++;
      else lose(key, -1);
    }
    platform.log.warn(
      { limit: name, ended, over: without - ended },
      'this process was silent, and its places were taken',
    );
    // What cannot be ended is soon over by itself.
    if (without > ended) await counting.addSlots({ name, key, instance }, without - ended);
  };
  /** A request that lost its slot is not among those that hold one. */
  const lose = (key: string, places: number): void => {
    placeless.set(key, (placeless.get(key) ?? 0) + places);
    held.set(key, (held.get(key) ?? 0) - places);
    for (const counts of [placeless, held]) if (counts.get(key) === 0) counts.delete(key);
  };
  return {
    enter(key, end) {
      const entering = heartbeat.ready();
      return entering === undefined ? enter(key, end) : entering.then(() => enter(key, end));
    },
    leave(key, end) {
      const known = ends.get(key);
      if (end !== undefined && known?.delete(end) && known.size === 0) ends.delete(key);
      const lost = placeless.get(key) ?? 0;
      if (lost > 0) {
        if (lost > 1) placeless.set(key, lost - 1);
        else placeless.delete(key);
        return;
      }
      const left = (held.get(key) ?? 0) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
      try {
        sent(counting.leave({ name, key, instance: heartbeat.instance }));
      } catch (error) {
        failed(error);
      }
    },
    async settled() {
      await Promise.all(returning);
    },
    reregister() {
      const { instance } = heartbeat;
      return [...held].map(([key, places]) => counting.addSlots({ name, key, instance }, places));
    },
    async reacquire() {
      await Promise.all([...held].map(([key, places]) => again(key, places)));
    },
  };
}
