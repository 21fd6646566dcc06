import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';
import { columnsRead, storedRecord } from '../migration/reading.ts';
import type { MigrationStore } from '../migration/store.ts';
import { StoreError } from '../store-error.ts';
import { bind, questions, quote, quoteText } from './dialect.ts';
import { unopened } from './file/open-error.ts';
import { createOwned } from './file/owned.ts';
import { type Hold, holdAlone } from './file/serving.ts';
import { addFunctions } from './functions.ts';
import { extrasOf, introspect } from './migrate/introspection.ts';
import { createMigrationStatements } from './migrate/statements.ts';
import { counting } from './quotas.ts';
import { tableTexts } from './tables.ts';

/** Who migrates waits so long for who writes. */
const patience = 10_000;
const batch = 500;

/** Opens a database to change its tables; undefined where there is no file. Throws a StoreError when it cannot be opened. */
export function openSqliteMigration(path: string): MigrationStore | undefined {
  const place = resolve(path);
  if (path === ':memory:') {
    throw new StoreError('A store in memory ends with its process, so there is nothing to migrate. Name a file.');
  }
  if (!existsSync(place)) return undefined;
  try {
    const database = new DatabaseSync(place, { timeout: patience, enableForeignKeyConstraints: false });
    addFunctions(database);
    return migrationOf(place, database);
  } catch (error) {
    throw error instanceof StoreError ? error : unopened(place, error);
  }
}

function migrationOf(place: string, database: DatabaseSync): MigrationStore {
  let hold: Hold | undefined;
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const select = (sql: string): StatementSync => {
    const statement = prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    place,
    begin(writing) {
      // References are looked at when all is done; those of other tables keep the names that they have.
      database.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; PRAGMA synchronous = FULL');
      database.exec(writing ? 'BEGIN IMMEDIATE' : 'BEGIN');
    },
    made() {
      const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
      if (tables.length === 0) return undefined;
      if (!tables.some(({ name }) => name === 'nonet_meta')) {
        throw new StoreError(
          `The database ${place} was not made by Nonet: it holds the table \`${tables[0]!.name}\`. A service needs a file of its own.`,
        );
      }
      const value = (name: string): string => {
        return String(database.prepare('SELECT value FROM nonet_meta WHERE name = ?').get(name)?.value ?? 'null');
      };
      const kept = (JSON.parse(value('tables')) ?? []) as TableTexts;
      const plan = JSON.parse(value('plan')) as Plan | null;
      if (plan === null) throw new StoreError(`The database ${place} does not say from which document it was made.`);
      return { plan, kept, catalogue: introspect(database, kept) };
    },
    texts: tableTexts,
    statements: (change, layout) => createMigrationStatements(change, tableTexts(layout), extrasOf(database, change)),
    quoteText,
    counting,
    async *records(stored) {
      const { before } = stored;
      const id = quote(before!.identity.name);
      const from = `SELECT ${columnsRead(stored, questions).join(', ')}, ${id} FROM ${quote(before!.table)}`;
      const first = select(`${from} ORDER BY ${id} LIMIT ${batch}`);
      const next = select(`${from} WHERE ${id} > ? ORDER BY ${id} LIMIT ${batch}`);
      for (let last: SQLInputValue | undefined; ; ) {
        const rows = (last === undefined ? first.all() : next.all(last)) as unknown as SQLInputValue[][];
        if (rows.length === 0) return;
        yield rows.map((row) => storedRecord(stored, row));
        last = rows.at(-1)!.at(-1)!;
      }
    },
    count: (table) => (select(`SELECT count(*) FROM ${quote(table)}`).get() as unknown as readonly [number])[0],
    run(sql, values) {
      if (values === undefined) database.exec(sql);
      else prepare(sql).run(...(values as SQLInputValue[]));
    },
    read: (sql) => select(sql).all() as unknown as readonly (readonly unknown[])[],
    insert({ table, columns }, row) {
      const names = columns.map(({ name }) => quote(name)).join(', ');
      const sql = `INSERT INTO ${quote(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
      prepare(sql).run(...row.map((value, at) => bind(value, columns[at]!.storage) as SQLInputValue));
    },
    set({ table, identity }, { name, storage }, id, value) {
      const values = [bind(value, storage), bind(id, identity.storage)] as SQLInputValue[];
      prepare(`UPDATE ${quote(table)} SET ${quote(name)} = ? WHERE ${quote(identity.name)} = ?`).run(...values);
    },
    copyTo(file) {
      createOwned(file);
      database.prepare('VACUUM INTO ?').run(file);
    },
    keep(name, value) {
      prepare(
        'INSERT INTO nonet_meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      ).run(name, value);
    },
    keepNumber(resource, field, within, last) {
      prepare(
        `INSERT INTO nonet_sequence (resource, field, within, last) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`,
      ).run(resource, field, within, last);
    },
    commit() {
      const dangling = database.prepare('PRAGMA foreign_key_check').all();
      if (dangling.length > 0) {
        throw new StoreError(
          `${dangling.length} references of \`${dangling[0]!.table}\` would name records of \`${dangling[0]!.parent}\` that are not there.`,
        );
      }
      database.exec('COMMIT');
    },
    rollback() {
      if (database.isTransaction) database.exec('ROLLBACK');
    },
    alone() {
      hold ??= holdAlone(place);
    },
    close() {
      database.close();
      hold?.end();
    },
  };
}
