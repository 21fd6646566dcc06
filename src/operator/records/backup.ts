import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plan } from '../../plan/plan.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { StoreError } from '../../stores/store-error.ts';
import { CommandError } from '../command-error.ts';
import { openOutFile, resolveWritablePath } from '../files/out-file.ts';
import { createWriteError, getPartialPath } from '../files/writing.ts';
import { exportAll } from './exporting.ts';

/** Throws a `CommandError` if the target exists, its folder does not, or it belongs to the document or its store. */
export function mayBackUp(target: string, document: string, address: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    throw new CommandError(`${target} already exists. Choose another file name: backup never overwrites a file.`);
  if (!existsSync(dirname(target))) throw createWriteError(target, { code: 'ENOENT' });
  resolveWritablePath(target, { document, stores: [address], force: false });
}

/** Writes a copy of a store to a new file. Returns the number of records; undefined for a copy of the whole database. */
export async function writeBackup(
  store: MigrationStore,
  plan: Plan,
  target: string,
  progress: (records: number) => void,
): Promise<number | undefined> {
  const { copyTo } = store;
  if (copyTo !== undefined) {
    const partial = getPartialPath(target);
    try {
      await copyTo(partial);
      renameSync(partial, target);
      return undefined;
    } catch (error) {
      rmSync(partial, { force: true });
      if (error instanceof StoreError) throw error;
      throw new CommandError(`Failed to write ${target}: ${(error as Error).message}.`);
    }
  }
  const file = await openOutFile(target);
  try {
    const resources = plan.resources.map(({ name }) => name);
    const count = await exportAll(store, plan, {
      resources,
      credentials: true,
      events: true,
      line: file.line,
      progress,
    });
    await file.keep();
    return count;
  } catch (error) {
    file.remove();
    throw error;
  }
}
