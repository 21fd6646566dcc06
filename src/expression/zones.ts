import { findNearest } from '../text/nearest.ts';

/** At most this many time zones are kept ready. */
const most = 200;
const known = new Map<string, Intl.DateTimeFormat | undefined>();

/** How the offset of a time zone is read; undefined for a name that is not one of the IANA time zone database, `UTC` or an offset. */
function findZone(name: string): Intl.DateTimeFormat | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= most) known.clear();
  const made = name.length > 64 ? undefined : createFormat(name);
  known.set(name, made);
  return made;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/** Whether a text names a time zone. */
export function isZone(name: string): boolean {
  return findZone(name) !== undefined;
}

/** The names of time zones. */
export function listZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}

/** The time zone whose name is nearest to a text. */
export function suggestZone(text: string): string | undefined {
  return findNearest(text, listZones());
}

/** The difference of a time zone from UTC at a moment, in milliseconds; undefined if there is no such time zone. */
export function findOffset(name: string, milliseconds: number): number | undefined {
  if (name === 'UTC') return 0;
  const words = findZone(name)
    ?.formatToParts(milliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value;
  if (words === undefined) return undefined;
  const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(words) ?? [];
  if (sign === undefined) return 0;
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offset : offset;
}
