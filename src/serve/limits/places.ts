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
}

/**
 * Opens the gate of a limit of kind `concurrency`. Every request under way has its place in the store, so that the count is exact
 * over all instances; the places of an instance that was killed are free when it has been silent for five seconds.
 */
export function openPlaces(limit: LimitPlan, counting: Counting, presence: Presence, host: Host): TendedPlaces {
  const { name } = limit;
  const { instance } = presence;
  const most = Number(limit.value.count);
  const returning = new Set<Promise<void>>();
  const enter = (key: string): Maybe<boolean> => counting.enter({ name, key, instance, most, now: host.now() });
  const failed = (error: unknown): void => {
    host.log.warn({ error: String(error), limit: name }, 'a place could not be given back');
  };
  return {
    enter(key) {
      const entering = presence.ready();
      return entering === undefined ? enter(key) : entering.then(() => enter(key));
    },
    leave(key) {
      try {
        const done = counting.leave({ name, key, instance });
        if (!(done instanceof Promise)) return;
        const known = done.catch(failed).finally(() => returning.delete(known));
        returning.add(known);
      } catch (error) {
        failed(error);
      }
    },
    async settled() {
      await Promise.all(returning);
    },
  };
}
