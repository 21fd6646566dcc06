import type { Maybe } from '../../steps/record.ts';
import type { Written } from '../../steps/store.ts';
import type { ServiceDialect } from './dialect.ts';

/** A row of an answer: the values of its columns. */
export type Columns = readonly unknown[];

/**
 * Runs SQL on the service's own tables, in a transaction or outside of all. The text names its values `$1`, `$2`. A store that
 * answers at once returns values, one over a network promises; statements that are asked together are sent together.
 */
export interface Session {
  all(text: string, values?: readonly unknown[]): Maybe<readonly Columns[]>;
  /** Returns the first row. */
  get(text: string, values?: readonly unknown[]): Maybe<Columns | undefined>;
  /** Runs a change and returns the number of its rows. */
  run(text: string, values?: readonly unknown[]): Maybe<number>;
  /** Runs a change and returns the first row that it returns. */
  change(text: string, values?: readonly unknown[]): Maybe<Columns | undefined>;
  /**
   * Takes a name until the transaction ends; false if another transaction has it. Left out where transactions run one after
   * the other.
   */
  lock?(name: string): Maybe<boolean>;
}

/** Runs work in a transaction of its own; the work may be run again. */
export type WriteTables = <T>(work: (session: Session) => Maybe<Written<T>>) => Promise<T>;

/** A store's database, as its service tables use it. */
export interface ServiceDatabase {
  readonly dialect: ServiceDialect;
  /** Reads outside of all transactions. */
  readonly reader: Session;
  readonly write: WriteTables;
}

const nothing: Written<undefined> = { result: undefined, undo: false };

/** Says that work is kept. */
export function done(): Written<undefined> {
  return nothing;
}

/** Answers a number of changed rows; without any nothing is written. */
export function counted(count: number): Written<number> {
  return { result: count, undo: count === 0 };
}
