/** The units of time of the language and their milliseconds; a day has 24 hours. */
export const durationUnits: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 604_800_000],
]);

/** The words that may follow a number: `second`, `seconds`, `minute` … */
export const durationWords: readonly string[] = [...durationUnits.keys()].flatMap((unit) => [unit, `${unit}s`]);

/** The milliseconds of a unit, in the singular or the plural. */
export function parseUnit(word: string): number | undefined {
  return durationUnits.get(word.endsWith('s') ? word.slice(0, -1) : word);
}

/** The duration of a text in milliseconds, or which of its two words is wrong (with its location in the text). */
export type DurationRead =
  | { readonly milliseconds: number }
  | { readonly wrong: 'form' | 'number' | 'unit'; readonly from: number; readonly to: number };

const form = /^(\S+) (\S+)$/;

/** Reads `10 minutes`, `1 hour`: a whole number from 1 and a unit, one space between; never throws. */
export function scanDuration(text: string): DurationRead {
  const parts = form.exec(text);
  if (parts === null) return { wrong: 'form', from: 0, to: text.length };
  const [, count = '', unit = ''] = parts;
  const each = parseUnit(unit);
  if (!/^[1-9][0-9]{0,8}$/.test(count)) return { wrong: 'number', from: 0, to: count.length };
  if (each === undefined) return { wrong: 'unit', from: count.length + 1, to: text.length };
  return { milliseconds: Number(count) * each };
}

/** A time in the largest unit that it fills without rest, days only from two on: 28 hours, 3 days. */
export function formatDuration(milliseconds: number): string {
  const fills = (unit: string): boolean => milliseconds % durationUnits.get(unit)! === 0;
  const days = fills('day') && milliseconds >= 2 * durationUnits.get('day')!;
  const unit = days ? 'day' : (['hour', 'minute'].find(fills) ?? 'second');
  const count = milliseconds / durationUnits.get(unit)!;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
