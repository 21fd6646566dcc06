import type { Store } from '../../contracts/store.ts';
import type { Service } from '../../serve/service.ts';
import type { Clock } from './clock.ts';
import { patience } from './in-flight.ts';

/** The real milliseconds between two attempts to number events. */
const pause = 5;
const unnumbered = 'events have waited 20 seconds for a transaction that is open on the database server';

/** The dependencies of the time. */
export interface TimeDependencies {
  readonly inside: Pick<Service, 'due'>;
  readonly store: Store;
  readonly clock: Clock;
  /** Resolves when nothing is in flight. */
  rest(): Promise<void>;
}

/** The time of a service under a test clock. */
export interface TestTime {
  /** Lets everything happen that is due now. */
  settle(): Promise<void>;
  /** Moves the clock by milliseconds, and calls `settle` at each moment on the way at which a record or a delivery is due. */
  advance(milliseconds: number, settle?: () => Promise<void>): Promise<void>;
}

/** Creates the time of a service over its clock. */
export function createTestTime({ inside, store, clock, rest }: TimeDependencies): TestTime {
  const settleAll = (): Promise<void> => runUntilIdle(rest, clock, store);
  return {
    settle: settleAll,
    async advance(milliseconds, settle = settleAll) {
      const until = clock.platform.now() + milliseconds;
      do {
        clock.move(await findNextTimestamp(inside, store, clock.platform.now(), until));
        await settle();
      } while (clock.platform.now() < until);
    },
  };
}

/** The next moment after now at which a record or a delivery is due, at most `until`. */
async function findNextTimestamp(
  inside: Pick<Service, 'due'>,
  store: Store,
  now: number,
  until: number,
): Promise<number> {
  const due = (await inside.due?.(until)) ?? until;
  const waiting = await store.deliveries.list({ states: ['waiting'] }, 10_000);
  return Math.min(due, until, ...waiting.map(({ dueAt }) => Math.ceil(dueAt)).filter((at) => at > now));
}

/** Lets the service look for what is due until nothing is left. Rejects if events cannot be numbered within 20 real seconds. */
async function runUntilIdle(rest: () => Promise<void>, clock: Clock, store: Store): Promise<void> {
  const end = performance.now() + patience;
  for (let round = 0; round < 100; ) {
    await rest();
    clock.tick();
    await rest();
    if (await numberEvents(store)) {
      if (performance.now() > end) throw new Error(unnumbered);
      await new Promise((resolve) => setTimeout(resolve, pause));
      continue;
    }
    const open = await store.deliveries.list({ states: ['waiting', 'in flight'] }, 10_000);
    if (!open.some(({ state, dueAt }) => state === 'in flight' || dueAt <= clock.platform.now())) return;
    round++;
  }
}

/** Numbers events, which on PostgreSQL wait for older transactions. Returns whether there are some that the service has not seen. */
async function numberEvents({ events }: Store): Promise<boolean> {
  const newest = await events.newest();
  const left = await events.assignSequences(1_000);
  return left || (await events.newest()) > newest;
}
