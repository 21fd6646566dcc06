import type { Plan } from '../../plan/plan.ts';
import type { Source } from '../../text/location.ts';
import { findModuleFile, printModule, type WithModule, withModule } from '../document/module.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { CommandError, type Terminal } from '../shared/terminal.ts';

/** The parts of a document and its module that a service needs; the models of a large document need more memory than its service. */
export interface Loaded {
  readonly source: Source;
  readonly model: WithModule['model'];
}

/** Reads a document and its module. */
export function loadDocument(file: string): Loaded {
  return select(withModule(openDocument(file)));
}

/** Reads and plans a document; undefined if it has errors, which are printed. Throws a `CommandError` if its module does not match. */
export function planDocument(
  file: string,
  terminal: Terminal,
): { readonly plan: Plan; readonly loaded: Loaded } | undefined {
  const read = withModule(openDocument(file));
  const plan = planOrDiagnostics(read.document, terminal);
  if (plan === undefined) return undefined;
  if (read.diagnostics.length > 0) {
    printModule(read, terminal);
    throw new CommandError(`${findModuleFile(file)} does not match ${file}.`);
  }
  return { plan, loaded: select(read) };
}

function select({ document, model }: WithModule): Loaded {
  return { source: document.source, model };
}
