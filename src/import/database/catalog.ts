/** A column of a table, as the database states it. */
export interface CatalogColumn {
  readonly type: string;
  readonly notNull?: true;
  /** An expression of SQL. */
  readonly default?: string;
  /** The place in the primary key, from 1. */
  readonly key?: number;
  readonly generated?: true;
  /** The values of an enum. */
  readonly values?: readonly string[];
  readonly comment?: string;
}

/** A reference to another table. */
export interface CatalogReference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  readonly onDelete: string;
}

/** A table of a database. */
export interface CatalogTable {
  readonly columns: Readonly<Record<string, CatalogColumn>>;
  readonly references?: readonly CatalogReference[];
  /** The columns of each unique index over whole columns. */
  readonly uniques?: readonly (readonly string[])[];
  /** The conditions of checks, in SQL. */
  readonly checks?: readonly string[];
  readonly comment?: string;
}

/** The tables of a database. */
export interface Catalog {
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly tables: Readonly<Record<string, CatalogTable>>;
}
