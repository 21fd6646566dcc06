import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { inlineCondition } from '../queries/expressions.ts';
import { expressions, questions, toSqlValue } from './dialect.ts';
import { quote } from './quote.ts';

/** Finds which constraint a row breaks that SQLite refused: of a new row the identity first, then `uniques` in their order. */
export function createProbe(database: DatabaseSync, table: TableLayout) {
  const name = quote(table.table);
  const columns = table.columns.map((column) => quote(column.name));
  const identityAt = table.columns.indexOf(table.identity);
  const other = `${quote(table.identity.name)} <> ?`;
  const taken = `SELECT 1 FROM ${name} WHERE ${quote(table.identity.name)} = ?`;
  return (row: Row, added: boolean): Conflict | undefined => {
    const values = row.map(toSqlValue);
    const id = values[identityAt]!;
    if (added && database.prepare(taken).get(id) !== undefined) return { kind: 'not unique', unique: -1 };
    const found = table.uniques.findIndex((unique) => {
      const at = unique.columns.map((column) => table.columns.findIndex((otherColumn) => otherColumn.name === column));
      const same = unique.columns.map((column) => `${quote(column)} = ?`).join(' AND ');
      const holds = unique.while === undefined ? 'TRUE' : inlineCondition(questions, expressions, table, unique.while);
      const text = `SELECT 1 FROM ${name} WHERE ${same} AND ${other} AND (${holds})`;
      if (database.prepare(text).get(...at.map((index) => values[index]!), id) === undefined) return false;
      if (unique.while === undefined) return true;
      const own = `SELECT 1 FROM (SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}) WHERE ${holds}`;
      return database.prepare(own).get(...values) !== undefined;
    });
    return found < 0 ? undefined : { kind: 'not unique', unique: found };
  };
}

/** By field that refers to the table: whether a record other than the one itself still refers to a record of it. */
export function createReferrers(database: DatabaseSync, layout: StoreLayout, table: TableLayout) {
  return table.resource.referredBy.map(({ resource, field }) => {
    const from = layout.get(resource)!;
    const column = quote(from.byField.get(field)!.name);
    const itself = from === table ? `${quote(table.identity.name)} <> ?` : '? IS NOT NULL';
    const text = `SELECT 1 FROM ${quote(from.table)} WHERE ${column} = ? AND ${itself} LIMIT 1`;
    return { statement: database.prepare(text), conflict: { kind: 'still referenced', resource, field } as const };
  });
}
