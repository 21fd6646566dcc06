import { type Allowed, openStore, openStoreWithPlan } from '../../stores/index.ts';
import { runInMigration } from './in-migration.ts';
import type { Loading, LoadReport } from './loading.ts';

/** Loads files into the store at an address, which is made as serving would make it where there is none, and their credentials. */
export async function loadInto(address: string, loading: Loading, allowed?: Allowed): Promise<LoadReport> {
  const opening = { platform: loading.platform, durability: 'full' } as const;
  const first = await openStoreWithPlan(address, opening, allowed);
  await (first?.store ?? (await openStore(address, loading.plan, opening))).close();
  const report = await runInMigration(address, async (store) => (await import('./loading.ts')).loadAll(store, loading));
  if (report.credentials.length === 0) return report;
  const { store } = (await openStoreWithPlan(address, opening))!;
  try {
    for (const credential of report.credentials) {
      if ((await store.credentials.find(credential.hash)) === undefined) await store.credentials.create(credential);
    }
  } finally {
    await store.close();
  }
  return report;
}
