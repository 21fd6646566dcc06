import type { ConvertedRecord } from '../../codegen/version/convert-records.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import type { Reader } from './reading.ts';
import type { Blocker, Catalogue, Step } from './step.ts';
import type { TableChange } from './tables.ts';

/** One statement. `each`: it is run for each record of the table's change, with these values; undefined leaves one out. */
export interface Statement {
  /** All tables' statements of one phase are run before any of the next. */
  readonly phase: 'make' | 'fill' | 'drop' | 'name' | 'finish' | 'refer';
  readonly sql: string;
  readonly each?: (converted: ConvertedRecord) => readonly unknown[];
}

/** The plan that a database was made from. `served`: the digests of the plans that may be served from it at the same time. */
export interface MadeFrom {
  readonly plan: Plan;
  readonly kept: TableTexts;
  readonly catalogue: Catalogue;
  readonly served?: readonly string[];
}

/** A database during a change, over one exclusive connection. */
export interface MigrationStore extends Reader {
  /** Its address without anything secret. */
  readonly place: string;
  /** Returns the plan that it was made from; undefined if it has no tables yet. Throws a StoreError for a database that is not Nonet's. */
  made(): MaybePromise<MadeFrom | undefined>;
  texts(layout: StoreLayout): TableTexts;
  statements(change: TableChange, layout: StoreLayout): readonly Statement[];
  /** The statements that count all records for the quotas again. */
  counting(layout: StoreLayout): readonly string[];
  /** Writes the name of a table or column as SQL names it. */
  quoteName(name: string): string;
  /** Writes a text as a literal. */
  quoteText(text: string): string;
  begin(writing: boolean): MaybePromise<void>;
  run(sql: string, values?: readonly unknown[]): MaybePromise<void>;
  /** The rows of a question that needs no values. */
  read(sql: string): MaybePromise<readonly (readonly unknown[])[]>;
  /** Adds a record; throws where the store refuses it. */
  insert(table: TableLayout, row: Row): MaybePromise<void>;
  /** Sets one column of one record. */
  set(table: TableLayout, column: ColumnLayout, id: unknown, value: unknown): MaybePromise<void>;
  /** Writes a consistent copy of the whole database to a new file; left out if the database is not a file. Not inside a transaction. */
  readonly copyTo?: (file: string) => MaybePromise<void>;
  /**
   * Ensures that no process serves from the tables until the store is closed; throws a StoreError if one does. Left out if the store cannot
   * detect it.
   */
  alone?(): MaybePromise<void>;
  /** Keeps everybody else from the records until the end of a transaction that writes. Left out where its beginning does. */
  lock?(): MaybePromise<void>;
  /**
   * Ensures that no process writes to the tables until the change is done, if there is one. If instances of the previous document must not
   * write afterwards (`reasons`), none may be serving it: throws a StoreInUseError otherwise. Left out if `alone` suffices.
   */
  claim?(digest: string, reasons: readonly string[], changing: boolean): MaybePromise<void>;
  /** Notes what the store is made from now, and the last numbers of sequences. */
  keep(name: string, value: string): MaybePromise<void>;
  keepNumber(resource: string, field: string, within: string, last: number): MaybePromise<void>;
  commit(): MaybePromise<void>;
  rollback(): MaybePromise<void>;
  close(): MaybePromise<void>;
}

/** The request of a migration. */
export interface MigrationRequest {
  readonly platform: Platform;
  readonly renames: readonly string[];
  readonly allowDataLoss: readonly string[];
  readonly dryRun: boolean;
  /** Keeps the previous document served if the store was changed next to it. */
  readonly serving?: true;
  /** Its records were looked at when it was asked before and the store was in use: they are not, as long as it is. */
  readonly again?: boolean;
}

/** The change of one table: its steps in words, and in SQL. */
export interface TableReport {
  readonly name: string;
  readonly records: number;
  /** The fields, members and resources whose values are lost: `Invoice.memo`. */
  readonly losses: readonly string[];
  readonly steps: readonly Step[];
  readonly sql: readonly { readonly text: string; readonly records?: number }[];
}

/** The steps that were taken, or would be. `made` is false for a database without tables, which serving creates. */
export interface MigrationReport {
  readonly place: string;
  /** The name of the service that the database belongs to, if the document has another. */
  readonly otherService?: string;
  readonly made: boolean;
  readonly tables: readonly TableReport[];
  readonly obstacles: readonly Blocker[];
  readonly done: boolean;
}
