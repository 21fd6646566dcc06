import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileStore } from '../../contracts/files.ts';
import type { Plan } from '../../plan/plan.ts';
import { openFileStore } from '../../stores/files.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { StoreError } from '../../stores/store-error.ts';
import { CommandError } from '../command-error.ts';
import { keepContents, listNamedContents } from '../files/contents.ts';
import { openOutFile, resolveWritablePath } from '../files/out-file.ts';
import { createWriteError, getPartialPath } from '../files/writing.ts';
import { exportAll } from './exporting.ts';
import { runInMigration } from './in-migration.ts';

/** Throws a `CommandError` if the target exists, its folder does not, or it belongs to the document or its store. */
export function mayBackUp(target: string, document: string, address: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    throw new CommandError(`${target} already exists. Choose another file name: backup never overwrites a file.`);
  if (!existsSync(dirname(target))) throw createWriteError(target, { code: 'ENOENT' });
  resolveWritablePath(target, { document, stores: [address], force: false });
}

/** The store to copy, and where its contents of files are: next to the database if `folder` is left out. */
export interface Backup {
  readonly store: MigrationStore;
  readonly plan: Plan;
  readonly address: string;
  readonly folder: string | undefined;
  readonly target: string;
  progress(records: number): void;
}

/** Writes a copy of a store to a new file. Returns the number of records; undefined for a copy of the whole database. */
export async function writeBackup(backup: Backup): Promise<number | undefined> {
  const { plan, address, folder } = backup;
  const files = await openFileStore(plan, address, { folder, durability: 'full', platform: { now: Date.now } });
  // Content of records that are deleted meanwhile must last until it is copied.
  const release = await files?.hold();
  try {
    return await copyStore(backup, files);
  } finally {
    await release?.();
  }
}

async function copyStore(
  { store, plan, target, progress }: Backup,
  files: FileStore | undefined,
): Promise<number | undefined> {
  const { copyTo } = store;
  if (copyTo !== undefined) {
    const partial = getPartialPath(target);
    try {
      await copyTo(partial);
      if (files !== undefined) {
        const named = await runInMigration(`sqlite:${partial}`, (copy) => listNamedContents(copy, plan));
        await keepContents(files, target, named);
      }
      renameSync(partial, target);
      return undefined;
    } catch (error) {
      rmSync(partial, { force: true });
      if (error instanceof StoreError) throw error;
      throw new CommandError(`Failed to write ${target}: ${(error as Error).message}.`);
    }
  }
  const contents = new Set<string>();
  const file = await openOutFile(target);
  try {
    const resources = plan.resources.map(({ name }) => name);
    const count = await exportAll(store, plan, {
      resources,
      credentials: true,
      events: true,
      line: file.line,
      progress,
      content: (hash) => void contents.add(hash),
    });
    if (files !== undefined) await keepContents(files, target, contents);
    await file.keep();
    return count;
  } catch (error) {
    file.remove();
    throw error;
  }
}
