import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSyntaxFault } from '../../src/cli/module/syntax.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../src/diagnostics/terminal.ts';
import { checkModule } from '../../src/module/check.ts';
import { buildPlan, readDocument } from '../../src/parts/index.ts';
import { createSource, type Source } from '../../src/text/location.ts';

/** The folder of the golden cases. */
export const cases = resolve(import.meta.dirname, '../cases');

/** Documents that no file should hold, by the name of their golden file. */
const generated: Readonly<Record<string, () => string>> = {
  'markdown/document-too-large.md': () => `# Case\n${'\n'.repeat(5 * 1024 * 1024)}`,
  'markdown/line-too-long.md': () => `# Case\n\n${'a'.repeat(65 * 1024)}\n`,
};

/** One problem of a golden case and its picture, as a terminal shows it. */
export interface Shown {
  readonly diagnostic: Diagnostic;
  readonly picture: string;
}

/** Returns the golden cases of problems: documents, relative to their folder. (Triples are of `compare`.) */
export function diagnosticCases(): readonly string[] {
  const files = globSync('*/*.md', { cwd: cases }).filter((file) => !/\.(before|after)\.md$/.test(file));
  return [...files, ...Object.keys(generated)].sort();
}

/** Returns what the text of a case says, with the module beside it where there is a file `x.module.txt`. */
export function shownIn(file: string): readonly Shown[] {
  const text = generated[file]?.() ?? readFileSync(join(cases, file), 'utf8');
  const document = readDocument(createSource(file, text));
  const show = (source: Source, diagnostics: readonly Diagnostic[]): Shown[] =>
    diagnostics.map((diagnostic) => ({
      diagnostic,
      picture: formatDiagnostics(source, diagnostic, false).trimEnd(),
    }));
  const own = show(document.source, document.diagnostics);
  if (!file.startsWith('module/')) return own;
  const { module, plan, places } = { ...besideOf(file), ...plannedOf(document) };
  // Bun cannot tell what is no TypeScript before it runs a module.
  const fault = file.includes('under-bun') ? () => undefined : findSyntaxFault;
  const found = checkModule({ plan, places, file: 'case.ts', module, fault });
  return [...own, ...show(document.source, found.document), ...(module ? show(module, found.module) : [])];
}

function besideOf(file: string): { readonly module: Source | undefined } {
  const path = join(cases, file.replace(/\.md$/, '.module.txt'));
  return { module: existsSync(path) ? createSource('case.ts', readFileSync(path, 'utf8')) : undefined };
}

function plannedOf({ service }: ReturnType<typeof readDocument>) {
  const operations = service.endpoints.operations;
  return { plan: buildPlan(service), places: new Map(operations.map(({ name }) => [name.text, name.span])) };
}
