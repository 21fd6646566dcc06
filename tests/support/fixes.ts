import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCorrection } from '../../src/diagnostics/words.ts';
import { getLineNumber } from '../../src/text/location.ts';
import { type Case, cases, diagnosticCases, readCase, readFixed, type Shown, showCase } from './cases.ts';

/** A document that shows a diagnostic, and the same one with its fault fixed. */
export interface Example {
  readonly shown: Shown;
  readonly wrong: Case;
  readonly fixed: Case;
  /** Lines that the statement of the edit names without changing them. */
  readonly context: ReadonlySet<string>;
}

/** An edit of adjacent lines: `newer` replaces `older`. A hunk without older lines creates the module of its case. */
interface Hunk {
  readonly older: readonly string[];
  readonly newer: readonly string[];
}

/** The section of one code in `fixes.txt`: its case, the line of the diagnostic, and the edit; default: the suggestion of the diagnostic. */
interface Fix {
  readonly file: string;
  readonly line?: number;
  /** Edits of the case before it is the wrong document: they remove mistakes that the page is not about. */
  readonly first: readonly Hunk[];
  readonly hunks: readonly Hunk[];
}

/** Reads `tests/cases/<area>/fixes.txt`: sections `## code file` or `## code file:line`, each with lines `- `, `+ ` and `  `; `@@` separates hunks, `@@ first` begins one that prepares the wrong document, `\r` is a carriage return. */
function readFixes(area: string): ReadonlyMap<string, Fix> {
  const path = join(cases, area, 'fixes.txt');
  const sections = existsSync(path) ? readFileSync(path, 'utf8').split(/^## /m).slice(1) : [];
  return new Map(
    sections.map((section) => {
      const [head = '', ...lines] = section.split('\n');
      const [, code, file, line] = /^(\S+) (\S+?)(?::(\d+))?$/.exec(head) ?? [];
      if (code === undefined || file === undefined) throw new Error(`${path}: ${head}`);
      const blocks = lines
        .join('\n')
        .split(/^(?=@@)/m)
        .map((block) => ({
          isFirst: block.startsWith('@@ first\n'),
          text: trimBlankLines(block.replace(/^@@.*$/m, '')),
        }))
        .filter(({ text }) => text !== '');
      const of = (isFirst: boolean) =>
        blocks.filter((block) => block.isFirst === isFirst).map(({ text }) => readHunk(text));
      const at = line === undefined ? {} : { line: Number(line) };
      return [code, { file, ...at, first: of(true), hunks: of(false) }];
    }),
  );
}

function trimBlankLines(text: string): string {
  return text.replaceAll(/^\n+|\n+$/g, '');
}

function readHunk(block: string): Hunk {
  const lines = block.split('\n');
  const side = (mark: string) =>
    lines.filter((line) => line[0] !== mark).map((line) => line.slice(2).replaceAll('\\r', '\r'));
  return { older: side('+'), newer: side('-') };
}

/** Replaces the first lines that are the older ones of a hunk. */
function applyHunk(text: string, { older, newer }: Hunk): string | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((_, index) => older.every((line, offset) => lines[index + offset] === line));
  return at === -1 ? undefined : [...lines.slice(0, at), ...newer, ...lines.slice(at + older.length)].join('\n');
}

function applyHunks(wrong: Case, hunks: readonly Hunk[]): Case {
  if (hunks.length === 0) return wrong;
  let { text, module } = wrong;
  for (const hunk of hunks) {
    const edited = applyHunk(text, hunk);
    if (hunk.older.length === 0 && module === undefined) module = `${hunk.newer.join('\n')}\n`;
    else if (edited !== undefined) text = edited;
    else {
      module = applyHunk(module ?? '', hunk);
      if (module === undefined) throw new Error(`${wrong.file} has no lines\n${hunk.older.join('\n')}`);
    }
  }
  return { ...wrong, text, module };
}

/** Writes the suggestion of a diagnostic in place of its text. */
function applySuggestion(wrong: Case, { diagnostic, source }: Shown): Case | undefined {
  const correction = getCorrection(source, diagnostic);
  if (correction === undefined) return undefined;
  const edit = (text: string) =>
    `${text.slice(0, diagnostic.span.start)}${correction}${text.slice(diagnostic.span.end)}`;
  return source.text === wrong.module ? { ...wrong, module: edit(wrong.module) } : { ...wrong, text: edit(wrong.text) };
}

/** The example of each diagnostic that a golden case shows: as its part's `fixes.txt` states it, else the first whose suggestion can be written. */
export function collectExamples(): ReadonlyMap<string, Example> {
  const all = diagnosticCases().map((file) => {
    const wrong = readCase(file);
    return { wrong, shown: showCase(wrong, 'service.md') };
  });
  const byFile = new Map(all.map((one) => [one.wrong.file, one]));
  const codes = [...new Set(all.flatMap(({ shown }) => shown.map(({ diagnostic }) => diagnostic.code)))].sort();
  const fixes = new Map([...new Set(codes.map((code) => code.split('/')[0]!))].map((area) => [area, readFixes(area)]));
  const shortFirst = all.toSorted((one, other) => one.wrong.text.length - other.wrong.text.length);
  const found = codes.flatMap((code): [string, Example][] => {
    const fix = fixes.get(code.split('/')[0]!)!.get(code);
    const candidates = fix === undefined ? shortFirst : [byFile.get(fix.file)!];
    if (fix !== undefined && candidates[0] === undefined) throw new Error(`${code}: there is no case ${fix.file}`);
    const context = new Set(fix?.hunks.flatMap(({ older, newer }) => older.filter((line) => newer.includes(line))));
    for (const candidate of candidates) {
      const wrong = applyHunks(candidate.wrong, fix?.first ?? []);
      const shown = wrong === candidate.wrong ? candidate.shown : showCase(wrong, 'service.md');
      for (const one of shown) {
        if (one.diagnostic.code !== code) continue;
        if (fix?.line !== undefined && getLineNumber(one.source, one.diagnostic.span) !== fix.line) continue;
        const stated = fix !== undefined && fix.hunks.length > 0;
        const fixed = stated ? applyHunks(wrong, fix.hunks) : (readFixed(wrong.file) ?? applySuggestion(wrong, one));
        if (fixed !== undefined) return [[code, { shown: one, wrong, fixed, context }]];
      }
    }
    return [];
  });
  return new Map(found);
}
