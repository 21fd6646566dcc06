import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Client } from 'pg';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { runs } from '../../tests/support/runs.ts';
import { pick, type Random, randomOf } from './arbitrary.fixture.ts';
import { compiled, read } from './javascript/compiled.fixture.ts';

/** The same calculation as an expression of the language, in SQLite and in PostgreSQL; `?` and `$1` are a date-time, `OTHER` is another, `n` an integer. */
const calculations: readonly (readonly [expression: string, sqlite: string, postgres: string])[] = [
  ['date(now)', 'date(?)', 'to_char($1, $3)'],
  ['date(now) + days(n)', "date(?, n || ' days')", "to_char($1 + n * interval '1 day', $3)"],
  ['date(now) - days(n)', "date(?, -n || ' days')", "to_char($1 - n * interval '1 day', $3)"],
  ['date(now) + months(n)', "date(?, n || ' months', 'floor')", "to_char($1::date + n * interval '1 month', $3)"],
  ['date(now - months(n))', "date(?, -n || ' months', 'floor')", "to_char($1 - n * interval '1 month', $3)"],
  ['date(now + hours(n))', "date(?, n || ' hours')", "to_char($1 + n * interval '1 hour', $3)"],
  ['date(now - minutes(n))', "date(?, -n || ' minutes')", "to_char($1 - n * interval '1 minute', $3)"],
  ['date(now + seconds(n))', "date(?, n || ' seconds')", "to_char($1 + n * interval '1 second', $3)"],
  ['date(timestamp(n * 86399))', "date(n * 86399 + 0 * length(?), 'unixepoch')", 'to_char($2 + n * interval $4, $3)'],
  [
    '(date(now) - date(created_at)).getDays()',
    "julianday(date(?)) - julianday(date('OTHER'))",
    "$1::date - date 'OTHER'",
  ],
  ['now.getFullYear()', "strftime('%Y', ?)", 'extract(year from $1)'],
  ['now.getMonth() + 1', "strftime('%m', ?)", 'extract(month from $1)'],
  ['now.getDate()', "strftime('%d', ?)", 'extract(day from $1)'],
  ['now.getDayOfWeek()', "strftime('%w', ?)", 'extract(dow from $1)'],
  ['now.getDayOfYear() + 1', "strftime('%j', ?)", 'extract(doy from $1)'],
  ['now.getHours()', "strftime('%H', ?)", 'extract(hour from $1)'],
  ['now.getMinutes()', "strftime('%M', ?)", 'extract(minute from $1)'],
  ['now.getSeconds()', "strftime('%S', ?)", 'trunc(extract(second from $1))'],
];

const first = Date.parse('0006-01-01T00:00:00.000Z');
const last = Date.parse('9990-12-31T23:59:59.999Z');

/** The SQL of a calculation with its values. */
function fill(sql: string, text: string, other: string): string {
  return sql
    .replaceAll('?', `'${text}'`)
    .replaceAll('$1', `timestamp '${text.slice(0, -1)}'`)
    .replaceAll('$2', "timestamp '1970-01-01'")
    .replaceAll('$3', "'YYYY-MM-DD'")
    .replaceAll('$4', "'86399 seconds'")
    .replaceAll('OTHER', other);
}

/** A moment of all years, often at the edge of a month. */
function momentOf(random: Random): number {
  const moment = Math.floor(first + random() * (last - first));
  if (random() < 0.5) return moment;
  const date = new Date(moment);
  date.setUTCDate(pick(random, [1, 28, 29, 30, 31]));
  return date.getTime();
}

test('dates and date-times are calculated in JavaScript as in SQLite and in PostgreSQL', async (context) => {
  const database = new DatabaseSync(':memory:');
  context.after(() => database.close());
  const address = await freshDatabase();
  const client = new Client({ connectionString: address });
  await client.connect();
  context.after(() => client.end());
  const random = randomOf(5);
  const run = calculations.map(([text]) => compiled(read(text).tree!));
  const wanted = runs(3000);
  for (let done = 0; done < wanted; done += calculations.length) {
    const now = momentOf(random);
    const n = Math.floor(random() * 25) - 12;
    const text = new Date(now).toISOString();
    const other = new Date(now + Math.floor((random() - 0.5) * 2e11)).toISOString();
    const here = run.map((calculate) => String(calculate({ now, record: { n, created_at: other } })));
    const inSqlite = `SELECT ${calculations.map(([, sql], at) => `${fill(sql, text, other)} AS c${at}`).join(', ')}`;
    const sqliteRow = Object.values(database.prepare(`${inSqlite} FROM (SELECT ${n} AS n)`).get()!);
    const inPostgres = `SELECT ${calculations.map(([, , sql]) => fill(sql, text, other)).join(', ')}`;
    const { rows } = await client.query({ text: `${inPostgres} FROM (SELECT ${n} AS n) AS x`, rowMode: 'array' });
    const found = (row: readonly unknown[]): string[] =>
      row.map((value, at) => (/^\d\d\d\d-/.test(here[at]!) ? String(value) : String(Number(value))));
    assert.deepEqual(here, found(sqliteRow), `${text}, ${n}, SQLite`);
    assert.deepEqual(here, found(rows[0]!), `${text}, ${n}, PostgreSQL`);
  }
});

test('the date of a date-time in a time zone is that of PostgreSQL', async (context) => {
  const address = await freshDatabase();
  const client = new Client({ connectionString: address });
  await client.connect();
  context.after(() => client.end());
  const random = randomOf(6);
  const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'];
  const [least, most] = [Date.parse('1970-01-01T00:00:00.000Z'), Date.parse('2025-01-01T00:00:00.000Z')];
  const asked = Array.from({ length: 2000 }, () => ({
    at: new Date(least + random() * (most - least)).toISOString(),
    zone: pick(random, zones),
  }));
  const { rows } = await client.query({
    text: `SELECT to_char((v ->> 'at')::timestamptz AT TIME ZONE (v ->> 'zone'), 'YYYY-MM-DD HH24 MI')
           FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS x (v, place) ORDER BY place`,
    values: [JSON.stringify(asked)],
    rowMode: 'array',
  });
  for (const [row, { at, zone }] of asked.entries()) {
    const text = `[date(created_at, "${zone}"), string(created_at.getHours("${zone}")), string(created_at.getMinutes("${zone}"))]`;
    const [date, hour, minute] = compiled(read(text).tree!)({ record: { created_at: at } }) as string[];
    assert.equal(`${date} ${hour!.padStart(2, '0')} ${minute!.padStart(2, '0')}`, rows[row]![0], `${at} in ${zone}`);
  }
});
