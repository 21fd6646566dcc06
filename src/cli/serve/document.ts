import { CommandError } from '../../operator/command-error.ts';
import { getModuleFile } from '../../operator/files/module-files.ts';
import { disableHandlers } from '../../operator/without-handlers.ts';
import { readDocument } from '../../parts/index.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Source } from '../../text/location.ts';
import { printModule, withModule } from '../document/module.ts';
import { planOrDiagnostics } from '../shared/document.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Plans a document whose operations of handlers are disabled; undefined if it has errors, which are printed. */
export function planWithoutHandlers(source: Source, terminal: Terminal): Plan | undefined {
  const plan = planOrDiagnostics(readDocument(source), terminal);
  return plan === undefined ? undefined : disableHandlers(plan);
}

/** Reads and plans a document; undefined if it has errors, which are printed. Throws a `CommandError` if its module does not match. */
export function planDocument(source: Source, terminal: Terminal): Plan | undefined {
  const read = withModule(readDocument(source));
  const plan = planOrDiagnostics(read.document, terminal);
  printModule(read, terminal);
  if (plan !== undefined && read.diagnostics.length > 0)
    throw new CommandError(`${getModuleFile(source.name)} does not match ${source.name}.`);
  return plan;
}
