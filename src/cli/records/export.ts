import { setImmediate as yieldToNode } from 'node:timers/promises';
import type { Command } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { exportContents } from '../../operator/files/contents.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { openOutFile, resolveWritablePath } from '../../operator/files/out-file.ts';
import { type Exporting, exportAll } from '../../operator/records/exporting.ts';
import type { Plan } from '../../plan/plan.ts';
import { openMigration } from '../../stores/index.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { findNearest } from '../../text/nearest.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { collect, createFilesOption, createStoreOption } from '../shared/options.ts';
import { createProgress } from '../shared/progress.ts';
import { warnOfOtherService } from '../shared/store.ts';
import { toStoreCommandError } from '../shared/store-errors.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

interface Options {
  readonly store?: string;
  readonly files?: string;
  readonly resource: readonly string[];
  readonly out?: string;
  readonly force?: true;
  readonly credentials?: true;
  readonly events?: true;
}

/** `nonet export FILE` */
export function addExport(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .addOption(createStoreOption())
    .addOption(createFilesOption())
    .option('--resource <name>', 'only records of this resource; may be repeated', collect, [])
    .option('--out <file>', 'file to write (default: standard output, also `-`)')
    .option('--force', 'replace the file if it exists; never the document, its code or a store')
    .option('--credentials', 'also export API keys and clients, as hashes')
    .option('--events', 'also export the stored events, with their numbers')
    .addHelpText(
      'after',
      `
\`nonet load\` loads the output into any database and keeps identities, states, versions and numbers. The keys that sign tokens
and encrypt cursors are never exported: the other database generates its own. The contents of files are copied to a folder next to the
file that --out names (all.jsonl-files); standard output has none.

Examples:
  $ nonet export invoices.md --out invoices.jsonl
  $ nonet export invoices.md --resource Customer | jq -r .record.email
  $ nonet export invoices.md --credentials --out all.jsonl`,
    )
    .action(async (file: string, options: Options) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const resources = selectResources(plan, options.resource);
      const progress = createProgress(terminal, 'exported');
      const address = options.store ?? getDefaultStore(file);
      const replacing = { document: file, stores: [address], force: options.force === true };
      const out =
        options.out === undefined || options.out === '-' ? undefined : resolveWritablePath(options.out, replacing);
      const contents = new Set<string>();
      const target = out === undefined ? undefined : await openOutFile(out);
      try {
        const count = await withMigration(plan, address, terminal, (store) =>
          exportAll(store, plan, {
            resources,
            credentials: options.credentials === true,
            events: options.events === true,
            line: target?.line ?? createLinePrinter(terminal),
            progress: progress.at,
            content: (hash) => void contents.add(hash),
          }),
        );
        if (out !== undefined) await exportContents(plan, address, options.files, out, contents);
        await target?.keep();
        progress.end();
        // Node reports a failed write in a later turn of its event loop.
        await yieldToNode();
        if (out === undefined && terminal.broken?.() === true) return;
        terminal.err(`${formatCount(count, 'record')} exported${out === undefined ? '' : ` to ${options.out}`}`);
      } catch (error) {
        target?.remove();
        if (out !== undefined || terminal.broken?.() !== true) throw error;
      }
    });
}

const linesBetweenYields = 500;

/** Prints lines and regularly lets Node report that their reader is gone; an error, which is not printed, then ends the export. */
function createLinePrinter(terminal: Terminal): Exporting['line'] {
  let printed = 0;
  return (json) => {
    terminal.out({ json });
    printed++;
    if (terminal.broken?.() === true) throw new Error('standard output is gone');
    return printed % linesBetweenYields === 0 ? yieldToNode() : undefined;
  };
}

/**
 * Runs `work` on the store at an address, over one connection. Warns if the store belongs to another service. Throws a
 * `CommandError` if it cannot be opened.
 */
export async function withMigration<T>(
  plan: Plan,
  address: string,
  terminal: Terminal,
  work: (store: MigrationStore) => Promise<T>,
): Promise<T> {
  try {
    const store = await openMigration(address);
    if (store === undefined)
      throw new CommandError(
        `${address} does not exist. To create it, run \`nonet serve\`, or name another store with --store.`,
      );
    try {
      const made = await store.made();
      if (made !== undefined) warnOfOtherService(plan, terminal)(made, store);
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw toStoreCommandError(error);
  }
}

function selectResources(plan: Plan, asked: readonly string[]): readonly string[] {
  const known = plan.resources.map(({ name }) => name);
  for (const name of asked) {
    if (known.includes(name)) continue;
    const near = findNearest(name, known);
    const hint = near === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw new CommandError(`This document has no resource "${name}". ${hint}`);
  }
  return asked.length === 0 ? known : asked;
}
