import type { MaybePromise } from '../../contracts/record.ts';
import type { ServiceDialect } from './dialect.ts';
import { all, then } from './maybe.ts';
import type { Session } from './session.ts';

const find = 'SELECT value FROM nonet_meta WHERE name = $1';
const keep = `INSERT INTO nonet_meta (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Work on the records of tables, into which nobody writes meanwhile. */
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
  return then(session.get(find, [name]), (row) => {
    if ((row?.[0] ?? '') === needed) return undefined;
    const locks = lockTable === undefined ? [] : locked.map((table) => session.run(lockTable(table)));
    const done = then(all(locks), work);
    return then(
      then(done, () => session.run(keep, [name, needed])),
      () => undefined,
    );
  });
}
