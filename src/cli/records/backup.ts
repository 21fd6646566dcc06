import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Plan } from '../../plan/plan.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { createStoreOption } from '../shared/options.ts';
import { openOutFile, resolveWritablePath } from '../shared/out-file.ts';
import { createProgress } from '../shared/progress.ts';
import { getDefaultStore } from '../shared/store.ts';
import { CommandError, formatCount, type Terminal } from '../shared/terminal.ts';
import { createWriteError, getPartialPath } from '../shared/writing.ts';
import { exportAll } from './export/records.ts';
import { withMigration } from './export.ts';

interface Options {
  readonly store?: string;
}

/** `nonet backup FILE TARGET` */
export function addBackup(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .argument('<target>', 'the file to create; it must not exist')
    .addOption(createStoreOption())
    .addHelpText(
      'after',
      `
A backup of SQLite is a database file that you can serve. A backup of PostgreSQL is a consistent export with credentials and
events: restore it with \`nonet load\`.

Examples:
  $ nonet backup invoices.md invoices-2026-11-01.db
  $ nonet backup invoices.md invoices.jsonl --store postgres://localhost/invoices`,
    )
    .action(async (file: string, target: string, options: Options) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const address = options.store ?? getDefaultStore(file);
      mayBackUp(target, file, address);
      const progress = createProgress(terminal, 'copied');
      await withMigration(plan, address, terminal, async (store) => {
        const count = await writeBackup(store, plan, target, progress.at);
        progress.end();
        const what = count === undefined ? 'a copy' : formatCount(count, 'record');
        terminal.out(`Wrote ${target}: ${what} of ${store.place}`);
      });
    });
}

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
