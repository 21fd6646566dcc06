import { type Command, Option } from 'commander';
import { CommandError } from '../../../operator/command-error.ts';
import { resolveWritablePath } from '../../../operator/files/out-file.ts';
import { writeText } from '../../../operator/files/writing.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';
import { type DescribedOptions, formatShownVersion, openWholePlan } from './described.ts';

interface Language {
  readonly name: string;
  readonly describe: (plan: WholePlan) => string;
  /** Recognizes an earlier output of `nonet generate client` by the start of a file. */
  readonly isOwn: (start: string) => boolean;
}

/** The languages of clients, as `--language` names them. */
const languages = {
  typescript: async (): Promise<Language> => {
    const { describeTypescriptClient, isTypescriptClient } = await import(
      '../../../describe/client/typescript/index.ts'
    );
    return { name: 'TypeScript', describe: describeTypescriptClient, isOwn: isTypescriptClient };
  },
  python: async (): Promise<Language> => {
    const { describePythonClient, isPythonClient } = await import('../../../describe/client/python/index.ts');
    return { name: 'Python', describe: describePythonClient, isOwn: isPythonClient };
  },
};

interface Options extends Omit<DescribedOptions, 'format'> {
  readonly language?: keyof typeof languages;
}

/** `nonet generate client FILE` */
export function addClient(generate: Command, terminal: Terminal): void {
  generate
    .command('client')
    .description(
      'Generate a typed client without dependencies: one file of TypeScript (browsers, Node.js, Bun, Deno) or Python (3.11 or newer).',
    )
    .argument('<file>', 'the document')
    .addOption(
      new Option(
        '--language <language>',
        'the language (default: python if --out ends in .py, else typescript)',
      ).choices(Object.keys(languages)),
    )
    .option('--api-version <version>', 'generate a client of an older version of the API (default: the newest version)')
    .option('--out <file>', 'the file to write, such as client.ts or client.py (default: standard output)')
    .option(
      '--force',
      'replace the file even if `nonet generate client` did not write it; never the document, its code or a store',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ nonet generate client invoices.md --out client.ts
  $ nonet generate client invoices.md --out client.py
  $ nonet generate client invoices.md --language python --out -
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
      const { out, force } = options;
      const { name, describe, isOwn } = await languages[options.language ?? guessLanguage(out)]();
      const text = describe(plan);
      if (out === undefined || out === '-') {
        for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
        return;
      }
      const stores = [terminal.environment.NONET_STORE];
      const path = resolveWritablePath(out, { document: file, stores, force: force === true, own: isOwn });
      writeText(path, text);
      const count = formatCount(operations, 'operation');
      terminal.out(`${out}: ${name} client of ${plan.name}${formatShownVersion(plan)}: ${count}`);
    });
}

function guessLanguage(out: string | undefined): keyof typeof languages {
  return out?.toLowerCase().endsWith('.py') === true ? 'python' : 'typescript';
}
