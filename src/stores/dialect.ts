import type { Dialect } from '../expression/sql/dialect.ts';
import type { ValueType } from '../expression/tree.ts';
import type { NestedPath } from '../plan/fields/field-path.ts';
import type { StorageClass } from '../plan/schema.ts';
import type { TableLayout } from './layout.ts';
import type { Fragment, Source } from './queries/fragment.ts';
import type { SearchColumns } from './search-index.ts';

/** The differences between the SQL of stores in queries; each store implements them in its `dialect.ts`. */
export interface QueryDialect {
  quote(name: string): string;
  /** The text in whose place value `index` (from 0) is bound. */
  placeholder(index: number): string;
  /** A column as a row holds it. */
  read(column: string, storage: StorageClass): string;
  /** A column, or a value bound for one, in the form in which columns of this class are compared and ordered. */
  compared(column: string, storage: StorageClass): string;
  /** A text that gets the type of a column. */
  typed(text: string, storage: StorageClass): string;
  /** A value as it is bound for a column of this class; null and undefined are NULL. */
  bind(value: unknown, storage: StorageClass): unknown;
  /** The value of a member inside a JSON text, as a column of its class holds it; NULL if it is absent or null. */
  inside(json: string, path: readonly string[], storage: StorageClass): string;
  /** Whether a member inside a JSON text is present and null; NULL or false if it is not. */
  isNull(json: string, path: readonly string[]): string;
  /** The items of lists inside a JSON text: a row for each after FROM, and its value, or the value inside it. */
  itemsInside(
    json: string,
    paths: readonly NestedPath[],
    storage: StorageClass,
  ): { readonly from: string; readonly value: string };
  /** Whether a column is one of a list of values. */
  oneOf(column: string, storage: StorageClass, list: Source): Fragment;
  /** Whether a text has another in it, code point by code point. */
  contains(column: string, value: Source): Fragment;
  startsWith(column: string, value: Source): Fragment;
  /** Whether a list, kept as the text of its JSON, has an item. */
  hasItem(column: string, value: Source): Fragment;
  /** Whether such a list has at least one of a list of texts. */
  hasAny(column: string, list: Source): Fragment;
  /** Whether each word of a text occurs in one of these columns; lists are kept as the text of their JSON. */
  search(columns: readonly { readonly column: string; readonly storage: StorageClass }[], text: Source): Fragment;
  /** A query of the items of a list, kept as the text of its JSON, in the column `v`. */
  items(list: Source, storage: StorageClass): Fragment;
  /** After a table with the alias `a`: the rows that a query from FROM on finds for each row of that table, with the alias `t`. */
  forEach(table: TableLayout, rows: Fragment): Fragment;
  /** After FROM: a row for each tuple of a list, kept as the text of its JSON, in its order. */
  tuples(list: Source): Fragment;
  /** The aggregate that adds numbers, NULL where their sum is beyond the range of numbers; 0 of no rows. */
  total(column: string): string;
  /** The aggregate that adds decimals, as text; 0 of no rows. */
  decimalTotal(column: string): string;
  /** The member of such a tuple at an index, of a type. */
  member(index: number, type: ValueType): string;
  /** A value as text, exactly; a number may stay one. */
  exactText(value: string, storage: StorageClass): string;
  /** After a table: a row for each item of a list, kept as the text of its JSON, in `e.value`. */
  eachItem(column: string): string;
  /** How the search index of a table is read; absent if the store has none. */
  readonly searchIndex?: SearchIndexDialect;
  /** Returns the limit of rows, as it is written after an order. */
  limited(limit: Source): Fragment;
  /** After an order: skips rows and limits their number; the limit is bound last. */
  skipping(skip: Source, limit: Source): Fragment;
  /** A condition among the selected columns, tested on each row. */
  tested(condition: Fragment): Fragment;
  /** After a table: the index to read along. */
  along(index: string): string;
  /**
   * Conditions on the alias `t` that find the record of an identity if the other conditions hold. They take the same time whether those
   * conditions exclude the record or it does not exist. Absent, or undefined for a table, if the default conditions suffice.
   */
  readonly byIdentity?: (table: TableLayout, value: Source, others: Fragment) => Fragment | undefined;
  /** A condition that is always true and lets a reading of very many rows be stopped, where the database needs one. */
  readonly stoppable?: string;
  /** After a column of an order: its direction, so that null comes first ascending and last descending. */
  direction(descending: boolean, nullable: boolean): string;
}

/** The text that a search index is read for, and the owner of the records if the query fixes one. */
export interface Sought {
  readonly text: Source;
  readonly owner?: { readonly column: string; readonly value: Source };
}

/** How a store reads search indexes. Candidates are records that contain the trigrams of a search: those found, and perhaps others. */
export interface SearchIndexDialect {
  /** Whether the store creates the search index of a table. */
  serves(table: TableLayout): boolean;
  /** Counts candidates, up to a number. */
  probe(table: TableLayout, sought: Sought, most: number): Fragment;
  /** A condition on the alias `t` that candidates alone satisfy. */
  candidate(table: TableLayout, sought: Sought): Fragment;
  /** How many rows are tested for a page before the index is read. */
  readonly tested: number;
  /** After a table: keeps the store from reading another index. */
  readonly along: string;
  /** After the conditions of a page: keeps the store from reading along its order instead. */
  readonly fence: string;
}

/** How a store creates search indexes. */
export interface SearchTables {
  /** Returns the definition of a table's search index; undefined if the store cannot create it. */
  definition(table: TableLayout): string | undefined;
  /** Lists the statements that create it. `filled`: the table may contain records. */
  create(name: string, table: string, columns: SearchColumns, filled: boolean): readonly string[];
  drop(name: string): readonly string[];
}

/** The differences between the SQL of stores in tables of records; each store implements them in its `dialect.ts`. */
export interface RecordDialect {
  readonly queries: QueryDialect;
  readonly expressions: Dialect;
  /** Absent if the store has no search indexes. */
  readonly search?: SearchTables;
  /** The type of a column. */
  readonly columnTypes: Readonly<Record<StorageClass, string>>;
  /** After the type of an identity, whose column is never null. */
  readonly primaryKey: string;
  /** A condition that the type of a column leaves open; absent where types say all. */
  checkOf?(column: string, storage: StorageClass): string | undefined;
  /** Ends the statement that creates a table. */
  readonly tableOptions: string;
  /** The text of a column's value, as `keyOf` writes that of a row. */
  keyText(column: string, storage: StorageClass): string;
}

export { quoteText } from '../expression/sql/dialect.ts';
