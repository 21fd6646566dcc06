import { DatabaseSync, loadNextDatabase, saveLastDatabase } from '../../src/browser/node/sqlite.ts';
import { createBrowserPlatform } from '../../src/browser/platform.ts';
import { silent } from '../../src/operator/silent.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Blocker } from '../../src/stores/migration/step.ts';
import { migrate } from '../../src/stores/migration.ts';
import { addFunctions } from '../../src/stores/sqlite/functions.ts';
import { createMigrationStore } from '../../src/stores/sqlite/migrate.ts';

/** The bytes of a database that fits a plan, or the reasons why the records cannot be kept. */
export type Migrated = { readonly image: Uint8Array } | { readonly reasons: readonly string[] };

/** Migrates the bytes of a database to a plan, as `nonet migrate` does, without a loss of data. */
export async function migrateImage(image: Uint8Array, plan: Plan): Promise<Migrated> {
  loadNextDatabase(image);
  // the store asks for the interface of Node, of which this is the part that it needs
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false }) as never;
  addFunctions(database);
  // no other process serves from memory
  const { alone, claim, ...store } = createMigrationStore('the records', database);
  try {
    const platform = createBrowserPlatform(silent, () => undefined);
    const report = await migrate(store, plan, { platform, renames: [], allowDataLoss: [], dryRun: false });
    if (report.obstacles.length > 0) return { reasons: report.obstacles.map(explainBlocker) };
    return { image: saveLastDatabase() };
  } catch (error) {
    return { reasons: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await store.close();
  }
}

function explainBlocker({ kind, name, words, records }: Blocker): string {
  const count = records === 1 ? '1 record' : `${records} records`;
  return kind === 'loss' ? `${name} of ${count} would be lost.` : `${count}: ${name} ${words}.`;
}
