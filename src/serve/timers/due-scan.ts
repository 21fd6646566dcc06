import type { Row } from '../../contracts/record.ts';
import type { TimedResource, TimedWork } from './timer-work.ts';

/** A record for which a wait is over. */
export interface Found {
  readonly resource: string;
  readonly id: unknown;
  readonly row: Row;
  /** When it became due, in milliseconds. */
  readonly moment: number;
}

/** Goes through the records for which one wait is over, oldest first, piece by piece. */
export interface Scan {
  /** The next piece: what became due since the last one, or was behind it. `more`: it was a whole piece. */
  read(now: number, most: number): Promise<{ readonly found: readonly Found[]; readonly more: boolean }>;
}

/** Begins to go through the records of one wait. */
export function openScan({ name, idOf }: TimedResource, { wait, found, keyOf }: TimedWork): Scan {
  let after: readonly unknown[] | undefined;
  return {
    async read(now, most) {
      const values = { conditions: [wait.plan.state, wait.bound(now)], now, limit: most };
      const { rows } = await found.many(after === undefined ? values : { ...values, after });
      const last = rows.at(-1);
      if (last !== undefined) after = keyOf(last);
      const records = rows.map(
        (row): Found => ({ resource: name, id: idOf(row), row, moment: wait.moment(row) ?? now }),
      );
      return { found: records, more: rows.length >= most };
    },
  };
}
