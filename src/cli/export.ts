import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Plan } from '../plan/plan.ts';
import { openMigration } from '../stores/index.ts';
import type { MigrationStore } from '../stores/migration/store.ts';
import { nearest } from '../text/nearest.ts';
import { openDocument, planOrProblems } from './document.ts';
import { type Exporting, exportAll } from './exporting.ts';
import { progressOf } from './progress.ts';
import { usualStore } from './store.ts';
import { CommandFailure, counted, type Terminal } from './terminal.ts';
import { notWritten } from './writing.ts';

interface Options {
  readonly store?: string;
  readonly resource: readonly string[];
  readonly out?: string;
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
    .addOption(new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE'))
    .option('--resource <name>', 'only this one; may be repeated', collect, [])
    .option('--out <file>', 'a file (default: standard output)')
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
      const plan = planOrProblems(openDocument(file), terminal);
      if (plan === undefined) return;
      const resources = resourcesOf(plan, options.resource);
      const progress = progressOf(terminal, 'exported');
      const target = options.out === undefined ? undefined : await fileOf(options.out);
      try {
        const count = await withMigration(options.store ?? usualStore(file), (store) =>
          exportAll(store, plan, {
            resources,
            credentials: options.credentials === true,
            events: options.events === true,
            line: target?.line ?? ((json) => terminal.out({ json })),
            progress: progress.at,
          }),
        );
        await target?.keep();
        progress.end();
        terminal.err(`${counted(count, 'record')} exported${options.out === undefined ? '' : ` to ${options.out}`}`);
      } catch (error) {
        target?.remove();
        throw error;
      }
    });
}

/** Works with the store at an address over one connection of its own; what stands in the way is a `CommandFailure`. */
export async function withMigration<T>(address: string, work: (store: MigrationStore) => Promise<T>): Promise<T> {
  try {
    const store = await openMigration(address);
    if (store === undefined) throw new CommandFailure(`There is no database ${address}.`);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure((error as Error).message);
  }
}

function resourcesOf(plan: Plan, asked: readonly string[]): readonly string[] {
  const known = plan.resources.map(({ name }) => name);
  for (const name of asked) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const hint = near === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw new CommandFailure(`This document has no resource "${name}". ${hint}`);
  }
  return asked.length === 0 ? known : asked;
}

interface Target {
  readonly line: Exporting['line'];
  keep(): Promise<void>;
  remove(): void;
}

/** The file has its name only when all of it is there. */
export async function fileOf(path: string): Promise<Target> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notWritten(path, { code: 'EISDIR' });
  const partial = `${path}.partial`;
  // One that was left would keep its mode.
  rmSync(partial, { force: true });
  const stream = createWriteStream(partial, { mode: 0o600 });
  let failure: unknown;
  stream.on('error', (error) => {
    failure ??= error;
  });
  const wait = async (event: string): Promise<void> => {
    try {
      if (failure === undefined) await once(stream, event);
    } catch (error) {
      failure ??= error;
    }
    if (failure !== undefined) throw notWritten(path, failure);
  };
  await wait('open');
  return {
    async line(text) {
      if (!stream.write(`${text}\n`)) await wait('drain');
    },
    async keep() {
      stream.end();
      await wait('close');
      try {
        renameSync(partial, path);
      } catch (error) {
        throw notWritten(path, error);
      }
    },
    remove() {
      stream.destroy();
      rmSync(partial, { force: true });
    },
  };
}
