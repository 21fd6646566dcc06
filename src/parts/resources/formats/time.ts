import type { FormatMember } from './format.ts';

const form = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))?$/;

function read(value: unknown): string | undefined {
  const found = typeof value === 'string' ? form.exec(value) : null;
  if (found === null) return undefined;
  if (found[3] !== '60') return found[0];
  // A leap second can only be the last second of a day in UTC (RFC 3339, section 5.7).
  const offset = (Number(found[5] ?? 0) * 60 + Number(found[6] ?? 0)) * (found[4] === '-' ? -1 : 1);
  const minutes = Number(found[1]) * 60 + Number(found[2]) - offset;
  return (minutes + 1440) % 1440 === 1439 ? found[0] : undefined;
}

/** A time of day, an RFC 3339 full-time or partial-time. */
export const time: FormatMember = {
  name: 'time',
  base: 'string',
  storage: 'text',
  read,
  words: () => 'must be a time of day, such as 09:30:00 or 09:30:00Z',
  // The format `time` of JSON Schema requires an offset.
  schema: () => ({ pattern: form.source.replaceAll('\\d', '[0-9]') }),
  example: () => '09:30:00Z',
  right: ['09:30:00', '09:30:00Z', '09:30:00.25+02:00', '23:59:60Z', '00:59:60+01:00', '15:59:60-08:00', '00:00:00'],
  wrong: ['9:30:00', '24:00:00', '09:60:00', '09:30', '09:30:60Z', '09:30:00+24:00', '09:30:00 Z', '', 930],
  plain: true,
  asExpression: { kind: 'string' },
};
