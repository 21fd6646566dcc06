import type { Counting } from '../../contracts/limits/counting.ts';
import type { ConcurrencyLimiter } from '../../contracts/limits/limiting.ts';
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
 * Creates the limiter of a `concurrency` limit. Each request in flight occupies a slot in the database, so the count is exact across
 * instances. Slots of an instance without a heartbeat for five seconds are freed. If releasing a slot fails, the instance re-registers its
 * slots under a new ID.
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
  /** The functions that end the requests of each key, if they can be ended, oldest first. */
  const ends = new Map<string, Set<() => boolean>>();
  /** The number of requests that lost their slot and have not ended, by key. */
  const slotless = new Map<string, number>();
  const failed = (error: unknown): void => {
    heartbeat.suspect();
    platform.log.warn({ error: String(error), limit: name }, 'failed to release a slot');
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
  const again = async (key: string, slots: number): Promise<void> => {
    const { instance } = heartbeat;
    const asked = { name, key, instance, most, now: platform.now() };
    const taken = await Promise.all(Array.from({ length: slots }, () => counting.enter(asked)));
    const without = taken.filter((isTaken) => !isTaken).length;
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
      'lost slots because this process did not renew them in time',
    );
    // Other requests end soon without help.
    if (without > ended) await counting.addSlots({ name, key, instance }, without - ended);
  };
  /** A request that lost its slot does not count as a holder. */
  const lose = (key: string, slots: number): void => {
    slotless.set(key, (slotless.get(key) ?? 0) + slots);
    held.set(key, (held.get(key) ?? 0) - slots);
    for (const counts of [slotless, held]) if (counts.get(key) === 0) counts.delete(key);
  };
  return {
    enter(key, end) {
      const entering = heartbeat.ready();
      return entering === undefined ? enter(key, end) : entering.then(() => enter(key, end));
    },
    leave(key, end) {
      const known = ends.get(key);
      if (end !== undefined && known?.delete(end) && known.size === 0) ends.delete(key);
      const lost = slotless.get(key) ?? 0;
      if (lost > 0) {
        if (lost > 1) slotless.set(key, lost - 1);
        else slotless.delete(key);
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
      return [...held].map(([key, slots]) => counting.addSlots({ name, key, instance }, slots));
    },
    async reacquire() {
      await Promise.all([...held].map(([key, slots]) => again(key, slots)));
    },
  };
}
