import type { Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { countingStatements, keyOf, type QuotaLayout } from '../quotas.ts';
import type { Statement } from './connection/connect.ts';
import { quote, quoteText } from './dialect.ts';
import type { SendWrite } from './write-result.ts';

/** The text of a column's value, as a row's value is written in JavaScript. */
function text({ name, storage }: Pick<ColumnLayout, 'name' | 'storage'>): string {
  return storage === 'number' ? `encode(float8send(${quote(name)} + 0), 'hex')` : `${quote(name)}::text`;
}

/** The statements that count all records for the quotas anew. */
export function counting(layout: StoreLayout): readonly string[] {
  return countingStatements(layout.values(), { quote, quoteText, text });
}

/** What a table's quotas ask of its writes. Counters are taken in the order of their names, in the statement of the write. */
export interface Quotas {
  insert(send: SendWrite, row: Row, notUnique: Parameters<SendWrite>[2]): Promise<Conflict | undefined>;
  /** Counts a changed row where its new values belong. */
  move(send: SendWrite, row: Row, was: Row): Promise<Conflict | undefined>;
  /** The text that erases a record and gives back what it was counted for. */
  readonly removing: string;
}

/** Makes what counts the records of a table; undefined for one without quotas. */
export function createQuotas(table: TableLayout, statementOf: (text: string) => Statement): Quotas | undefined {
  const { quotas, columns } = table;
  if (quotas.length === 0) return undefined;
  const keys = (row: Row): readonly (string | undefined)[] => quotas.map((quota) => keyOf(quota, columns, row));
  const insert = statementOf(insertText(table));
  const take = statementOf(takeText(1));
  const giveBack = statementOf('UPDATE nonet_quota SET n = greatest(n - 1, 0) WHERE counter = $1 AND key = $2');
  const never = (): undefined => undefined;
  const untake = (send: SendWrite, { counter }: QuotaLayout, key: string | undefined) =>
    send(giveBack, [counter, key ?? null], never);
  return {
    async insert(send, row, notUnique) {
      const taken = keys(row);
      const values = quotas.flatMap(({ counter, most }, i) => [counter, taken[i] ?? null, most]);
      const done = await send(insert, [...row, ...values], notUnique);
      if ('kind' in done) return done;
      const counts = done.rows[0] as readonly boolean[];
      const full = counts.findIndex((count) => !count);
      if (full < 0) return undefined;
      for (let i = 0; i < full; i++) await untake(send, quotas[i]!, taken[i]);
      return { kind: 'quota', limit: quotas[full]!.limit };
    },
    async move(send, row, was) {
      const before = keys(was);
      const after = keys(row);
      for (const [i, quota] of quotas.entries()) {
        if (before[i] === after[i]) continue;
        const done = await send(take, [quota.counter, after[i] ?? null, quota.most], never);
        if (!('kind' in done) && done.rows[0]?.[0] === false) return { kind: 'quota', limit: quota.limit };
        await untake(send, quota, before[i]);
      }
      return undefined;
    },
    removing: removingText(table),
  };
}

/** Takes one of a counter, whose name, key and most stand at three places; a key that is null is not counted. */
function taking(first: number, when: string): string {
  const [counter, key, most] = [first, first + 1, first + 2];
  return `INSERT INTO nonet_quota AS q (counter, key, n) SELECT $${counter}::text, $${key}::text, 1
    WHERE $${key}::text IS NOT NULL AND ${when}
    ON CONFLICT (counter, key) DO UPDATE SET n = q.n + 1 WHERE q.n < $${most}::bigint RETURNING 1`;
}

function takeText(first: number): string {
  return `WITH taken AS (${taking(first, 'TRUE')}) SELECT $${first + 1}::text IS NULL OR EXISTS (SELECT 1 FROM taken)`;
}

/** Each counter is taken when the one before it was, then the row is written; answers which were taken. */
function insertText({ table, columns, quotas }: TableLayout): string {
  const first = (i: number): number => columns.length + 1 + 3 * i;
  const was = (i: number): string => `($${first(i) + 1}::text IS NULL OR EXISTS (SELECT 1 FROM taken${i}))`;
  const all = (count: number): string =>
    quotas
      .slice(0, count)
      .map((_, i) => was(i))
      .join(' AND ') || 'TRUE';
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const holes = columns.map((_, i) => `$${i + 1}`).join(', ');
  const taken = quotas.map((_, i) => `taken${i} AS (${taking(first(i), all(i))})`);
  const put = `put AS (INSERT INTO ${quote(table)} (${names}) SELECT ${holes} WHERE ${all(quotas.length)})`;
  return `WITH ${[...taken, put].join(',\n')} SELECT ${quotas.map((_, i) => was(i)).join(', ')}`;
}

function removingText({ table, columns, identity, quotas }: TableLayout): string {
  const shown = quotas.map(({ at }) => (at === undefined ? "''" : text(columns[at]!)));
  const gone = `gone AS (DELETE FROM ${quote(table)} WHERE ${quote(identity.name)} = $1
    RETURNING ${shown.map((text, i) => `${text} AS key${i}`).join(', ')})`;
  const counters = quotas.map(({ counter }, i) => `(${quoteText(counter)}, gone.key${i})`).join(', ');
  return `WITH ${gone} UPDATE nonet_quota AS q SET n = greatest(q.n - 1, 0) FROM gone
    WHERE (q.counter, q.key) IN (${counters})`;
}
