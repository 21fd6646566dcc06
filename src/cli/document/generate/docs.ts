import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { findBrowserService } from '../../../operator/browser-service.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { resolveWritablePath } from '../../../operator/files/out-file.ts';
import { createWriteError, writeText } from '../../../operator/files/writing.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';
import { type DescribedOptions, formatShownVersion, openWholePlan } from './described.ts';
import { addPlayedOptions, type PlayedOptions, playBeside } from './played.ts';

interface Options extends PlayedOptions, Omit<DescribedOptions, 'format'> {
  readonly withService?: true;
}

/** `nonet generate docs FILE` */
export function addDocs(generate: Command, terminal: Terminal, find = findBrowserService): void {
  const command = generate
    .command('docs')
    .description('Generate the documentation of a service: one HTML file that needs nothing else.')
    .argument('<file>', 'the document')
    .option('--api-version <version>', 'show an older version of the API (default: the newest version)')
    .option('--out <path>', 'the folder of index.html, or a file that ends in .html (default: standard output)')
    .option('--with-service', 'also write service.js next to the page, by which the service runs in it (needs --out)')
    .option(
      '--force',
      'replace a file that `nonet generate docs` did not write; never the document, its code or a store',
    );
  addPlayedOptions(command)
    .addHelpText(
      'after',
      `
The page shows all nine parts, draws the states, and works from disk. A running service serves the same page at /docs.
State diagrams are laid out by the package @viz-js/viz: without it the page has their tables.

Examples:
  $ nonet generate docs invoices.md --out site/
  $ nonet generate docs invoices.md --out invoices.html
  $ nonet generate docs invoices.md --with-service --out site/
  $ nonet generate docs invoices.md --api-version 2026-06-01 --out site/2026-06-01.html`,
    )
    .action(async (file: string, options: Options) => {
      const { out } = options;
      const readService = findService(options, find);
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeDocs, isDocs } = await import('../../../describe/docs/index.ts');
      const { drawDiagrams, missingGraphviz } = await import('../../../describe/docs/diagram/draw.ts');
      const diagrams = await drawDiagrams(plan);
      const played = await playBeside(file, options);
      const text = describeDocs({
        plan,
        played,
        ...(diagrams === undefined ? {} : { diagrams }),
        ...(readService === undefined ? {} : { serviceFile: serviceName }),
      });
      if (out === undefined || out === '-') {
        for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
        return;
      }
      const target = resolveTarget(out);
      const stores = [terminal.environment.NONET_STORE];
      const replacing = { document: file, stores, force: options.force === true, own: isDocs };
      writeText(resolveWritablePath(target, replacing), text);
      if (readService !== undefined) {
        const beside = join(dirname(target), serviceName);
        const own = (start: string): boolean => start.startsWith(serviceMark);
        writeText(resolveWritablePath(beside, { ...replacing, own }), serviceMark + (await readService()));
        terminal.out(`${beside}: the service that runs in the page, which must be opened over HTTP`);
      }
      const count = formatCount(plan.operations.length, 'operation');
      terminal.out(`${target}: documentation of ${plan.name}${formatShownVersion(plan)}: ${count}`);
      if (diagrams === undefined) terminal.err(missingGraphviz);
    });
}

/** The name of the file by which the service runs in the page, and how it begins. */
const serviceName = 'service.js';
const serviceMark = /* not a message */ '// Written by `nonet generate docs --with-service`.\n';

/** Returns what reads the service for the page; undefined where none is wanted. Throws a `CommandError`. */
function findService({ withService, out }: Options, find: typeof findBrowserService): ReturnType<typeof find> {
  if (withService !== true) return undefined;
  if (out === undefined || out === '-')
    throw new CommandError('--with-service writes a second file. Choose a folder: add --out site/');
  const read = find();
  if (read === undefined)
    throw new CommandError('This installation lacks the service for browsers. Install the package nonet as a whole.');
  return read;
}

/** The file that `--out` means: `index.html` in a folder, which is created. */
function resolveTarget(out: string): string {
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && /\.html?$/i.test(out)) return out;
  try {
    mkdirSync(out, { recursive: true });
  } catch (error) {
    throw createWriteError(out, error);
  }
  return join(out, 'index.html');
}
