import type { Row } from '../../contracts/record.ts';
import type { Wait } from '../../parts/states/serve/due.ts';

/** The maximum number of remembered attempts; a forgotten one is retried. */
const mostRemembered = 100_000;

/**
 * Remembers failed attempts by the version of their record. A transition is retried when its record changes, and after a delay
 * if other records blocked it. The memory is per process: after a start, every due transition is tried once.
 */
export interface Tried {
  /** Returns the index of the longest due transition of a row that was not tried on its present version. */
  firstDue(resource: string, row: Row, now: number): number | undefined;
  isDue(resource: string, row: Row, now: number): boolean;
  /** Remembers an attempt, until a timestamp if another record blocked it. Returns whether it is new for this version. */
  note(resource: string, wait: Wait, row: Row, until?: number): boolean;
}

/** Opens the memory for resources; `idAt` is the index of the identity in a row. */
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
