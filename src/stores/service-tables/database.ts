import type { MaybePromise } from '../../contracts/record.ts';
import type { Written } from '../../contracts/store.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Session } from './session.ts';

/** Runs work in a transaction of its own; the work may be run again. */
export type WriteTables = <T>(work: (session: Session) => MaybePromise<Written<T>>) => Promise<T>;

/** A store's database, as its service tables use it. */
export interface ServiceDatabase {
  readonly dialect: ServiceDialect;
  /** Reads outside of all transactions. */
  readonly reader: Session;
  readonly write: WriteTables;
}

const nothing: Written<undefined> = { result: undefined, undo: false };

/** Says that work is kept. */
export function createWritten(): Written<undefined> {
  return nothing;
}

/** Answers a number of changed rows; without any nothing is written. */
export function toWrittenCount(count: number): Written<number> {
  return { result: count, undo: count === 0 };
}
