import { basename } from 'node:path';
import type { Command } from 'commander';
import { describeTypes, isTypes } from '../../../describe/types/index.ts';
import { describeModule } from '../../../describe/types/module.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { findModuleFile, listModuleFiles } from '../../../operator/files/module-files.ts';
import { resolveWritablePath } from '../../../operator/files/out-file.ts';
import { writeText } from '../../../operator/files/writing.ts';
import type { Plan } from '../../../plan/plan.ts';
import { openDocument, planOrDiagnostics } from '../../shared/document.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';

/** `nonet generate handlers FILE` */
export function addHandlers(generate: Command, terminal: Terminal): void {
  generate
    .command('handlers')
    .description('Begin the module of a document: a handler without code for each operation that needs one.')
    .argument('<file>', 'the document')
    .addHelpText(
      'after',
      `
Writes invoices.ts next to invoices.md, and its types as \`nonet generate types\` does. Each handler is \`unwritten\`: the service
responds with 501 until a function replaces it. A module that exists is left as it is; \`nonet check\` lists the handlers that
it lacks.

Exit status: 0 done, 2 the module exists, or a file cannot be read or written.

Examples:
  $ nonet generate handlers invoices.md`,
    )
    .action((file: string) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const written = writeModule(file, plan, terminal);
      terminal.out(
        written === undefined
          ? `${file} needs no module: no operation is marked (handler).`
          : `Wrote ${written.files.join(' and ')}: ${formatCount(written.handlers, 'handler')} without code`,
      );
    });
}

/** The files of a module that was begun, and how many handlers it has. */
export interface WrittenModule {
  readonly files: readonly string[];
  readonly handlers: number;
}

/**
 * Writes the beginning of a document's module and its types; undefined if no operation needs a handler. Throws a `CommandError` if the
 * module exists.
 */
export function writeModule(file: string, plan: Plan, { environment }: Terminal): WrittenModule | undefined {
  const [module] = listModuleFiles(file) as readonly [string];
  const types = module.replace(/\.ts$/, '.types.ts');
  const { text, handlers } = describeModule(plan, `./${basename(types)}`);
  if (handlers === 0) return undefined;
  const existing = findModuleFile(file);
  if (existing !== undefined) {
    throw new CommandError(
      `${existing} exists and is left as it is. To list the handlers that it lacks, run \`nonet check ${file}\`.`,
    );
  }
  const typesPath = resolveWritablePath(types, {
    document: file,
    stores: [environment.NONET_STORE],
    force: false,
    own: isTypes,
  });
  writeText(module, text);
  writeText(typesPath, describeTypes(plan));
  return { files: [module, types], handlers };
}
