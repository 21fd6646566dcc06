import type { VersionRowPlan } from '../errors-events-limits.ts';

/** Returns the beginning of a day, UTC, in milliseconds since 1970; undefined if the text is not a day. */
export function parseMidnight(day: string): number | undefined {
  const moment = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Returns when a version stops being served, in milliseconds since 1970; undefined if its document states no end. */
export function findSunset({
  afterSunset,
  sunset,
}: Pick<VersionRowPlan, 'afterSunset' | 'sunset'>): number | undefined {
  return afterSunset === 'gone' && sunset !== undefined ? parseMidnight(sunset) : undefined;
}

/** Returns whether a version is `retired`, or `gone` since its sunset. The clock is read only for a version that has an end. */
export function isOver(version: VersionRowPlan, now: () => number): boolean {
  const end = findSunset(version);
  return version.status === 'retired' || (end !== undefined && now() >= end);
}
