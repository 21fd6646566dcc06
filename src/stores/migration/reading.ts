import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { QueryDialect } from '../dialect.ts';
import type { TableChange } from './tables.ts';

/** A record as it is stored: the row of the older layout, and the columns made by hand that fields take over. */
export interface StoredRecord {
  readonly row: Row;
  readonly found: ReadonlyMap<string, unknown>;
}

/** Which table is read, and which of its columns are there. */
export type Stored = Pick<TableChange, 'before' | 'there' | 'taken' | 'gone'>;

/** Reads what is stored, in the order of the identities, many at once. */
export interface Reader {
  records(stored: Stored): AsyncIterable<readonly StoredRecord[]>;
  count(table: string): MaybePromise<number>;
}

/** The columns of the older layout that are there, then those made by hand. */
export function listReadColumns({ before, there, taken, gone }: Stored, questions: QueryDialect): readonly string[] {
  const own = before!.columns.map(({ name, storage }) =>
    there.has(name) ? questions.read(questions.quote(name), storage) : 'NULL',
  );
  const extra = [...taken.values(), ...gone.filter(({ byHand }) => byHand).map(({ column }) => column)];
  return [...own, ...extra.map(questions.quote)];
}

/** A record out of what was read of those columns. */
export function buildStoredRecord({ before, taken, gone }: Stored, values: readonly unknown[]): StoredRecord {
  const own = before!.columns.length;
  const names = [...taken.keys(), ...gone.filter(({ byHand }) => byHand).map(({ column }) => column)];
  const found = new Map<string, unknown>();
  for (const [at, name] of names.entries()) {
    const value = values[own + at] ?? undefined;
    if (value !== undefined) found.set(name, value);
  }
  return { row: values.slice(0, own) as Row, found };
}
