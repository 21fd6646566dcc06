import type { FileStore } from '../../contracts/files.ts';
import { openFileStore } from '../../stores/files.ts';
import { type Allowed, openStore, openStoreWithPlan } from '../../stores/index.ts';
import { copyContents, openContentsOf } from '../files/contents.ts';
import { runInMigration } from './in-migration.ts';
import type { Loading, LoadReport } from './loading.ts';

/** Records to load, and the folder for the contents of their files; left out: the one next to the database. */
export interface LoadingInto extends Omit<Loading, 'content'> {
  readonly folder?: string | undefined;
}

/** Copies content from the folders next to the loaded files; returns its size in bytes, or undefined if it is missing. */
async function copyInto(sources: readonly FileStore[], target: FileStore, hash: string): Promise<number | undefined> {
  const missing = await copyContents(sources, target, [hash]);
  return missing.has(hash) ? undefined : (await target.find(hash))?.size;
}

/** Loads files into the store at an address, which is made as serving would make it where there is none, and their credentials. */
export async function loadInto(address: string, given: LoadingInto, allowed?: Allowed): Promise<LoadReport> {
  const target = await openFileStore(given.plan, address, {
    folder: given.folder,
    durability: 'full',
    platform: given.platform,
  });
  const sources = (await Promise.all(given.files.map(openContentsOf))).filter((source) => source !== undefined);
  const loading: Loading =
    target === undefined ? given : { ...given, content: (hash) => copyInto(sources, target, hash) };
  const opening = { platform: loading.platform, durability: 'full' } as const;
  const first = await openStoreWithPlan(address, opening, allowed);
  await (first?.store ?? (await openStore(address, loading.plan, opening))).close();
  const release = await target?.hold();
  const report = await runInMigration(address, async (store) =>
    (await import('./loading.ts')).loadAll(store, loading),
  ).finally(() => release?.());
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
