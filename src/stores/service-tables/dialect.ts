import type { MaybePromise } from '../../contracts/record.ts';
import type { Columns, Session } from './session.ts';

/** The columns of rows that are bound as a table, each with its type. */
export type BoundColumns = Readonly<Record<string, 'text' | 'bigint'>>;

/** Writes the SQL of a change that is made for each of several rows. */
export type WriteEach = (row: Readonly<Record<string, string>>, rows: string | undefined) => string;

/** Makes a change for each of several rows, and returns the number of changed rows; `values` are the same for all. */
export type ChangeEach = (
  session: Session,
  values: readonly unknown[],
  rows: readonly Columns[],
) => MaybePromise<number>;

/** The types of columns, and the endings of tables. */
export interface ServiceTypes {
  /** A text that is compared and indexed, by code point. */
  readonly name: string;
  readonly text: string;
  /** Whole numbers up to 2^53. */
  readonly integer: string;
  readonly number: string;
  readonly bytes: string;
  /** A key that the database gives, never twice. */
  readonly counter: string;
  /** The columns by which events get their numbers; the first is `number`. */
  readonly eventNumber: string;
  /** After the columns of an INSERT that sets a counter. */
  readonly givenCounter: string;
  /** A further constraint of `nonet_reference`. */
  readonly referredKey: string;
  /** Ends the statement that creates a table. */
  options(key: string | undefined, room: number | undefined): string;
}

/** The differences between the SQL of stores in their service tables; each store implements them next to its session. */
export interface ServiceDialect {
  readonly types: ServiceTypes;
  /** The functions that return the largest and the smallest of several values, none of which is null. */
  readonly greatest: string;
  readonly least: string;
  /** Deletes the rows that match a condition, or the first of them in an order, except rows that another transaction has locked. */
  deleteSome(table: string, key: readonly string[], condition: string, picked?: string): string;
  /**
   * Moves rows of a condition from one table into the columns of another; `values` are SQL over the row that moves. The count of the
   * first statement is that of the rows; each takes the values that it names.
   */
  move(from: string, condition: string, into: string, values: string): readonly string[];
  /** Whether a column is one of a list that is bound. */
  among(column: string, list: string): string;
  /** The value that binds a list. */
  list(values: readonly unknown[]): unknown;
  /** Selects the newest number that an event was given. */
  readonly newestEvent: string;
  /** Keeps others from writing to a table until the transaction ends; left out where only one transaction writes. */
  lockTable?(table: string): string;
  /** Locks a name until the transaction ends, exclusively or shared; left out if only one transaction writes. */
  lockName?(name: string, how: 'alone' | 'shared'): string;
  /** Ends a SELECT whose rows must not change before the transaction ends. */
  readonly share: string;
  /** Ends a SELECT whose rows the transaction then changes. */
  readonly update: string;
  /**
   * Creates a statement that is executed for several rows: once for all, or once per row. `write` gets the SQL of a row's columns and, if
   * all are bound at once, the rows after FROM; their values are numbered from `first`.
   */
  eachRow(columns: BoundColumns, first: number, write: WriteEach): ChangeEach;
}

/** Ends an INSERT with the values of each row, in the order of the rows. */
export function formatValues(values: readonly string[], rows: string | undefined): string {
  const all = values.join(', ');
  return rows === undefined ? `VALUES (${all})` : `SELECT ${all} FROM ${rows} ORDER BY position`;
}
