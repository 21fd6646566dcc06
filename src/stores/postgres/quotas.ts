import type { Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import { quoteText } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { getQuotaGrowth } from '../quotas.ts';
import { buildEraseStatement, type Counted, createQuotas, type Quotas } from '../service-tables/quotas.ts';
import type { Statement } from './connection/connect.ts';
import { records } from './dialect.ts';
import { quote } from './quote.ts';
import { SendingSession } from './references.ts';
import { serviceDialect } from './service-dialect.ts';
import type { SendWrite } from './write-result.ts';

/** The quotas of a table for its writes. New and erased records are counted in the statement of the write, in one trip. */
export interface WriteQuotas extends Omit<Quotas, 'erase'> {
  insert(send: SendWrite, row: Row, notUnique: Parameters<SendWrite>[2]): Promise<Conflict | undefined>;
  /** The text that erases a record and gives back what it was counted for. */
  readonly removing: string;
}

/** Creates the counting of a table's records; undefined for a table without quotas. */
export function createWriteQuotas(
  table: TableLayout,
  statementOf: (text: string) => Statement,
): WriteQuotas | undefined {
  const { quotas, columns } = table;
  const counting = createQuotas(serviceDialect, records, table);
  if (counting === undefined) return undefined;
  const insert = statementOf(insertText(table));
  return {
    ...counting,
    async insert(send, row, notUnique) {
      const taken = quotas.map((quota) => getQuotaGrowth(quota, columns, row));
      const values = quotas.flatMap(({ counter, most }, at) => [
        ...[counter, taken[at]?.key ?? null],
        ...[most, taken[at]?.amount ?? 0],
      ]);
      const done = await send(insert, [...row, ...values], notUnique);
      if ('kind' in done) return done;
      const counts = done.rows[0] as readonly boolean[];
      const full = counts.findIndex((count) => !count);
      if (full < 0) return undefined;
      const before = quotas.slice(0, full).flatMap((quota, at): Counted[] => {
        const growth = taken[at];
        return growth === undefined ? [] : [[quota, growth.key, growth.amount]];
      });
      await counting.release(new SendingSession(send, statementOf), before);
      return { kind: 'quota', limit: quotas[full]!.limit };
    },
    removing: buildRemoveStatement(table),
  };
}

/** Takes from a counter, whose name, key, maximum and amount are four parameters; a null key is not counted. */
function buildTakeStatement(first: number, when: string): string {
  const [counter, key, most, amount] = [first, first + 1, first + 2, first + 3];
  return `INSERT INTO nonet_quota AS q (counter, key, n) SELECT $${counter}::text, $${key}::text, $${amount}::bigint
    WHERE $${key}::text IS NOT NULL AND $${amount}::bigint <= $${most}::bigint AND ${when}
    ON CONFLICT (counter, key) DO UPDATE SET n = q.n + excluded.n
    WHERE q.n + excluded.n <= $${most}::bigint RETURNING 1`;
}

/** Each counter is taken if the previous one was, then the row is written; the result lists the counters that were taken. */
function insertText({ table, columns, quotas }: TableLayout): string {
  const first = (i: number): number => columns.length + 1 + 4 * i;
  const was = (i: number): string => `($${first(i) + 1}::text IS NULL OR EXISTS (SELECT 1 FROM taken${i}))`;
  const all = (count: number): string =>
    quotas
      .slice(0, count)
      .map((_, i) => was(i))
      .join(' AND ') || 'TRUE';
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const holes = columns.map((_, i) => `$${i + 1}`).join(', ');
  const taken = quotas.map((_, i) => `taken${i} AS (${buildTakeStatement(first(i), all(i))})`);
  const put = `put AS (INSERT INTO ${quote(table)} (${names}) SELECT ${holes} WHERE ${all(quotas.length)})`;
  return `WITH ${[...taken, put].join(',\n')} SELECT ${quotas.map((_, i) => was(i)).join(', ')}`;
}

function buildRemoveStatement(table: TableLayout): string {
  const counters = table.quotas.map(
    ({ counter }, i) => `(${quoteText(counter)}, gone.key${i}, (gone.amount${i})::bigint)`,
  );
  return `WITH gone AS (${buildEraseStatement(records, table)})
    UPDATE nonet_quota AS q SET n = greatest(q.n - c.amount, 0)
    FROM gone CROSS JOIN LATERAL (VALUES ${counters.join(', ')}) AS c (counter, key, amount)
    WHERE q.counter = c.counter AND q.key = c.key`;
}
