import { beginsWithDay } from './calendar.ts';
import type { FormatMember } from './format.ts';

function read(value: unknown): string | undefined {
  return typeof value === 'string' && value.length === 10 && beginsWithDay(value) ? value : undefined;
}

const day = 86_400_000;

function formatDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** A day, an RFC 3339 full-date. */
export const date: FormatMember = {
  name: 'date',
  base: 'string',
  storage: 'text',
  read,
  words: () => 'must be a date, such as 2026-11-01',
  schema: () => ({ format: 'date' }),
  example: () => '2026-11-01',
  plausible: ({ moment }) => formatDay(moment()),
  dated: formatDay,
  timer: {
    end: (value) => Date.parse(`${value}T00:00:00Z`) + day,
    last: (moment) => formatDay(moment - day),
  },
  right: ['2026-11-01', '2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29'],
  wrong: [
    '2026-11-31',
    '2026-02-29',
    '1900-02-29',
    '0000-01-01',
    '2026-13-01',
    '2026-1-1',
    '2026-11-01Z',
    '',
    20261101,
  ],
  plain: true,
  asExpression: { kind: 'date' },
};
