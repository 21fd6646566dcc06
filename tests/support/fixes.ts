import { getCorrection } from '../../src/diagnostics/words.ts';
import { getLineNumber } from '../../src/text/location.ts';
import { type Case, diagnosticCases, readCase, readFixed, type Shown, showCase } from './cases.ts';
import { applyHunks, findPlaces, type Hunk } from './edits.ts';

/** A document that shows a diagnostic, and the same one with its fault fixed. */
export interface Example {
  readonly shown: Shown;
  readonly wrong: Case;
  readonly fixed: Case;
  /** Lines that the statement of the edit names without changing them. */
  readonly context: ReadonlySet<string>;
}

function applyTo(wrong: Case, hunks: readonly Hunk[], line?: number): Case {
  if (hunks.length === 0) return wrong;
  let { text, module } = wrong;
  for (const hunk of hunks) {
    if (hunk.older.length === 0 && module === undefined) module = `${hunk.newer.join('\n')}\n`;
    else if (module !== undefined && findPlaces(text.split('\n'), hunk.older).length === 0)
      module = applyHunks(module, [hunk], line);
    else text = applyHunks(text, [hunk], line);
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

/** The example of each diagnostic that a golden case shows: as a case states it, else the first whose suggestion can be written. */
export function collectExamples(): ReadonlyMap<string, Example> {
  const all = [...diagnosticCases.keys()].map((file) => {
    const wrong = readCase(file);
    return { wrong, shown: showCase(wrong, 'service.md') };
  });
  const byFile = new Map(all.map((one) => [one.wrong.file, one]));
  const codes = [...new Set(all.flatMap(({ shown }) => shown.map(({ diagnostic }) => diagnostic.code)))].sort();
  const fixes = new Map(
    [...diagnosticCases].flatMap(([file, one]) => one.fixes.map((fix) => [fix.code, { file, ...fix }])),
  );
  const shortFirst = all.toSorted((one, other) => one.wrong.text.length - other.wrong.text.length);
  const found = codes.flatMap((code): [string, Example][] => {
    const fix = fixes.get(code);
    const candidates = fix === undefined ? shortFirst : [byFile.get(fix.file)!];
    const context = new Set(fix?.hunks.flatMap(({ older, newer }) => older.filter((line) => newer.includes(line))));
    for (const candidate of candidates) {
      const wrong = applyTo(candidate.wrong, fix?.first ?? [], fix?.line);
      const shown = wrong === candidate.wrong ? candidate.shown : showCase(wrong, 'service.md');
      for (const one of shown) {
        if (one.diagnostic.code !== code) continue;
        if (fix?.line !== undefined && getLineNumber(one.source, one.diagnostic.span) !== fix.line) continue;
        const stated = fix !== undefined && fix.hunks.length > 0;
        const fixed = stated
          ? applyTo(wrong, fix.hunks, fix.line)
          : (readFixed(wrong.file) ?? applySuggestion(wrong, one));
        if (fixed !== undefined) return [[code, { shown: one, wrong, fixed, context }]];
      }
    }
    return [];
  });
  return new Map(found);
}
