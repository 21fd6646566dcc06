import { openMigration, redactAddress } from '../../stores/index.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';

/** Runs `work` on a store that is open for changes of its tables and records, and closes it. Throws if there is none. */
export async function runInMigration<T>(address: string, work: (store: MigrationStore) => Promise<T>): Promise<T> {
  const store = await openMigration(address);
  if (store === undefined) throw new Error(`there is no database ${redactAddress(address)}`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
