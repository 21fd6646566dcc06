import type { LimitPlan } from '../../plan/plan.ts';
import type { Counting } from '../../steps/counting.ts';
import type { Host } from '../../steps/host.ts';
import type { PlaceGate } from '../../steps/limiting.ts';
import type { Maybe } from '../../steps/record.ts';
import type { Presence } from './presence.ts';

/** A gate whose places can be waited for until they are given back. */
export interface TendedPlaces extends PlaceGate {
  /** Resolves when the store knows of all that was given back so far. */
  settled(): Promise<void>;
  /** Tells the store, under the instance's present name, of every place that is held; all is sent at once. */
  restate(): readonly Maybe<void>[];
}

/**
 * Opens the gate of a limit of kind `concurrency`. Every request under way has its place in the store, so that the count is exact
 * over all instances; the places of an instance that was killed are free when it has been silent for five seconds. Where the
 * store could not be told of one, the instance says anew, under another name, what it holds.
 */
export function openPlaces(limit: LimitPlan, counting: Counting, presence: Presence, host: Host): TendedPlaces {
  const { name } = limit;
  const most = Number(limit.value.count);
  const returning = new Set<Promise<void>>();
  /** How many requests of each key are under way here. */
  const held = new Map<string, number>();
  const failed = (error: unknown): void => {
    presence.doubt();
    host.log.warn({ error: String(error), limit: name }, 'a place could not be given back');
  };
  const sent = (done: Maybe<void>): void => {
    if (!(done instanceof Promise)) return;
    const known = done.catch(failed).finally(() => returning.delete(known));
    returning.add(known);
  };
  /** Notes a request that was let in; its place was taken under a name that may have been given up meanwhile. */
  const note = (key: string, taken: string): true => {
    held.set(key, (held.get(key) ?? 0) + 1);
    const { instance } = presence;
    if (instance !== taken) sent(counting.hold({ name, key, instance }, 1));
    return true;
  };
  const enter = (key: string): Maybe<boolean> => {
    const { instance } = presence;
    const entered = counting.enter({ name, key, instance, most, now: host.now() });
    if (!(entered instanceof Promise)) return entered && note(key, instance);
    return entered.then(
      (one) => one && note(key, instance),
      (error: unknown) => {
        // It may have been counted all the same.
        presence.doubt();
        throw error;
      },
    );
  };
  return {
    enter(key) {
      const entering = presence.ready();
      return entering === undefined ? enter(key) : entering.then(() => enter(key));
    },
    leave(key) {
      const left = (held.get(key) ?? 0) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
      try {
        sent(counting.leave({ name, key, instance: presence.instance }));
      } catch (error) {
        failed(error);
      }
    },
    async settled() {
      await Promise.all(returning);
    },
    restate() {
      const { instance } = presence;
      return [...held].map(([key, places]) => counting.hold({ name, key, instance }, places));
    },
  };
}
