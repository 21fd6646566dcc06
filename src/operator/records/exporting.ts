import { compile } from '../../codegen/compile.ts';
import { stringifyExact } from '../../codegen/json/text.ts';
import type { Draft, RecordValue } from '../../contracts/record.ts';
import { isStoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { type ColumnLayout, createLayout, type StoreLayout, type TableLayout } from '../../stores/layout.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { readAllEvents } from '../../stores/transfer/events.ts';
import { readVersions } from '../../stores/transfer/subscriptions.ts';
import { mustFit, readAllCredentials, readLastNumbers, readRows } from '../../stores/transfer.ts';

/** The records to export, and their destination. */
export interface Exporting {
  readonly resources: readonly string[];
  readonly credentials: boolean;
  readonly events: boolean;
  /** Notes the hash of a file that a record names. */
  content?(hash: string): void;
  line(text: string): Promise<void> | void;
  progress(records: number): void;
}

/** Writes one snapshot as JSON lines: records, the last numbers of sequences and, if requested, credentials and events. Returns the number of records. */
export async function exportAll(store: MigrationStore, plan: Plan, exporting: Exporting): Promise<number> {
  let count = 0;
  await store.begin(false);
  try {
    await mustFit(store, plan);
    const compiled = compile(plan);
    for (const table of orderTables(plan, exporting.resources)) {
      const { resource } = table;
      const code = compiled.resources.get(resource.name)!;
      const versions = await readVersions(store, plan, table);
      const files = resource.fields.flatMap(({ name, schema }) => (schema.type === 'file' ? [name] : []));
      const states = resource.fields.filter((field) => field.state === true).map(({ name }) => name);
      for await (const rows of readRows(store, table)) {
        for (const row of rows) {
          const since = Object.fromEntries(states.map((name, at) => [name, row[1 + at]]));
          const record = showFiles(code.toRecord(row), files, exporting);
          const apiVersion = versions.get(String(record[resource.identity]));
          const facts = { version: Number(row[0]), ...(states.length === 0 ? {} : { since }) };
          const made = apiVersion === undefined ? {} : { apiVersion };
          await exporting.line(stringifyExact({ resource: resource.name, record, ...facts, ...made }));
        }
        count += rows.length;
        exporting.progress(count);
      }
    }
    for (const { resource, field, within, last } of await readLastNumbers(store)) {
      if (!exporting.resources.includes(resource)) continue;
      await exporting.line(stringifyExact({ sequence: `${resource}.${field}`, within, last }));
    }
    if (exporting.credentials) {
      for (const credential of await readAllCredentials(store)) await exporting.line(stringifyExact({ credential }));
    }
    if (exporting.events) {
      for await (const event of readAllEvents(store)) await exporting.line(stringifyExact({ event }));
    }
  } finally {
    await store.rollback();
  }
  return count;
}

/** Returns a record with its files as they are stored, with their hashes. */
function showFiles(record: RecordValue, files: readonly string[], { content }: Exporting): RecordValue {
  if (files.length === 0) return record;
  const shown: Draft = { ...record };
  for (const name of files) {
    const file = record[name];
    if (!isStoredFile(file)) continue;
    content?.(file.hash);
    shown[name] = { ...file };
  }
  return shown;
}

/** Sorts tables so that referenced ones come first; in a cycle, those with required references. */
export function orderTables(plan: Plan, names: readonly string[]): readonly TableLayout[] {
  const layout = createLayout(plan);
  const byRefs = sortByReferences(layout, [...layout.values()], () => true);
  return sortByReferences(layout, byRefs, ({ always }) => always).filter(({ resource }) =>
    names.includes(resource.name),
  );
}

/** Sorts each table after the tables that its columns reference. */
function sortByReferences(
  layout: StoreLayout,
  tables: readonly TableLayout[],
  follows: (column: ColumnLayout) => boolean,
): readonly TableLayout[] {
  const order = new Set<TableLayout>();
  const met = new Set<TableLayout>();
  const visit = (table: TableLayout): void => {
    if (met.has(table)) return;
    met.add(table);
    for (const column of table.columns) {
      if (column.refers !== undefined && follows(column)) visit(layout.get(column.refers)!);
    }
    order.add(table);
  };
  for (const table of tables) visit(table);
  return [...order];
}
