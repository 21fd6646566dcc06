import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { QueryValues } from '../../contracts/store.ts';
import { isFull } from '../../plan/records/row-size.ts';
import { readingBound } from './prepared-query.ts';

/** A stretch whose statements are held. */
export interface HeldStretch<Held> {
  readonly page: Held;
  readonly tested?: { readonly read: Held; readonly last: Held };
}

/** The rows that were found; `next` where the reading stopped early at its bound. */
export interface Found {
  readonly rows: readonly Row[];
  readonly next?: readonly unknown[];
}

/** Executes a prepared statement; the last bound values are these numbers, of which null is no limit. */
export type AskHeld<Held> = (
  held: Held,
  values: QueryValues,
  ...last: readonly (number | null)[]
) => MaybePromise<readonly Row[]>;

/** Reads one stretch after the other until there are enough rows or the bound is reached. */
export function readStretches<Held>(
  ask: AskHeld<Held>,
  stretches: readonly HeldStretch<Held>[],
  values: QueryValues,
  nextAfter: (found: readonly unknown[]) => readonly unknown[],
  bound = readingBound,
): MaybePromise<Found> {
  const from = (index: number, before: readonly Row[], left: number | null, unread: number): MaybePromise<Found> => {
    const stretch = stretches[index];
    if (stretch === undefined) return { rows: before };
    const { page, tested } = stretch;
    const asked =
      tested === undefined ? ask(page, values, left) : ask(page, values, left === null ? null : unread, left);
    return then(asked, (more): MaybePromise<Found> => {
      const rows = before.length === 0 ? more : before.concat(more);
      const wanted = left === null ? null : left - more.length;
      if (wanted === 0 || (values.room !== undefined && isFull(rows, values.room))) return { rows };
      if (tested === undefined || wanted === null) return from(index + 1, rows, wanted, unread);
      return then(ask(tested.last, values, unread - 1), ([last]): MaybePromise<Found> => {
        if (last !== undefined) return { rows, next: nextAfter(last) };
        if (index === stretches.length - 1) return { rows };
        // The bound coincided with the end of a range: one more row shows where the next page begins.
        const rest = (read: unknown): number => Math.max(unread - (read as number), 1);
        return then(ask(tested.read, values, unread), ([read]) => from(index + 1, rows, wanted, rest(read![0])));
      });
    });
  };
  return from(0, [], values.limit ?? null, bound);
}
