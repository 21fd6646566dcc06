import type { Plan } from '../../plan/plan.ts';
import type { Compiled } from '../../steps/compiled.ts';
import type { Host } from '../../steps/host.ts';
import type { Making } from '../../steps/maker.ts';
import type { Store } from '../../steps/store.ts';
import { columnsOf, type Make } from '../making.ts';
import { notedStore } from '../noted.ts';
import { openTimers, type Timers } from '../timers.ts';
import { timedWorkOf, waitsOfAll } from './timed.ts';
import { openTried } from './tried.ts';

/** What a service with timed transitions is made with; one without them has none of it. */
export interface Timing {
  /** The store of the service, through which all is to be written. */
  readonly store: Store;
  readonly due: Making['due'];
  /** Starts the timers; `make` makes the steps of what they run. */
  start(make: Make): Timers | undefined;
}

/** Prepares the timed transitions of a service. */
export function timingOf(plan: Plan, compiled: Compiled, store: Store, host: Host): Timing {
  const columnOf = columnsOf(plan);
  const waits = waitsOfAll(plan, columnOf);
  if (waits.size === 0) return { store, due: undefined, start: () => undefined };
  const concerned = plan.resources.filter(({ name }) => waits.has(name));
  const places = new Map(concerned.map(({ name, identity }) => [name, columnOf(name, identity)]));
  const tried = openTried(waits, (resource) => places.get(resource)!);
  let timers: Timers | undefined;
  const noted = notedStore(store, new Set(waits.keys()), (resource, row) => timers?.written(resource, row));
  return {
    store: noted,
    due: tried.isDue,
    start(make) {
      const work = { compiled, store: noted, make };
      const resources = new Map(
        concerned.map((one) => [one.name, timedWorkOf(one, waits.get(one.name)!, work)] as const),
      );
      timers = openTimers({ resources, tried, store: noted, host });
      return timers;
    },
  };
}
