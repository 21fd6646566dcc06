import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSyntaxFault } from '../../src/cli/document/module/syntax.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../src/diagnostics/terminal.ts';
import { checkModule } from '../../src/module/check.ts';
import { buildPlan, readDocument } from '../../src/parts/index.ts';
import { createSource, type Source } from '../../src/text/location.ts';

/** The folder of the golden cases. */
export const cases = resolve(import.meta.dirname, '../cases');

/** Documents that no file should hold, by the name of their golden file, and each with its fault fixed. */
const generated: Readonly<Record<string, { readonly wrong: () => string; readonly fixed: () => string }>> = {
  'markdown/document-too-large.md': {
    wrong: () => `# Case\n${'\n'.repeat(5 * 1024 * 1024)}`,
    fixed: () => '# Case\n',
  },
  'markdown/line-too-long.md': {
    wrong: () => `# Case\n\n${'a'.repeat(65 * 1024)}\n`,
    fixed: () => `# Case\n\n${'a'.repeat(120)}\n`,
  },
};

/** A golden case: its document, and its module where it has one. */
export interface Case {
  readonly file: string;
  readonly text: string;
  readonly module?: string | undefined;
}

/** One problem of a golden case and its picture, as a terminal shows it. */
export interface Shown {
  readonly diagnostic: Diagnostic;
  readonly source: Source;
  readonly picture: string;
}

/** Returns the golden cases of problems: documents, relative to their folder. (Triples are of `compare`.) */
export function diagnosticCases(): readonly string[] {
  const files = globSync('*/*.md', { cwd: cases }).filter((file) => !/\.(before|after)\.md$/.test(file));
  return [...files, ...Object.keys(generated)].sort();
}

/** Reads a case: the module is in the file `x.module.txt` beside the document. */
export function readCase(file: string): Case {
  const text = generated[file]?.wrong() ?? readFileSync(join(cases, file), 'utf8');
  const path = join(cases, file.replace(/\.md$/, '.module.txt'));
  return { file, text, module: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
}

/** Returns a case of a document that no file holds with its fault fixed. */
export function readFixed(file: string): Case | undefined {
  const made = generated[file];
  return made && { file, text: made.fixed() };
}

/** Returns what a case shows. */
export function shownIn(file: string): readonly Shown[] {
  return showCase(readCase(file));
}

/** Returns what a document shows, called by the name of its file or by another, and what its module does. */
export function showCase(one: Case, name = one.file): readonly Shown[] {
  const document = readDocument(createSource(name, one.text));
  const show = (source: Source, diagnostics: readonly Diagnostic[]): Shown[] =>
    diagnostics.map((diagnostic) => ({
      diagnostic,
      source,
      picture: formatDiagnostics(source, diagnostic, false).trimEnd(),
    }));
  const own = show(document.source, document.diagnostics);
  if (!one.file.startsWith('module/')) return own;
  const module = one.module === undefined ? undefined : createSource('case.ts', one.module);
  // Bun cannot tell what is no TypeScript before it runs a module.
  const fault = one.file.includes('under-bun') ? () => undefined : findSyntaxFault;
  const found = checkModule({ ...plannedOf(document), file: 'case.ts', module, fault });
  return [...own, ...show(document.source, found.document), ...(module ? show(module, found.module) : [])];
}

function plannedOf({ service }: ReturnType<typeof readDocument>) {
  const operations = service.endpoints.operations;
  return { plan: buildPlan(service), places: new Map(operations.map(({ name }) => [name.text, name.span])) };
}
