import type { Row } from '../../contracts/record.ts';
import type { Query, QueryValues } from '../../contracts/store.ts';
import { type PreparedQuerySql, readingBound } from './prepared-query.ts';

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

/** Asks a held statement; the last bound values are these numbers, of which null is no limit. */
export type ExecuteHeld<Held> = (held: Held, ...last: readonly (number | null)[]) => Promise<readonly Row[]>;

/** Reads one stretch after the other until there are enough rows or the bound is reached, from a store that answers later. */
export async function readStretches<Held>(
  ask: ExecuteHeld<Held>,
  stretches: readonly HeldStretch<Held>[],
  values: QueryValues,
  nextAfter: (found: readonly unknown[]) => readonly unknown[],
): Promise<Found> {
  let rows: readonly Row[] = [];
  let left = values.limit ?? null;
  let unread = readingBound;
  for (let index = 0; index < stretches.length; index++) {
    const { page, tested } = stretches[index]!;
    const more = await (tested === undefined ? ask(page, left) : ask(page, left === null ? null : unread, left));
    rows = rows.length === 0 ? more : rows.concat(more);
    if (left !== null) left -= more.length;
    if (left === 0) break;
    if (tested === undefined || left === null) continue;
    const last = await ask(tested.last, unread - 1);
    if (last.length > 0) return { rows, next: nextAfter(last[0]!) };
    if (index === stretches.length - 1) break;
    const [read] = await ask(tested.read, unread);
    // The bound fell together with the end of a stretch: one more row tells where the next page goes on.
    unread = Math.max(unread - (read![0] as number), 1);
  }
  return { rows };
}

/** The values of all the order's fields, those that a condition fixes among them, from those of the keys. */
export function nextOf(
  query: Query,
  made: PreparedQuerySql,
  values: QueryValues,
  found: readonly unknown[],
): readonly unknown[] {
  return (query.order ?? []).map((_, index) => {
    const at = made.positions.indexOf(index);
    return at >= 0 ? found[at] : (values.after?.[index] ?? null);
  });
}
