import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { ServiceDialect } from './dialect.ts';
import { keepNote, readNote } from './meta.ts';
import type { Session } from './session.ts';

/** Work on the records of tables while no transaction writes to them. */
export interface SettlingWork {
  readonly locked: readonly string[];
  work(): MaybePromise<unknown>;
}

/** Does work when a store is opened, unless it was done for the same need before. */
export function settleFor(
  session: Session,
  { lockTable }: ServiceDialect,
  name: string,
  needed: string,
  { locked, work }: SettlingWork,
): MaybePromise<void> {
  return then(readNote(session, name), (noted = '') => {
    if (noted === needed) return undefined;
    const locks = lockTable === undefined ? [] : locked.map((table) => session.run(lockTable(table)));
    const done = then(all(locks), work);
    return then(done, () => keepNote(session, name, needed));
  });
}
