import type { Tried } from './attempt-memory.ts';
import { openScan } from './due-scan.ts';
import type { TimedResource, TimedWork } from './timer-work.ts';

/** The number of records with a due transition, and for how many milliseconds the oldest one has been due. */
export interface OverdueTimers {
  readonly transition: string;
  readonly count: number;
  readonly milliseconds: number;
}

/** Counts the records with each due transition that was not tried on their present version, at most `most` per transition. */
export function countOverdue(
  all: readonly TimedResource[],
  tried: Tried,
  now: number,
  most: number,
): Promise<readonly OverdueTimers[]> {
  const count = async (resource: TimedResource, work: TimedWork): Promise<OverdueTimers> => {
    const { found } = await openScan(resource, work).read(now, most);
    const due = found.filter(({ row }) => resource.works[tried.firstDue(resource.name, row, now) ?? -1] === work);
    const oldest = Math.min(now, ...due.map(({ moment }) => moment));
    return { transition: work.op.operation.name, count: due.length, milliseconds: now - oldest };
  };
  return Promise.all(all.flatMap((resource) => resource.works.map((work) => count(resource, work))));
}
