import { findSyntaxFault } from '../../src/cli/document/module/syntax.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../src/diagnostics/terminal.ts';
import { checkModule } from '../../src/module/check.ts';
import { buildPlan, readDocument } from '../../src/parts/index.ts';
import { createSource, findPosition, type Source, type Span } from '../../src/text/location.ts';
import { readCases, type StatedCase } from './case-files.ts';

/** Documents that no file should hold, by the name of their case, and each with its fault fixed. */
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

const all = readCases();

/** The cases of `compare`: a document and the same after a change. */
export const changeCases: readonly (StatedCase & { readonly after: string })[] = all.flatMap((one) =>
  one.after === undefined ? [] : [{ ...one, after: one.after }],
);

/** The cases of diagnostics, by the names of their documents. */
export const diagnosticCases: ReadonlyMap<string, StatedCase> = new Map(
  all.filter(({ after }) => after === undefined).map((one) => [one.name, one]),
);

/** Returns every document that a file states with its name: `limits/unit.md`; of a change `limits/x.before.md` and `limits/x.after.md`. */
export function listDocuments(): readonly (readonly [name: string, text: string])[] {
  const changes = changeCases.flatMap(({ name, text, after }) => [
    [name.replace(/md$/, 'before.md'), text] as const,
    [name.replace(/md$/, 'after.md'), after] as const,
  ]);
  const others = [...diagnosticCases]
    .map(([name, { text }]) => [name, text] as const)
    .filter(([name]) => generated[name] === undefined);
  return [...others, ...changes].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns a case of diagnostics by the name of its document. */
export function readCase(file: string): Case {
  const { text, module } = diagnosticCases.get(file)!;
  return { file, text: generated[file]?.wrong() ?? text, module };
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
      picture: formatDiagnostics(source, diagnostic).trimEnd(),
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

/** Writes what a case adds to the sentences of a diagnostic's code: its place, its words, its help. */
export function formatShown({ diagnostic, source, picture }: Shown): string {
  const { code, severity, span, message, label, also = [] } = diagnostic;
  const help = /^ *= help: (.*)$/m.exec(picture)?.[1];
  const more = [
    ...(label === undefined ? [] : [`label: ${label}`]),
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...also.map((other) => `${formatPlace(source, other.span)}: ${other.label}`),
  ];
  const head = `${severity}[${code}] ${formatPlace(source, span)}: ${message}`;
  return [head, ...more.map((line) => `  ${line}`)].join('\n');
}

const longest = 60;

function writeEscapes(text: string): string {
  return text
    .replaceAll('\r', '\\r')
    .replace(/[\0-\u0008\u000b-\u001f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Line, column and text: `12:4 "invoice"`. */
function formatPlace(source: Source, { start, end }: Span): string {
  const { line, column } = findPosition(source, start);
  const [text = '', ...others] = source.text.slice(start, Math.min(end, start + longest)).split(/\r?\n/);
  const file = source.name === 'case.ts' ? 'case.ts:' : '';
  const isCut = others.length > 0 || end > start + longest;
  return `${file}${line}:${column} "${writeEscapes(text)}${isCut ? '…' : ''}"`;
}
