import type { MaybePromise } from '../../contracts/record.ts';

/** A row of an answer: the values of its columns. */
export type Columns = readonly unknown[];

/**
 * Runs SQL on the service's own tables, in a transaction or outside of all. The text names its values `$1`, `$2`. A store that
 * answers at once returns values, one over a network promises; statements that are asked together are sent together.
 */
export interface Session {
  all(text: string, values?: readonly unknown[]): MaybePromise<readonly Columns[]>;
  /** Returns the first row. */
  get(text: string, values?: readonly unknown[]): MaybePromise<Columns | undefined>;
  /** Runs a change and returns the number of its rows. */
  run(text: string, values?: readonly unknown[]): MaybePromise<number>;
  /** Runs a change and returns the first row that it returns. */
  change(text: string, values?: readonly unknown[]): MaybePromise<Columns | undefined>;
  /** Locks a name until the transaction ends; false if another transaction has it. Left out if transactions run sequentially. */
  lock?(name: string): MaybePromise<boolean>;
  /** The processes that serve from the database, by names of their own. Left out where all of them have ended when one begins. */
  readonly processes?: Processes;
}

/** The processes that serve from a database. */
export interface Processes {
  /** Returns the name of this one. */
  own(): MaybePromise<string>;
  /** Whether a process has a connection. */
  isAlive(name: string): MaybePromise<boolean>;
}

/** A session of a store that answers at once. */
export interface ImmediateSession extends Session {
  all(text: string, values?: readonly unknown[]): readonly Columns[];
  get(text: string, values?: readonly unknown[]): Columns | undefined;
  run(text: string, values?: readonly unknown[]): number;
  change(text: string, values?: readonly unknown[]): Columns | undefined;
}
