import { beginsWithDay, isDay, moments, readDigits } from './calendar.ts';
import type { FormatMember } from './format.ts';

const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

let lastMoment = 0;
let lastText = '1970-01-01T00:00:00.000Z';

/** Whether a text is a moment as it is kept, such as 2026-11-01T09:00:00.000Z. */
function isKept(text: string): boolean {
  if (text.length !== 24 || text.charCodeAt(10) !== 84 || text.charCodeAt(23) !== 90) return false;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58 || text.charCodeAt(19) !== 46) return false;
  const [hour, minute, second] = [readDigits(text, 11, 2), readDigits(text, 14, 2), readDigits(text, 17, 2)];
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  return readDigits(text, 20, 3) >= 0 && beginsWithDay(text);
}

function read(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === lastText || isKept(value)) return value;
  const found = form.exec(value);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, hours, minutes] = found;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const digits = (fraction ?? '').slice(0, 3).padEnd(3, '0');
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${digits}Z`;
  if (sign === undefined) return local;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const moment = Date.parse(local) - (sign === '+' ? offset : -offset);
  return moment < moments.first || moment > moments.last ? undefined : new Date(moment).toISOString();
}

/** A moment in milliseconds as a date-time is kept: UTC with three fraction digits. */
export function formatIso(moment: number): string {
  if (moment !== lastMoment) {
    lastText = new Date(moment).toISOString();
    lastMoment = moment;
  }
  return lastText;
}

/** A moment as RFC 3339 writes it, kept in UTC with three fraction digits. */
export const dateTime: FormatMember = {
  name: 'date-time',
  base: 'string',
  storage: 'text',
  read,
  words: () => 'must be a date and time with an offset, such as 2026-11-01T09:00:00Z',
  schema: () => ({ format: 'date-time' }),
  example: () => '2026-11-01T09:00:00.000Z',
  plausible: ({ moment }) => formatIso(moment()),
  dated: formatIso,
  also: ['datetime', 'timestamp'],
  right: [
    '2026-11-01T09:00:00Z',
    '2026-11-01T23:59:59.999Z',
    '2026-11-01t09:00:00.5z',
    '2026-11-01T09:00:00.123456+05:30',
    '2024-02-29T23:59:59-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ],
  wrong: [
    '2026-11-01T09:00:00',
    '2026-11-31T09:00:00.000Z',
    '2026-11-01T24:00:00.000Z',
    '2026-11-01T09:60:00.000Z',
    '2026-11-01T09:00:60.000Z',
    '2026-11-01T09:00:00.0a0Z',
    '2026-11-01 09:00:00Z',
    '2026-11-01T23:59:60Z',
    '2026-11-01T24:00:00Z',
    '2026-02-29T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-11-01T09:00Z',
    '2026-11-01T09:00:00+0530',
    '2026-11-01T09:00:00.Z',
    '2026-11-01T09:00:00Z\n',
    1_793_523_600,
    null,
  ],
  assignable: (_host, _argument, now) => formatIso(now),
  clock: {
    read: (value) => Date.parse(String(value)),
    write: (moment) => (Math.abs(moment) <= 8.64e15 ? formatIso(moment) : undefined),
    at: formatIso,
  },
  timer: { end: Date.parse, last: formatIso },
  plain: true,
  asExpression: { kind: 'timestamp' },
};
