import type { Plan } from '../../plan/plan.ts';

const day = 86_400_000;
const usual = Date.UTC(2026, 5, 1, 9, 30);

/**
 * The moment at which examples begin, in milliseconds since 1970: two weeks after the newest version was released, at half past nine,
 * or 1 June 2026. It follows from the document alone, so that examples stay as they are.
 */
export function nameStart({ versioning }: Pick<Plan, 'versioning'>): number {
  const released = versioning.versions.flatMap((row) => (row.released === undefined ? [] : [Date.parse(row.released)]));
  return released.length === 0 ? usual : Math.max(...released) + 14 * day + (9 * 60 + 30) * 60_000;
}
