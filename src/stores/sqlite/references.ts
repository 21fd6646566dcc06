import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Plan } from '../../plan/plan.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { Row } from '../../steps/record.ts';
import type { Conflict } from '../../steps/store.ts';
import { holderAlive } from '../holders.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { gatheredFor } from '../references.ts';
import { bind, columnTypes, quote } from './dialect.ts';

/** The references inside lists, maps and objects of one table's records, and those that lead to its records. */
export interface References {
  add(row: Row): void;
  /** Those of a row that takes the place of another. */
  change(row: Row, was: Row | undefined): void;
  remove(id: unknown): void;
  /** Whether a record other than the one itself still refers to it. */
  referredBy(id: unknown): Conflict | undefined;
  /** The same of a record that is not gone. */
  referredByAlive(id: unknown): Conflict | undefined;
}

/** Makes what keeps references of a table's records; undefined where none stand inside them and none can lead to them. */
export function createReferences(
  database: DatabaseSync,
  layout: StoreLayout,
  table: TableLayout,
): References | undefined {
  const { inside, resource, insideOf } = table;
  if (inside.length === 0 && insideOf.length === 0) return undefined;
  const identityAt = table.columns.indexOf(table.identity);
  const target = database.prepare('INSERT INTO nonet_referred (other, target) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const insert = database.prepare(
    'INSERT INTO nonet_reference (other, target, resource, field, id) VALUES (?, ?, ?, ?, ?)',
  );
  const removeField = database.prepare('DELETE FROM nonet_reference WHERE resource = ? AND id = ? AND field = ?');
  const remove = database.prepare('DELETE FROM nonet_reference WHERE resource = ? AND id = ?');
  const forget = database.prepare('DELETE FROM nonet_referred WHERE other = ? AND target = ?');
  const finding = `SELECT resource, field FROM nonet_reference
     WHERE other = ? AND target = ? AND NOT (resource = ? AND id = ?)`;
  const find = database.prepare(`${finding} LIMIT 1`);
  const typed = (text: string, storage: StorageClass): string => `CAST(${text} AS ${columnTypes[storage]})`;
  const findAlive = database.prepare(`${finding} AND ${holderAlive(layout, table, { quote, typed })} LIMIT 1`);
  find.setReturnArrays(true);
  findAlive.setReturnArrays(true);
  const { name } = resource;
  const put = (row: Row, { field, at, of }: TableLayout['inside'][number]): void => {
    const text = row[at];
    if (typeof text !== 'string') return;
    for (const one of of(text)) {
      target.run(one.other, one.target);
      insert.run(one.other, one.target, name, field, String(row[identityAt]));
    }
  };
  const referred = (statement: StatementSync, id: unknown): Conflict | undefined => {
    if (insideOf.length === 0) return undefined;
    const found = statement.get(name, String(id), name, String(id)) as unknown as readonly [string, string] | undefined;
    return found === undefined ? undefined : { kind: 'still referenced', resource: found[0], field: found[1] };
  };
  return {
    add(row) {
      for (const one of inside) put(row, one);
    },
    change(row, was) {
      for (const one of inside) {
        if (was !== undefined && row[one.at] === was[one.at]) continue;
        removeField.run(name, String(row[identityAt]), one.field);
        put(row, one);
      }
    },
    remove(id) {
      if (inside.length > 0) remove.run(name, String(id));
      if (insideOf.length > 0) forget.run(name, String(id));
    },
    referredBy: (id) => referred(find, id),
    referredByAlive: (id) => referred(findAlive, id),
  };
}

/** Gathers the references of all records, unless that was done for these very fields. */
export function settleReferences(database: DatabaseSync, plan: Plan, layout: StoreLayout): void {
  const needed = gatheredFor(plan, [...layout.values()]);
  const kept = database.prepare(`SELECT value FROM nonet_meta WHERE name = 'references'`).get()?.value ?? '';
  if (kept === needed) return;
  database.exec('DELETE FROM nonet_reference; DELETE FROM nonet_referred');
  for (const table of layout.values()) {
    const references = table.inside.length === 0 ? undefined : createReferences(database, layout, table);
    if (references === undefined) continue;
    const columns = table.columns.map(({ name }) => quote(name)).join(', ');
    const identity = quote(table.identity.name);
    const at = table.columns.indexOf(table.identity);
    const first = database.prepare(`SELECT ${columns} FROM ${quote(table.table)} ORDER BY ${identity} LIMIT 1000`);
    const next = database.prepare(
      `SELECT ${columns} FROM ${quote(table.table)} WHERE ${identity} > ? ORDER BY ${identity} LIMIT 1000`,
    );
    for (const statement of [first, next]) {
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
    }
    let rows = first.all() as unknown as readonly Row[];
    while (rows.length > 0) {
      for (const row of rows) references.add(row);
      rows = next.all(bind(rows.at(-1)![at], table.identity.storage) as string) as unknown as readonly Row[];
    }
  }
  database
    .prepare(
      `INSERT INTO nonet_meta (name, value) VALUES ('references', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
    )
    .run(needed);
}
