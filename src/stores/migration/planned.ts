import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';
import { createLayout, type StoreLayout } from '../layout.ts';
import { readRenames } from './renames.ts';
import type { Step } from './step.ts';
import type { Statement } from './store.ts';
import { planTableChanges, type TableChange } from './tables.ts';

/** The parts of a migration that a store describes without a database. */
export interface MigrationDialect {
  /** The key of the store's statements in `compare --json`, and its name for people. */
  readonly name: string;
  readonly title: string;
  texts(layout: StoreLayout): TableTexts;
  statements(change: TableChange, layout: StoreLayout, before: StoreLayout): readonly Statement[];
}

/** The change of one table: its steps in words, and in SQL. `each`: run for every record, with values that Nonet computes. */
export interface PlannedTable {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly sql: readonly { readonly text: string; readonly each: boolean }[];
}

/**
 * Builds the migration of a store that the older plan made and that has no schema drift. It names every step; only a database shows whether
 * its records fit. Unchanged tables are left out.
 */
export function buildPlannedMigration(old: Plan, now: Plan, dialect: MigrationDialect): PlannedTable[] {
  const before = createLayout(old);
  const kept = dialect.texts(before);
  const layout = createLayout(now);
  const needed = dialect.texts(layout);
  const renames = readRenames(old, now, []);
  const changes = planTableChanges({ old, now, renames, kept, needed, catalogue: { tables: kept }, moment: 0 });
  return changes.map((change) => ({
    name: change.name,
    steps: change.steps,
    sql: dialect.statements(change, layout, before).map(({ sql, each }) => ({ text: sql, each: each !== undefined })),
  }));
}
