import type { Row } from '../../contracts/record.ts';
import type { TimedResource, TimedWork } from './timer-work.ts';

/** A record with a due transition. */
export interface Found {
  readonly resource: string;
  readonly id: unknown;
  readonly row: Row;
  /** When it became due, in milliseconds. */
  readonly moment: number;
}

/** Scans the records with one due transition, oldest first, in batches. */
export interface Scan {
  /** Returns the next batch, including records that became due since the last one. `more`: the batch was full. */
  read(now: number, most: number): Promise<{ readonly found: readonly Found[]; readonly more: boolean }>;
}

/** Starts a scan of the records of one timed transition. */
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
