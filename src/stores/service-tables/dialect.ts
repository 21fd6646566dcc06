/** The differences between the SQL of stores on their service tables; each store fulfils it in its `service-dialect.ts`. */
export interface ServiceDialect {
  /** Deletes the rows that a condition, an order and a limit pick, without those that another transaction holds. */
  deletePicked(table: string, key: string, picked: string): string;
}
