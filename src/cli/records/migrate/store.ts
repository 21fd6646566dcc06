import type { Platform } from '../../../contracts/platform.ts';
import type { Plan } from '../../../plan/plan.ts';
import { openMigration } from '../../../stores/index.ts';
import type { MigrationReport } from '../../../stores/migration/store.ts';
import { migrate } from '../../../stores/migration.ts';
import { toStoreCommandError } from '../../shared/store-errors.ts';

/** Migrates the store at an address to a plan. Throws a `CommandError` if it cannot run; a blocked migration is reported. */
export async function migrateStore(
  plan: Plan,
  address: string,
  platform: Platform,
  options: {
    readonly dryRun?: true;
    readonly rename: readonly string[];
    readonly allowDataLoss: readonly string[];
    readonly serving?: true;
    readonly again: boolean;
  },
): Promise<MigrationReport> {
  try {
    const store = await openMigration(address);
    if (store === undefined) return { place: address, made: false, tables: [], obstacles: [], done: false };
    try {
      const { rename: renames, allowDataLoss, serving, again } = options;
      const dryRun = options.dryRun === true;
      return await migrate(store, plan, {
        platform,
        renames,
        allowDataLoss,
        dryRun,
        again,
        ...(serving && { serving }),
      });
    } finally {
      await store.close();
    }
  } catch (error) {
    throw toStoreCommandError(error);
  }
}
