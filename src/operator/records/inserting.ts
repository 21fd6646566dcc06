import type { Row } from '../../contracts/record.ts';
import type { ColumnLayout, TableLayout } from '../../stores/layout.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { CommandError } from '../command-error.ts';

/** A reference that is set after all records are inserted. */
export interface DeferredReference {
  readonly table: TableLayout;
  readonly column: ColumnLayout;
  readonly id: unknown;
  readonly value: unknown;
}

/**
 * Inserts the records of one table, referenced ones first. `written` holds the resources that are complete. Returns the
 * references to other resources, to be set later.
 */
export async function insertAll(
  store: MigrationStore,
  table: TableLayout,
  written: ReadonlySet<string>,
  rows: AsyncIterable<Row>,
  onInsert: () => void,
): Promise<readonly DeferredReference[]> {
  const { name } = table.resource;
  const refs = table.columns.filter(({ refers }) => refers !== undefined && !written.has(refers));
  const own = refs.filter(({ refers }) => refers === name);
  const others = refs.filter(({ refers }) => refers !== name);
  const identity = table.columns.indexOf(table.identity);
  const deferred: DeferredReference[] = [];
  const all: Row[] = [];
  for await (const row of rows) {
    const inserted = [...row];
    for (const column of others) {
      const at = table.columns.indexOf(column);
      if (row[at] === null) continue;
      if (column.always) throw new CommandError(describeReferenceCycle(table, String(row[identity])));
      deferred.push({ table, column, id: row[identity], value: row[at] });
      inserted[at] = null;
    }
    if (own.length > 0) all.push(inserted);
    else {
      await store.insert(table, inserted);
      await noteReferences(store, table, inserted);
      onInsert();
    }
  }
  if (own.length > 0) deferred.push(...(await insertInReferenceOrder(store, table, own, all, onInsert)));
  return deferred;
}

/**
 * Inserts each record after the records of its own table that it references. Of references in a circle, an optional one is left out; those are
 * returned.
 */
async function insertInReferenceOrder(
  store: MigrationStore,
  table: TableLayout,
  own: readonly ColumnLayout[],
  rows: readonly Row[],
  onInsert: () => void,
): Promise<readonly DeferredReference[]> {
  const deferred: DeferredReference[] = [];
  const identity = table.columns.indexOf(table.identity);
  const refs = own.map((column) => table.columns.indexOf(column));
  const waiting = new Map(rows.map((row) => [row[identity], row]));
  /** Leaves out an optional reference of a record to another one; false if it has none. */
  const leaveOut = (row: Row, to: Row): boolean => {
    const at = refs.filter((index) => row[index] === to[identity]);
    if (at.some((index) => table.columns[index]!.always === true)) return false;
    for (const index of at) {
      deferred.push({ table, column: table.columns[index]!, id: row[identity], value: row[index] });
      (row as unknown[])[index] = null;
    }
    return true;
  };
  const visit = async (first: Row): Promise<void> => {
    const path: Row[] = [first];
    while (path.length > 0) {
      const row = path.at(-1)!;
      const next = refs
        .map((at) => waiting.get(row[at]))
        .find((otherRow) => otherRow !== undefined && otherRow !== row);
      if (next !== undefined) {
        const from = path.indexOf(next);
        if (from < 0) path.push(next);
        else {
          const circle = path.slice(from);
          const at = circle.findLastIndex((one, index) => leaveOut(one, circle[index + 1] ?? next));
          if (at < 0) throw new CommandError(describeReferenceCycle(table, String(row[identity])));
          // The record that is left out is inserted later.
          path.length = from + at + 1;
        }
        continue;
      }
      path.pop();
      waiting.delete(row[identity]);
      await store.insert(table, row);
      await noteReferences(store, table, row);
      onInsert();
    }
  };
  for (const row of rows) if (waiting.has(row[identity])) await visit(row);
  return deferred;
}

function describeReferenceCycle({ resource }: TableLayout, id: string): string {
  return `${resource.name} ${id} is part of a cycle of required references, so no record can be inserted first. Leave out one reference and set it afterwards.`;
}

/** Stores the references inside JSON values of a record. */
async function noteReferences(store: MigrationStore, table: TableLayout, row: Row): Promise<void> {
  const id = String(row[table.columns.indexOf(table.identity)]);
  for (const { field, at, of } of table.inside) {
    const text = row[at];
    if (typeof text !== 'string') continue;
    for (const { other, target } of of(text)) {
      const place = [other, target].map((value) => store.quoteText(value)).join(', ');
      const from = [table.resource.name, field, id].map((value) => store.quoteText(value)).join(', ');
      await store.run(`INSERT INTO nonet_reference_target (other, target) VALUES (${place}) ON CONFLICT DO NOTHING`);
      await store.run(
        `INSERT INTO nonet_reference (other, target, resource, field, id) VALUES (${place}, ${from}) ON CONFLICT DO NOTHING`,
      );
    }
  }
}
