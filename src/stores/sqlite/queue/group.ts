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

/** Work that waits for its turn, and the promises of its result. */
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
  /** The results of jobs when the group ran before: jobs without writes need not run again. */
  readonly settled: Map<Job, Outcome>;
  wrote: boolean;
}

/** Creates a group of N jobs that has not begun. */
export function createGroup(size: number, guarded: boolean): Group {
  return { size, began: performance.now(), guarded, outcomes: [], settled: new Map(), wrote: false };
}

/** The group once more, with savepoints, because this job had written and is undone. */
export function retryGroup({ size, began, outcomes }: Group, undone: Outcome): Group {
  const settled = new Map([...outcomes.filter(({ kept }) => !kept), undone].map((outcome) => [outcome.job, outcome]));
  return { size, began, guarded: true, outcomes: [], settled, wrote: false };
}

/** Notes the result of a job. If it was committed before and is not now, the results of later jobs may change. */
export function settle(group: Group, outcome: Outcome): void {
  group.outcomes.push(outcome);
  if (outcome.kept) group.wrote = true;
  else group.settled.clear();
}
