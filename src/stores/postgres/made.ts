import { type Conflict, StoreConflictError } from '../../contracts/store.ts';

/** The result of an insert. */
export type InsertDone = Conflict | 'check first' | undefined;

/** Each run of the work met a record that another transaction had just made. */
export class MadeMeanwhile extends StoreConflictError {
  constructor() {
    super('other transactions created the record, again and again');
  }
}

/**
 * Whether another transaction may have made the record just now that the work looked for and did not find. A constraint by which it
 * looked says so itself; another unique index or a quota may be what is met first, so that their conflicts count in the second run only.
 */
export function mayBeMade(done: InsertDone, absent: readonly number[], ranBefore: boolean): boolean {
  if (done === undefined || done === 'check first') return false;
  if (done.kind === 'not unique' && absent.includes(done.unique)) return true;
  return !ranBefore && (done.kind === 'not unique' || done.kind === 'quota');
}
