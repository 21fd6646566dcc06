import type { Columns } from './session.ts';

/** The columns of rows that are bound as a table, each with its type. */
export type BoundColumns = Readonly<Record<string, 'text' | 'bigint'>>;

/** The differences between the SQL of stores on their service tables; each store fulfils it beside its session. */
export interface ServiceDialect {
  /** Deletes the rows that a condition, an order and a limit pick, without those that another transaction holds. */
  deletePicked(table: string, key: string, picked: string): string;
  /** Keeps others from writing to a table until the transaction ends; left out where only one transaction writes. */
  lockTable?(table: string): string;
  /** Ends a SELECT whose rows nobody changes before the transaction ends. */
  readonly share: string;
  /** Bound rows behind FROM, from value `first` on, which comes last: these columns, and `position`. */
  rows(columns: BoundColumns, alias: string, first: number): string;
  /** The values that bind rows. */
  bindRows(columns: BoundColumns, rows: readonly Columns[]): readonly unknown[];
}
