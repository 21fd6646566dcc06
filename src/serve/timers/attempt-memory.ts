import type { Row } from '../../contracts/record.ts';
import type { Wait } from '../../parts/states/serve/due.ts';

/** So many are remembered; what is forgotten is tried once more. */
const mostRemembered = 100_000;

/**
 * What was tried on which version of a record without effect: it is tried again when the record has changed, and after a while if
 * other records stood in the way. It is kept in the process: after a start everything that is due is tried once.
 */
export interface Tried {
  /** The index of the wait that is over the longest for a row and was not tried on it as it is. */
  firstDue(resource: string, row: Row, now: number): number | undefined;
  isDue(resource: string, row: Row, now: number): boolean;
  /** Remembers one, until a moment if another record is what stood in its way; answers whether it was not known as it is. */
  note(resource: string, wait: Wait, row: Row, until?: number): boolean;
}

/** Remembers for these resources; `idAt` is where the identity stands in a row. */
export function openTried(waits: ReadonlyMap<string, readonly Wait[]>, idAt: (resource: string) => number): Tried {
  const versions = new Map<string, { readonly version: number; readonly until: number }>();
  const places = new Map([...waits.keys()].map((resource) => [resource, idAt(resource)]));
  const keyOf = (resource: string, index: number, row: Row): string =>
    `${resource} ${index} ${row[places.get(resource)!]}`;
  const firstDue: Tried['firstDue'] = (resource, row, now) => {
    const of = waits.get(resource);
    if (of === undefined) return undefined;
    let first: number | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < of.length; i++) {
      const moment = of[i]!.moment(row);
      if (moment === undefined || moment > now || moment >= earliest) continue;
      const known = versions.size > 0 ? versions.get(keyOf(resource, i, row)) : undefined;
      if (known !== undefined && known.version === Number(row[0]) && now < known.until) continue;
      first = i;
      earliest = moment;
    }
    return first;
  };
  return {
    firstDue,
    isDue: (resource, row, now) => firstDue(resource, row, now) !== undefined,
    note(resource, wait, row, until = Number.POSITIVE_INFINITY) {
      const key = keyOf(resource, waits.get(resource)!.indexOf(wait), row);
      const version = Number(row[0]);
      const isNews = versions.get(key)?.version !== version;
      versions.delete(key);
      versions.set(key, { version, until });
      if (versions.size > mostRemembered) versions.delete(versions.keys().next().value!);
      return isNews;
    },
  };
}
