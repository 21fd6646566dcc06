import { isDay, moments } from './calendar.ts';
import type { FormatMember } from './format.ts';

const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

function read(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const found = form.exec(value);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, hours, minutes] = found;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (value.length === 24 && sign === undefined && value.charCodeAt(10) === 84 && value.charCodeAt(23) === 90) {
    return value;
  }
  const digits = (fraction ?? '').slice(0, 3).padEnd(3, '0');
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${digits}Z`;
  if (sign === undefined) return local;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const moment = Date.parse(local) - (sign === '+' ? offset : -offset);
  return moment < moments.first || moment > moments.last ? undefined : new Date(moment).toISOString();
}

/** A moment as RFC 3339 writes it, kept in UTC with three fraction digits. */
export const dateTime: FormatMember = {
  name: 'date-time',
  meaning: 'A moment with its offset (RFC 3339), kept and answered in UTC with three fraction digits.',
  bases: ['string'],
  storage: 'text',
  read,
  words: () => 'must be a date and time with an offset, such as 2026-11-01T09:00:00Z',
  schema: () => ({ format: 'date-time' }),
  example: () => '2026-11-01T09:00:00.000Z',
  right: [
    '2026-11-01T09:00:00Z',
    '2026-11-01t09:00:00.5z',
    '2026-11-01T09:00:00.123456+05:30',
    '2024-02-29T23:59:59-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ],
  wrong: [
    '2026-11-01T09:00:00',
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
  assignable: (_host, _argument, now) => new Date(now).toISOString(),
  clock: true,
  plain: true,
  ordered: true,
  asExpression: { kind: 'timestamp' },
};
