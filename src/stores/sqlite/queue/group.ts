import type { MaybePromise } from '../../../contracts/record.ts';
import type { Transaction, Written } from '../../../contracts/store.ts';
import type { Session } from '../../service-tables/session.ts';

/** A job's own piece of the group's transaction, as the queue opens and closes it. */
export interface Part extends Transaction, Session {
  /** Something has been written in it. */
  readonly wrote: boolean;
  /** Its savepoint has been set. */
  readonly saved: boolean;
  /** Called before anything is written; throws when nothing may be. */
  writing(): void;
  /** Nothing may be done with the transaction any more. */
  close(): void;
}

/** Work that waits for its turn, and those who wait for it. */
export interface Job {
  readonly work: (part: Part) => MaybePromise<Written<unknown>>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** How a job ended inside its group. `kept`: it wrote something that is not undone. */
export type Outcome = { readonly job: Job; readonly kept: boolean } & (
  | { readonly written: Written<unknown> }
  | { readonly error: unknown }
);

/** Jobs that share a transaction, in the order in which they came. */
export interface Group {
  readonly size: number;
  readonly began: number;
  /** Each job sets a savepoint before it writes, so that it can be undone alone. */
  readonly guarded: boolean;
  readonly outcomes: Outcome[];
  /** How jobs ended when the group ran before: those that left nothing behind need not run again. */
  readonly settled: Map<Job, Outcome>;
  wrote: boolean;
}

/** A group of so many jobs that has not begun. */
export function createGroup(size: number, guarded: boolean): Group {
  return { size, began: performance.now(), guarded, outcomes: [], settled: new Map(), wrote: false };
}

/** The group once more, with savepoints, because this job had written and is undone. */
export function retryGroup({ size, began, outcomes }: Group, undone: Outcome): Group {
  const settled = new Map([...outcomes.filter(({ kept }) => !kept), undone].map((outcome) => [outcome.job, outcome]));
  return { size, began, guarded: true, outcomes: [], settled, wrote: false };
}

/** Notes how a job ended. One that was kept before and is not now may change what those behind it find. */
export function settle(group: Group, outcome: Outcome): void {
  group.outcomes.push(outcome);
  if (outcome.kept) group.wrote = true;
  else group.settled.clear();
}
