import { findModuleFile } from '../../operator/files/module-files.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSource, type Source } from '../../text/location.ts';
import { readText } from '../shared/read-text.ts';
import type { Terminal } from '../shared/terminal.ts';
import { openPlanCache } from './plan-cache.ts';

/** The plan of a document, and its text. */
export interface PlannedFile {
  readonly plan: Plan;
  readonly source: Source;
}

/**
 * Plans a document and checks that its module matches, or returns the plan that an earlier process did so for. The code that reads
 * documents is loaded only if it is needed. Without handlers, no module is read. Returns undefined if the document has errors, which are printed. Throws a `CommandError`
 * if the document cannot be read or its module does not match.
 */
export async function planFile(
  file: string,
  terminal: Terminal,
  withoutHandlers = false,
): Promise<PlannedFile | undefined> {
  const source = createSource(file, readText(file));
  if (withoutHandlers) {
    const { planWithoutHandlers } = await import('./document.ts');
    const plan = planWithoutHandlers(source, terminal);
    return plan === undefined ? undefined : { plan, source };
  }
  const module = findModuleFile(file);
  const cache = openPlanCache({ file, text: source.text, module: module === undefined ? undefined : readText(module) });
  const known = cache?.read();
  if (known !== undefined) return { plan: known, source };
  const { planDocument } = await import('./document.ts');
  const plan = planDocument(source, terminal);
  if (plan === undefined) return undefined;
  cache?.write(plan);
  return { plan, source };
}
