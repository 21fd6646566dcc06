import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Plan } from '../plan/plan.ts';
import type { MigrationStore } from '../stores/migration/store.ts';
import { exportAll } from './export/records.ts';
import { withMigration } from './export.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { createStoreOption } from './shared/options.ts';
import { openOutFile, resolveWritablePath } from './shared/out-file.ts';
import { createProgress } from './shared/progress.ts';
import { getDefaultStore } from './shared/store.ts';
import { CommandError, formatCount, type Terminal } from './shared/terminal.ts';
import { createWriteError, getPartialPath } from './shared/writing.ts';

interface Options {
  readonly store?: string;
}

/** `nonet backup FILE TARGET` */
export function addBackup(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('Write a consistent copy of a store to a new file, also while it is served.')
    .argument('<file>', 'the document')
    .argument('<target>', 'the file to write; it may not be there yet')
    .addOption(createStoreOption())
    .addHelpText(
      'after',
      `
Of SQLite it is a database that can be served as it is. Of PostgreSQL it is an export of one moment with the service's
credentials and events, which \`nonet load\` reads back.

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
        terminal.out(`${target}: ${count === undefined ? 'a copy' : formatCount(count, 'record')} of ${store.place}`);
      });
    });
}

/** Throws a `CommandError` for a target that is there, that has no folder, or that belongs to the document or its store. */
export function mayBackUp(target: string, document: string, address: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    throw new CommandError(`${target} is there already. A backup never replaces a file.`);
  if (!existsSync(dirname(target))) throw createWriteError(target, { code: 'ENOENT' });
  resolveWritablePath(target, { document, stores: [address], force: false });
}

/** Writes a copy of a store to a new file and gives the number of records, undefined where it is a copy of the whole database. */
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
      throw new CommandError(`${target} could not be written: ${(error as Error).message}.`);
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
