import { compile } from '../code/compile.ts';
import { jsonText } from '../code/json-text.ts';
import type { Plan } from '../plan/plan.ts';
import { layoutOf } from '../stores/layout.ts';
import type { MigrationStore } from '../stores/migration-store.ts';
import { allCredentials, lastNumbers, mustFit, rowsOf } from '../stores/transfer.ts';

/** What is written, and how many records it was. */
export interface Exporting {
  readonly resources: readonly string[];
  readonly credentials: boolean;
  line(text: string): Promise<void> | void;
  progress(records: number): void;
}

/** Writes records, the last numbers of sequences and, if asked, credentials as lines of JSON, all as of one moment. */
export async function exportAll(store: MigrationStore, plan: Plan, exporting: Exporting): Promise<number> {
  let count = 0;
  await store.begin(false);
  try {
    await mustFit(store, plan);
    const compiled = compile(plan);
    for (const table of inOrder(plan, exporting.resources)) {
      const { resource } = table;
      const code = compiled.resources.get(resource.name)!;
      const states = resource.fields.filter((field) => field.state === true).map(({ name }) => name);
      for await (const rows of rowsOf(store, table)) {
        for (const row of rows) {
          const since = Object.fromEntries(states.map((name, at) => [name, row[1 + at]]));
          const facts = { version: Number(row[0]), ...(states.length === 0 ? {} : { since }) };
          await exporting.line(jsonText({ resource: resource.name, record: code.toRecord(row), ...facts }));
        }
        count += rows.length;
        exporting.progress(count);
      }
    }
    for (const { resource, field, within, last } of await lastNumbers(store)) {
      if (!exporting.resources.includes(resource)) continue;
      await exporting.line(jsonText({ sequence: `${resource}.${field}`, within, last }));
    }
    if (exporting.credentials) {
      for (const credential of await allCredentials(store)) await exporting.line(jsonText({ credential }));
    }
  } finally {
    await store.rollback();
  }
  return count;
}

/** The tables of resources, those that are referred to first. */
export function inOrder(plan: Plan, names: readonly string[]) {
  const layout = layoutOf(plan);
  const done = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    done.add(name);
    for (const { refers } of layout.get(name)!.columns) if (refers !== undefined) visit(refers);
    order.push(layout.get(name)!);
  };
  const order: ReturnType<typeof layout.get> extends infer T ? Exclude<T, undefined>[] : never = [];
  for (const { name } of plan.resources) visit(name);
  return order.filter(({ resource }) => names.includes(resource.name));
}
