import { setImmediate as turn } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Plan } from '../plan/plan.ts';
import { openMigration } from '../stores/index.ts';
import type { MigrationStore } from '../stores/migration/store.ts';
import { findNearest } from '../text/nearest.ts';
import { type Exporting, exportAll } from './export/records.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { createStoreOption } from './shared/options.ts';
import { openOutFile, resolveWritablePath } from './shared/out-file.ts';
import { createProgress } from './shared/progress.ts';
import { getDefaultStore, toStoreCommandError, warnOfOtherService } from './shared/store.ts';
import { CommandError, formatCount, type Terminal } from './shared/terminal.ts';

interface Options {
  readonly store?: string;
  readonly resource: readonly string[];
  readonly out?: string;
  readonly force?: true;
  readonly credentials?: true;
  readonly events?: true;
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/** `nonet export FILE` */
export function addExport(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('Write the records of a store as lines of JSON, all as of one moment, also while it is served.')
    .argument('<file>', 'the document')
    .addOption(createStoreOption())
    .option('--resource <name>', 'only this one; may be repeated', collect, [])
    .option('--out <file>', 'a file (default, and `-`: standard output)')
    .option('--force', 'replace the file if it exists; never the document, its code or a store')
    .option('--credentials', 'the keys of the service too, as hashes')
    .option('--events', 'the kept events too, with their numbers')
    .addHelpText(
      'after',
      `
\`nonet load\` reads what this writes, into any store: identities, states, versions and numbers stay as they are. The keys that
sign tokens, and that of cursors, are never written: the other store makes its own.

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
      const target = out === undefined ? undefined : await openOutFile(out);
      try {
        const count = await withMigration(plan, address, terminal, (store) =>
          exportAll(store, plan, {
            resources,
            credentials: options.credentials === true,
            events: options.events === true,
            line: target?.line ?? createLinePrinter(terminal),
            progress: progress.at,
          }),
        );
        await target?.keep();
        progress.end();
        // A failure to write is known a turn later.
        await turn();
        if (out === undefined && terminal.broken?.() === true) return;
        terminal.err(`${formatCount(count, 'record')} exported${out === undefined ? '' : ` to ${options.out}`}`);
      } catch (error) {
        target?.remove();
        if (out !== undefined || terminal.broken?.() !== true) throw error;
      }
    });
}

const betweenTurns = 500;

/** Prints lines, and now and then learns whether somebody still reads them. */
function createLinePrinter(terminal: Terminal): Exporting['line'] {
  let printed = 0;
  return (json) => {
    terminal.out({ json });
    printed++;
    if (terminal.broken?.() === true) throw new CommandError('Standard output cannot be written.');
    if (printed % betweenTurns === 0) return turn();
  };
}

/**
 * Works with the store at an address over one connection of its own; what stands in the way is a `CommandError`. Warns of another
 * service's.
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
