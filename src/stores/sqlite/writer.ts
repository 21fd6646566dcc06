import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Row } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import { holdsSecrets, listReferringColumns, type StoreLayout, type TableLayout } from '../layout.ts';
import { inlineCondition } from '../queries/expressions.ts';
import { forgetSubscriber } from '../service-tables/ended-subscribers.ts';
import { createQuotas, type Quotas } from '../service-tables/quotas.ts';
import { createReferences, forgetText } from '../service-tables/references.ts';
import { forgetReplaced } from '../service-tables/replaced-secrets.ts';
import { bind, expressions, questions, records, toSqlValue } from './dialect.ts';
import { quote } from './quote.ts';
import { serviceDialect } from './service-dialect.ts';
import { SqliteSession, type Statements } from './session.ts';

const uniqueViolated = 2067;
const primaryKeyViolated = 1555;

/** Writes to one table with prepared statements. */
export interface Writer {
  /** Undefined for a table without quotas. */
  readonly quotas: Quotas | undefined;
  insert(row: Row): Conflict | undefined;
  update(id: unknown, row: Row, was: Row | undefined): Conflict | undefined;
  /** As `Transaction.exchange`. */
  exchange(id: unknown, field: string, was: string, text: string): boolean;
  delete(id: unknown): Conflict | undefined;
  /** As `Transaction.referredInside`. */
  referredInside(id: unknown): Conflict | undefined;
}

/** Makes the writer of a table over a connection. */
export function createWriter(
  database: DatabaseSync,
  layout: StoreLayout,
  table: TableLayout,
  statements: Statements,
): Writer {
  const session = new SqliteSession(statements);
  const keepsSecrets = holdsSecrets(table);
  const unsubscribe =
    table.subscriptions === true
      ? database.prepare('DELETE FROM nonet_subscription WHERE resource = ? AND id = ?')
      : undefined;
  const name = quote(table.table);
  const identityAt = table.columns.indexOf(table.identity);
  const id = quote(table.identity.name);
  const version = quote(table.columns[0]!.name);
  const names = table.columns.map((column) => quote(column.name));
  const insert = database.prepare(
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const setting = createSetting(database, names, `UPDATE ${name} SET`, `WHERE ${id} = ? AND ${version} = ?`);
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${id} = ?`);
  const conflictOf = createProbe(database, table);
  const referrers = createReferrers(database, layout, table);
  const forInsert: SQLInputValue[] = table.columns.map(() => null);
  const quotas = createQuotas(serviceDialect, records, table);
  const references = createReferences(serviceDialect, records, layout, table, (_, values) => {
    session.run(forgetText, values);
    return undefined;
  });
  const key = (value: unknown): SQLInputValue => bind(value, table.identity.storage) as SQLInputValue;

  const run = (row: Row, statement: StatementSync, values: SQLInputValue[]): Conflict | undefined | number | bigint => {
    try {
      return statement.run(...values).changes;
    } catch (error) {
      const code = (error as { readonly errcode?: number }).errcode;
      const conflict =
        code === uniqueViolated || code === primaryKeyViolated ? conflictOf(row, statement === insert) : undefined;
      if (conflict === undefined) throw error;
      return conflict;
    }
  };
  return {
    quotas,
    insert(row) {
      const full = quotas?.take(session, row) as Conflict | undefined;
      if (full !== undefined) return full;
      for (let index = 0; index < forInsert.length; index++) forInsert[index] = toSqlValue(row[index]);
      const done = run(row, insert, forInsert);
      if (typeof done === 'object') {
        quotas?.giveBack(session, row);
        return done;
      }
      references?.add(session, row);
      return undefined;
    },
    update(identity, row, was) {
      const full = (was === undefined ? undefined : quotas?.take(session, row, was)) as Conflict | undefined;
      if (full !== undefined) return full;
      const values: SQLInputValue[] = [];
      let columns = '';
      for (let index = 0; index < row.length; index++) {
        const value = toSqlValue(row[index]);
        if (index === identityAt || (was !== undefined && value === toSqlValue(was[index]))) continue;
        values.push(value);
        columns += String.fromCharCode(index);
      }
      values.push(key(identity), (row[0] as number) - 1);
      const done = run(row, setting(columns), values);
      if (typeof done === 'object') {
        if (was !== undefined) quotas?.giveBack(session, row, was);
        return done;
      }
      if (was !== undefined) quotas?.giveBack(session, was, row);
      if (Number(done) === 1) {
        references?.change(session, row, was);
        return undefined;
      }
      throw new Error(`no ${table.resource.name} \`${identity}\` has the version ${(row[0] as number) - 1}`);
    },
    exchange(identity, field, was, text) {
      const column = quote(table.byField.get(field)!.name);
      const sql = `UPDATE ${name} SET ${column} = $1 WHERE ${id} = $2 AND ${column} = $3`;
      return session.run(sql, [text, key(identity), was]) === 1;
    },
    delete(identity) {
      const bound = key(identity);
      for (const { statement, conflict } of referrers) if (statement.get(bound, bound) !== undefined) return conflict;
      const inside = references?.referredBy(session, identity) as Conflict | undefined;
      if (inside !== undefined) return inside;
      if (quotas === undefined) remove.run(bound);
      else quotas.erase(session, bound);
      references?.remove(session, identity);
      if (keepsSecrets) forgetReplaced(session, table.resource.name, identity);
      unsubscribe?.run(table.resource.name, String(identity));
      for (const route of table.routes) forgetSubscriber(session, serviceDialect, `${route} ${identity}`);
      return undefined;
    },
    referredInside: (identity) => references?.referredByAlive(session, identity) as Conflict | undefined,
  };
}

/** More sets of columns than this are held only where a table is wide; the oldest is then prepared again. */
const heldSettings = 500;

/**
 * Returns the statement that sets some columns, each encoded by the character with its index: SQLite rewrites the entries of every index
 * whose columns are set, changed or not.
 */
function createSetting(
  database: DatabaseSync,
  names: readonly string[],
  before: string,
  after: string,
): (columns: string) => StatementSync {
  const held = new Map<string, StatementSync>();
  return (columns) => {
    const known = held.get(columns);
    if (known !== undefined) return known;
    const set = Array.from(columns, (column) => `${names[column.charCodeAt(0)]} = ?`);
    const made = database.prepare(`${before} ${set.join(', ')} ${after}`);
    if (held.size >= heldSettings) held.delete(held.keys().next().value!);
    held.set(columns, made);
    return made;
  };
}

/** Finds which constraint a row breaks that SQLite refused: of a new row the identity first, then `uniques` in their order. */
function createProbe(database: DatabaseSync, table: TableLayout) {
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
      const same = unique.columns
        .map((column, place) => {
          const isFolded = unique.ignoring === 'case' && place === 0;
          return isFolded
            ? `${expressions.letters(quote(column), 'lower')} = ${expressions.letters('?', 'lower')}`
            : `${quote(column)} = ?`;
        })
        .join(' AND ');
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
function createReferrers(database: DatabaseSync, layout: StoreLayout, table: TableLayout) {
  return listReferringColumns(layout, table).map(({ from, column: { name }, resource, field }) => {
    const column = quote(name);
    const itself = from === table ? `${quote(table.identity.name)} <> ?` : '? IS NOT NULL';
    const text = `SELECT 1 FROM ${quote(from.table)} WHERE ${column} = ? AND ${itself} LIMIT 1`;
    return { statement: database.prepare(text), conflict: { kind: 'still referenced', resource, field } as const };
  });
}
