import type { Command } from 'commander';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { mayBackUp, writeBackup } from '../../operator/records/backup.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { createFilesOption, createStoreOption } from '../shared/options.ts';
import { createProgress } from '../shared/progress.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import { withMigration } from './export.ts';

interface Options {
  readonly store?: string;
  readonly files?: string;
}

/** `nonet backup FILE TARGET` */
export function addBackup(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .argument('<target>', 'the file to create; it must not exist')
    .addOption(createStoreOption())
    .addOption(createFilesOption())
    .addHelpText(
      'after',
      `
A backup of SQLite is a database file that you can serve. A backup of PostgreSQL is a consistent export with credentials and
events: restore it with \`nonet load\`. The contents of files are copied to a folder next to it (invoices.jsonl-files).

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
        const folder = options.files;
        const count = await writeBackup({ store, plan, address, folder, target, progress: progress.at });
        progress.end();
        const what = count === undefined ? 'a copy' : formatCount(count, 'record');
        terminal.out(`Wrote ${target}: ${what} of ${store.place}`);
      });
    });
}
