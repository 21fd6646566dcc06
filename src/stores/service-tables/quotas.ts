import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { quoteText, type RecordDialect } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { computeQuotaFingerprint, getQuotaGrowth, type QuotaLayout } from '../quotas.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';
import { settleFor } from './settling.ts';

/** Counts the records of one table, inside the transactions that write them. */
export interface Quotas {
  /**
   * Counts a row before it is written, where it was not counted as it `was`, in the order of the limits' names. Returns the first
   * quota that has no room; then nothing is counted.
   */
  take(session: Session, row: Row, was?: Row): MaybePromise<Conflict | undefined>;
  /** Counts the bytes of the files of a row before there is one; returns what it counted. */
  reserve(session: Session, row: Row, was?: Row): MaybePromise<Conflict | readonly Counted[]>;
  /** Stops counting a row where it is not counted as it is `now`. */
  giveBack(session: Session, row: Row, now?: Row): MaybePromise<unknown>;
  /** Stops counting for some counters. */
  release(session: Session, counted: readonly Counted[]): MaybePromise<unknown>;
  /** Erases the record of an identity and stops counting it. */
  erase(session: Session, id: unknown): MaybePromise<unknown>;
}

/** A counter, the value by which it counts a row, and how much it counts it for. */
export type Counted = readonly [quota: QuotaLayout, key: string, amount: number];

/** Creates the counting of a table's records; undefined for a table without quotas. */
export function createQuotas(
  { greatest, types }: ServiceDialect,
  records: RecordDialect,
  table: TableLayout,
): Quotas | undefined {
  const { quotas, columns } = table;
  if (quotas.length === 0) return undefined;
  const text = `UPDATE nonet_quota SET n = ${greatest}(n - $3, 0) WHERE counter = $1 AND key = $2`;
  const [amount, most] = [3, 4].map((at) => `CAST($${at} AS ${types.integer})`);
  const take = `INSERT INTO nonet_quota AS q (counter, key, n) SELECT $1, $2, ${amount} WHERE ${amount} <= ${most}
    ON CONFLICT (counter, key) DO UPDATE SET n = q.n + excluded.n WHERE q.n + excluded.n <= ${most} RETURNING 1`;
  const erase = buildEraseStatement(records, table);
  const counted = (row: Row, other: Row | undefined): readonly Counted[] =>
    quotas.flatMap((quota) => {
      const growth = getQuotaGrowth(quota, columns, row, other);
      return growth === undefined ? [] : [[quota, growth.key, growth.amount] as const];
    });
  const release: Quotas['release'] = (session, rows) =>
    all(rows.map(([{ counter }, key, by]) => session.run(text, [counter, key, by])));
  const takeAll = (session: Session, wanted: readonly Counted[]): MaybePromise<Conflict | undefined> => {
    const from = (at: number): MaybePromise<Conflict | undefined> => {
      const next = wanted[at];
      if (next === undefined) return undefined;
      const [{ counter, most, limit }, key, by] = next;
      return then(session.change(take, [counter, key, by, most]), (taken): MaybePromise<Conflict | undefined> => {
        if (taken !== undefined) return from(at + 1);
        return then(release(session, wanted.slice(0, at)), () => ({ kind: 'quota', limit }));
      });
    };
    return from(0);
  };
  return {
    release,
    take: (session, row, was) => takeAll(session, counted(row, was)),
    reserve(session, row, was) {
      const bytes = counted(row, was).filter(([{ files }]) => files !== undefined);
      return then(takeAll(session, bytes), (full) => full ?? bytes);
    },
    giveBack: (session, row, now) => release(session, counted(row, now)),
    erase: (session, id) =>
      then(session.change(erase, [id]), (keys: Columns | undefined) =>
        release(
          session,
          quotas.flatMap((quota, at): Counted[] => {
            const key = keys?.[at * 2];
            return typeof key === 'string' ? [[quota, key, Number(keys![at * 2 + 1])]] : [];
          }),
        ),
      ),
  };
}

/** The text of how much a quota counts a row for: 1, or the bytes of its files. */
function buildAmount({ queries }: RecordDialect, { columns }: TableLayout, { files }: QuotaLayout): string {
  if (files === undefined) return '1';
  const sizes = files.map(
    (at) => `coalesce(${queries.inside(queries.quote(columns[at]!.name), ['size'], 'integer')}, 0)`,
  );
  return sizes.join(' + ');
}

/** Writes the statement that erases a record and returns for each quota the value by which it counted it, or null, and for how much. */
export function buildEraseStatement(dialect: RecordDialect, layout: TableLayout): string {
  const { queries, keyText } = dialect;
  const { table, columns, identity, quotas } = layout;
  const keys = quotas.map((quota, index) => {
    const column = quota.at === undefined ? undefined : columns[quota.at]!;
    const key = column === undefined ? "''" : keyText(queries.quote(column.name), column.storage);
    return `${key} AS key${index}, ${buildAmount(dialect, layout, quota)} AS amount${index}`;
  });
  return `DELETE FROM ${queries.quote(table)} WHERE ${queries.quote(identity.name)} = $1 RETURNING ${keys.join(', ')}`;
}

/** Adds the space that uploads have reserved to the counters of quotas. */
const countReservedSpace = `INSERT INTO nonet_quota AS q (counter, key, n)
  SELECT counter, key, sum(n) FROM nonet_upload_space WHERE true GROUP BY counter, key
  ON CONFLICT (counter, key) DO UPDATE SET n = q.n + excluded.n`;

/** Builds the statements that count all records for the quotas again, whatever was counted before. */
export function buildCountStatements(dialect: RecordDialect, layout: StoreLayout): readonly string[] {
  const { keyText } = dialect;
  const { quote } = dialect.queries;
  const statements = ['DELETE FROM nonet_quota'];
  for (const own of layout.values()) {
    const { table, columns, quotas } = own;
    for (const quota of quotas) {
      const column = quota.at === undefined ? undefined : columns[quota.at]!;
      const name = column === undefined ? '' : quote(column.name);
      const key = column === undefined ? "''" : keyText(name, column.storage);
      const count = quota.files === undefined ? 'count(*)' : `coalesce(sum(${buildAmount(dialect, own, quota)}), 0)`;
      const having = column === undefined ? ' WHERE true' : ` WHERE ${name} IS NOT NULL GROUP BY 2`;
      statements.push(
        `INSERT INTO nonet_quota AS q (counter, key, n) SELECT ${quoteText(quota.counter)}, ${key}, ${count} FROM ${quote(table)}${having} ON CONFLICT (counter, key) DO UPDATE SET n = q.n + excluded.n`,
      );
    }
  }
  statements.push(countReservedSpace);
  return statements;
}

/** Counts the records of a database for its quotas, unless that was done for the same document; no transaction writes meanwhile. */
export function settleQuotas(
  session: Session,
  dialect: ServiceDialect,
  records: RecordDialect,
  plan: Plan,
  layout: StoreLayout,
): MaybePromise<void> {
  const tables = [...layout.values()];
  const counted = tables.filter(({ quotas }) => quotas.length > 0);
  return settleFor(session, dialect, 'quotas', computeQuotaFingerprint(plan, tables), {
    locked: counted.map(({ table }) => records.queries.quote(table)),
    work: () => all(buildCountStatements(records, layout).map((text) => session.run(text))),
  });
}
