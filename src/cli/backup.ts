import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import type { Plan } from '../plan/plan.ts';
import type { MigrationStore } from '../stores/migration/store.ts';
import { openDocument, planOrProblems } from './document.ts';
import { withMigration } from './export.ts';
import { exportAll } from './exporting.ts';
import { openOutFile, writablePath } from './out-file.ts';
import { progressOf } from './progress.ts';
import { usualStore } from './store.ts';
import { CommandFailure, counted, type Terminal } from './terminal.ts';
import { notWritten, partialOf } from './writing.ts';

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
    .addOption(new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE'))
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
      const plan = planOrProblems(openDocument(file), terminal);
      if (plan === undefined) return;
      if (lstatSync(target, { throwIfNoEntry: false }) !== undefined)
        throw new CommandFailure(`${target} is there already. A backup never replaces a file.`);
      if (!existsSync(dirname(target))) throw notWritten(target, { code: 'ENOENT' });
      const address = options.store ?? usualStore(file);
      writablePath(target, { document: file, stores: [address], force: false });
      await withMigration(plan, address, terminal, (store) => backup(store, plan, target, terminal));
    });
}

async function backup(store: MigrationStore, plan: Plan, target: string, terminal: Terminal): Promise<void> {
  const { copyTo } = store;
  if (copyTo !== undefined) {
    const partial = partialOf(target);
    try {
      await copyTo(partial);
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      throw new CommandFailure(`${target} could not be written: ${(error as Error).message}.`);
    }
    terminal.out(`${target}: a copy of ${store.place}`);
    return;
  }
  const file = await openOutFile(target);
  const progress = progressOf(terminal, 'copied');
  try {
    const resources = plan.resources.map(({ name }) => name);
    const count = await exportAll(store, plan, {
      resources,
      credentials: true,
      events: true,
      line: file.line,
      progress: progress.at,
    });
    await file.keep();
    progress.end();
    terminal.out(`${target}: ${counted(count, 'record')} of ${store.place}`);
  } catch (error) {
    file.remove();
    throw error;
  }
}
