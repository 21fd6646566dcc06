import type { Columns } from './session.ts';

/** The columns of rows that are bound as a table, each with its type. */
export type BoundColumns = Readonly<Record<string, 'text' | 'bigint'>>;

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
  /** A further constraint of `nonet_reference`. */
  readonly referredKey: string;
  /** Ends the statement that creates a table. */
  options(key: string | undefined, room: number | undefined): string;
}

/** The differences between the SQL of stores on their service tables; each store fulfils it beside its session. */
export interface ServiceDialect {
  readonly types: ServiceTypes;
  /** The functions that return the largest and the smallest of several values, none of which is null. */
  readonly greatest: string;
  readonly least: string;
  /** Deletes the rows of a condition, or those that an order and a limit pick of them, without those that another transaction holds. */
  deleteSome(table: string, key: readonly string[], condition: string, picked?: string): string;
  /**
   * Moves rows of a condition from one table into the columns of another; `values` are SQL over the row that moves. The count of the
   * first statement is that of the rows; each takes the values that it names.
   */
  move(from: string, condition: string, into: string, values: string): readonly string[];
  /** Keeps others from writing to a table until the transaction ends; left out where only one transaction writes. */
  lockTable?(table: string): string;
  /** Ends a SELECT whose rows nobody changes before the transaction ends. */
  readonly share: string;
  /** Bound rows behind FROM, from value `first` on, which comes last: these columns, and `position`. */
  rows(columns: BoundColumns, alias: string, first: number): string;
  /** The values that bind rows. */
  bindRows(columns: BoundColumns, rows: readonly Columns[]): readonly unknown[];
}
