import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { countingStatements, keyOf, type QuotaLayout } from '../quotas.ts';
import { quote, quoteText } from './dialect.ts';

/** The text of a column's value, as a row's value is written in JavaScript. */
function text({ name, storage }: ColumnLayout): string {
  const column = quote(name);
  if (storage === 'boolean') return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`;
  return storage === 'number' ? `nonet_bits(${column})` : `CAST(${column} AS TEXT)`;
}

/** The statements that count all records for the quotas anew. */
export function counting(layout: StoreLayout): readonly string[] {
  return countingStatements(layout.values(), { quote, quoteText, text });
}

/** What a table's quotas ask of its writes, each inside the transaction of the write. */
export interface Quotas {
  /** The first quota that has no room for a row; one that counts it already, as it `was`, needs none. */
  full(row: Row, was?: Row): Conflict | undefined;
  /** Counts a row that was written, in place of what it was. */
  add(row: Row, was?: Row): void;
  /** Gives back what a record is counted for, as it stands in the table; called before it is erased. */
  giveBack(id: unknown): void;
}

/** A flag is read as a whole number, and all of these as BigInts: the large ones would not be exact. */
function flag(value: unknown): unknown {
  return value === 1n ? 1 : value;
}

/** Makes what counts the records of a table; undefined for one without quotas. */
export function createQuotas(database: DatabaseSync, table: TableLayout): Quotas | undefined {
  const { quotas, columns } = table;
  if (quotas.length === 0) return undefined;
  const find = database.prepare('SELECT n FROM nonet_quota WHERE counter = ? AND key = ?');
  const change = database.prepare(
    `INSERT INTO nonet_quota (counter, key, n) VALUES (?, ?, max(?3, 0))
     ON CONFLICT DO UPDATE SET n = max(n + ?3, 0)`,
  );
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const stored = database.prepare(`SELECT ${names} FROM ${quote(table.table)} WHERE ${quote(table.identity.name)} = ?`);
  stored.setReturnArrays(true);
  stored.setReadBigInts(true);
  /** The quotas that count a row and did not count it as it was, each with its value. */
  const counted = (row: Row, was: Row | undefined): readonly (readonly [QuotaLayout, string])[] =>
    quotas.flatMap((quota) => {
      const key = keyOf(quota, columns, row);
      const same = key === undefined || (was !== undefined && keyOf(quota, columns, was) === key);
      return same ? [] : [[quota, key] as const];
    });
  return {
    full(row, was) {
      for (const [{ limit, counter, most }, key] of counted(row, was)) {
        const n = find.get(counter, key)?.n ?? 0;
        if (Number(n) >= most) return { kind: 'quota', limit };
      }
      return undefined;
    },
    add(row, was) {
      for (const [{ counter }, key] of counted(row, was)) change.run(counter, key, 1);
      if (was === undefined) return;
      for (const [{ counter }, key] of counted(was, row)) change.run(counter, key, -1);
    },
    giveBack(id) {
      const row = stored.get(id as string) as unknown as Row | undefined;
      for (const [{ counter }, key] of row === undefined ? [] : counted(row.map(flag), undefined)) {
        change.run(counter, key, -1);
      }
    },
  };
}
