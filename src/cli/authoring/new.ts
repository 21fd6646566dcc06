import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { createWriteError } from '../../operator/files/writing.ts';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { listMissingParts } from '../serve/may-serve.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import { deriveServiceName } from './init.ts';
import { composeDocument } from './new/compose.ts';
import { askForService } from './new/questions.ts';

/** `nonet new FILE` */
export function addNew(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document to create, such as notes.md')
    .option('--name <name>', 'name of the service (default: derived from the file name)')
    .addHelpText(
      'after',
      `
Asks for the purpose, the resources with their fields, states and operations, and the callers. An empty answer records the
aspect as not shown. Nothing is written before the last answer, and no file is overwritten.

Examples:
  $ nonet new notes.md
  $ nonet new notes.md < answers.txt`,
    )
    .action(async (file: string, options: { name?: string }) => {
      if (existsSync(file)) throw createExistsError(file);
      const lines = createInterface({ input: Readable.from(terminal.input?.() ?? []) })[Symbol.asyncIterator]();
      const answers = await askForService((options.name ?? deriveServiceName(file)).trim(), {
        async ask(question) {
          terminal.err(question);
          return (await lines.next()).value ?? '';
        },
        report: (problem) => terminal.err(`  ${problem}`),
      });
      const text = composeDocument(answers);
      try {
        writeFileSync(file, text, { flag: 'wx' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw createWriteError(file, error);
        throw createExistsError(file);
      }
      for (const { name } of answers.resources.filter(({ fields }) => fields.length === 0)) {
        terminal.err(`${name} is not in the document: a resource needs a field.`);
      }
      const { service, diagnostics } = readDocument(createSource(file, text));
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
      if (errors > 0) {
        terminal.out(`Created ${file} with ${formatCount(errors, 'error')}. To list them, run nonet check ${file}`);
        return;
      }
      const missing = listMissingParts(buildPlan(service));
      terminal.out(
        missing.length === 0
          ? `Created ${file}. To run it, run nonet serve ${file}`
          : `Created ${file}. Before it can be served, state ${missing.join(' and ')}: nonet gaps ${file} lists what is missing.`,
      );
    });
}

function createExistsError(file: string): CommandError {
  return new CommandError(`${file} already exists. Choose another file name: new never overwrites a file.`);
}
