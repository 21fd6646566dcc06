import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { quoteText, type RecordDialect } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { computeQuotaFingerprint, getQuotaKey, type QuotaLayout } from '../quotas.ts';
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
  /** Stops counting a row where it is not counted as it is `now`. */
  giveBack(session: Session, row: Row, now?: Row): MaybePromise<unknown>;
  /** Stops counting for some counters. */
  release(session: Session, counted: readonly Counted[]): MaybePromise<unknown>;
  /** Erases the record of an identity and stops counting it. */
  erase(session: Session, id: unknown): MaybePromise<unknown>;
}

/** A counter, and the value by which it counts a row. */
export type Counted = readonly [quota: QuotaLayout, key: string];

const take = `INSERT INTO nonet_quota AS q (counter, key, n) VALUES ($1, $2, 1)
  ON CONFLICT (counter, key) DO UPDATE SET n = q.n + 1 WHERE q.n < $3 RETURNING 1`;

/** Creates the counting of a table's records; undefined for a table without quotas. */
export function createQuotas(
  { greatest }: ServiceDialect,
  records: RecordDialect,
  table: TableLayout,
): Quotas | undefined {
  const { quotas, columns } = table;
  if (quotas.length === 0) return undefined;
  const text = `UPDATE nonet_quota SET n = ${greatest}(n - 1, 0) WHERE counter = $1 AND key = $2`;
  const erase = buildEraseStatement(records, table);
  const counted = (row: Row, other: Row | undefined): readonly Counted[] =>
    quotas.flatMap((quota) => {
      const key = getQuotaKey(quota, columns, row);
      const isSame = key === undefined || (other !== undefined && getQuotaKey(quota, columns, other) === key);
      return isSame ? [] : [[quota, key] as const];
    });
  const release: Quotas['release'] = (session, rows) =>
    all(rows.map(([{ counter }, key]) => session.run(text, [counter, key])));
  return {
    release,
    take(session, row, was) {
      const wanted = counted(row, was);
      const from = (at: number): MaybePromise<Conflict | undefined> => {
        const next = wanted[at];
        if (next === undefined) return undefined;
        const [{ counter, most, limit }, key] = next;
        return then(session.change(take, [counter, key, most]), (taken): MaybePromise<Conflict | undefined> => {
          if (taken !== undefined) return from(at + 1);
          return then(release(session, wanted.slice(0, at)), () => ({ kind: 'quota', limit }));
        });
      };
      return from(0);
    },
    giveBack: (session, row, now) => release(session, counted(row, now)),
    erase: (session, id) =>
      then(session.change(erase, [id]), (keys: Columns | undefined) =>
        release(
          session,
          quotas.flatMap((quota, at): Counted[] => (typeof keys?.[at] === 'string' ? [[quota, keys[at]]] : [])),
        ),
      ),
  };
}

/** Writes the statement that erases a record and returns the value by which each quota counted it, or null. */
export function buildEraseStatement(
  { queries, keyText }: RecordDialect,
  { table, columns, identity, quotas }: TableLayout,
): string {
  const keys = quotas.map(({ at }, index) => {
    const column = at === undefined ? undefined : columns[at]!;
    return `${column === undefined ? "''" : keyText(queries.quote(column.name), column.storage)} AS key${index}`;
  });
  return `DELETE FROM ${queries.quote(table)} WHERE ${queries.quote(identity.name)} = $1 RETURNING ${keys.join(', ')}`;
}

/** Builds the statements that count all records for the quotas again, whatever was counted before. */
export function buildCountStatements(dialect: RecordDialect, layout: StoreLayout): readonly string[] {
  const { keyText } = dialect;
  const { quote } = dialect.queries;
  const statements = ['DELETE FROM nonet_quota'];
  for (const { table, columns, quotas } of layout.values()) {
    for (const { counter, at } of quotas) {
      const column = at === undefined ? undefined : columns[at]!;
      const name = column === undefined ? '' : quote(column.name);
      const key = column === undefined ? "''" : keyText(name, column.storage);
      const having = column === undefined ? '' : ` WHERE ${name} IS NOT NULL GROUP BY 2`;
      statements.push(
        `INSERT INTO nonet_quota (counter, key, n) SELECT ${quoteText(counter)}, ${key}, count(*) FROM ${quote(table)}${having}`,
      );
    }
  }
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
