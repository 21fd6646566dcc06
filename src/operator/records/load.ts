import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Returns the size in bytes of content; undefined if no store has it. */
async function findIn(stores: readonly FileStore[], hash: string): Promise<number | undefined> {
  for (const store of stores) {
    const found = await store.find(hash);
    if (found !== undefined) return found.size;
  }
  return undefined;
}

/**
 * Loads files and their credentials into the store at an address. Creates the store if there is none, as serving does; a dry run tries the
 * files in a database of its own then, and in any case leaves everything as it was.
 */
export async function loadInto(address: string, given: LoadingInto, allowed?: Allowed): Promise<LoadReport> {
  if (given.dryRun !== true) return await loadAt(address, given, allowed);
  const existing = await openStoreWithPlan(address, { platform: given.platform, durability: 'full' }, allowed);
  await existing?.store.close();
  if (existing !== undefined) return await loadAt(address, given, allowed);
  const folder = mkdtempSync(join(tmpdir(), 'nonet-dry-run-'));
  try {
    return await loadAt(`sqlite:${join(folder, 'dry-run.db')}`, { ...given, folder: join(folder, 'files') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadAt(address: string, given: LoadingInto, allowed?: Allowed): Promise<LoadReport> {
  const opening = { platform: given.platform, durability: 'full' } as const;
  const target = await openFileStore(given.plan, address, { folder: given.folder, ...opening });
  const sources = (await Promise.all(given.files.map(openContentsOf))).filter((source) => source !== undefined);
  const content = (hash: string): Promise<number | undefined> =>
    given.dryRun === true ? findIn([...sources, target!], hash) : copyInto(sources, target!, hash);
  const loading: Loading = target === undefined ? given : { ...given, content };
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
