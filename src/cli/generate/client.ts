import type { Command } from 'commander';
import { resolveWritablePath } from '../shared/out-file.ts';
import { CommandError, formatCount, type Terminal } from '../shared/terminal.ts';
import { writeText } from '../shared/writing.ts';
import { formatShownVersion, openWholePlan } from './described.ts';

interface Options {
  readonly apiVersion?: string;
  readonly out?: string;
  readonly force?: true;
}

/** `nonet generate client FILE` */
export function addClient(generate: Command, terminal: Terminal): void {
  generate
    .command('client')
    .description(
      'Generate a typed client: one TypeScript file without dependencies, for browsers, Node.js, Bun and Deno.',
    )
    .argument('<file>', 'the document')
    .option('--api-version <version>', 'generate a client of an older version of the API (default: the newest version)')
    .option('--out <file>', 'the file to write, such as client.ts (default: standard output)')
    .option(
      '--force',
      'replace the file even if `nonet generate client` did not write it; never the document, its code or a store',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ nonet generate client invoices.md --out client.ts
  $ nonet generate client invoices.md --api-version 2026-06-01 --out client.ts`,
    )
    .action(async (file: string, options: Options) => {
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const operations = plan.operations.filter(({ disabled }) => disabled !== true).length;
      if (operations === 0) {
        throw new CommandError(
          `${file} states no operation that a client can call. Add a row to its Operations table.`,
        );
      }
      const { describeTypescriptClient, isTypescriptClient } = await import(
        '../../describe/client/typescript/index.ts'
      );
      const text = describeTypescriptClient(plan);
      const { out, force } = options;
      if (out === undefined || out === '-') {
        for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
        return;
      }
      const stores = [terminal.environment.NONET_STORE];
      const path = resolveWritablePath(out, { document: file, stores, force: force === true, own: isTypescriptClient });
      writeText(path, text);
      const count = formatCount(operations, 'operation');
      terminal.out(`${out}: TypeScript client of ${plan.name}${formatShownVersion(plan)}: ${count}`);
    });
}
