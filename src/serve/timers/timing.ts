import type { Compiled } from '../../contracts/compiled.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { createColumnLookup, type OperationContextFactory } from '../request/operation-context.ts';
import { createWriteObserver } from '../request/write-observer.ts';
import { openTimers, type Timers } from '../timers.ts';
import { openTried } from './attempt-memory.ts';
import { collectWaits, createTimerWork } from './timer-work.ts';

/** The store and timers of a service; without timed transitions it starts none. */
export interface Timing {
  /** The store of the service: all writes go through it. */
  readonly store: Store;
  readonly due: OperationContext['due'];
  /** Starts the timers; `createContext` creates the contexts of their operations. */
  start(createContext: OperationContextFactory): Timers | undefined;
}

/** Prepares the timed transitions of a service. */
export function createTiming(plan: Plan, compiled: Compiled, store: Store, platform: Platform): Timing {
  const columnOf = createColumnLookup(plan);
  const waits = collectWaits(plan, columnOf);
  if (waits.size === 0) return { store, due: undefined, start: () => undefined };
  const concerned = plan.resources.filter(({ name }) => waits.has(name));
  const places = new Map(concerned.map(({ name, identity }) => [name, columnOf(name, identity)]));
  const tried = openTried(waits, (resource) => places.get(resource)!);
  let timers: Timers | undefined;
  const noted = createWriteObserver(store, new Set(waits.keys()), (resource, row) => timers?.written(resource, row));
  return {
    store: noted,
    due: tried.isDue,
    start(createContext) {
      const work = { compiled, store: noted, createContext };
      const resources = new Map(
        concerned.map(
          (resource) => [resource.name, createTimerWork(resource, waits.get(resource.name)!, work)] as const,
        ),
      );
      timers = openTimers({ resources, tried, store: noted, platform });
      return timers;
    },
  };
}
