import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { listFixes } from '../../src/language-service/fixes.ts';
import { highlight, tokenTypes } from '../../src/language-service/highlighting.ts';
import { createLedger, formatCellName } from '../../src/parts/gaps.ts';
import { grammars } from '../../src/parts/grammars.ts';
import type { Document } from '../../src/parts/index.ts';
import { getLineNumber } from '../../src/text/location.ts';
import type { Checked, ShownDiagnostic, ShownGap } from './protocol.ts';

/** Lists the diagnostics, gaps and words of a document as the page shows them. */
export function showChecked(document: Document): Checked {
  const { source, service, diagnostics } = document;
  const fixes = new Map(listFixes(document, { start: 0, end: source.text.length }).map((fix) => [fix.diagnostic, fix]));
  const tokens = highlight(document).flatMap(({ span, type }) => [span.start, span.end, tokenTypes.indexOf(type)]);
  return {
    name: service.name?.text ?? '',
    diagnostics: diagnostics.map((diagnostic) => {
      const fix = fixes.get(diagnostic);
      const shown = showDiagnostic(document, diagnostic);
      if (fix === undefined) return shown;
      const { title, span, text } = fix;
      return { ...shown, fix: { title, from: span.start, to: span.end, text } };
    }),
    gaps: listGaps(document),
    tokens: Uint32Array.from(tokens),
    tokenTypes,
  };
}

function showDiagnostic({ source }: Document, diagnostic: Diagnostic): ShownDiagnostic {
  const { span, severity, code, message, note, help, suggestion } = diagnostic;
  const fix = help ?? (suggestion === undefined ? undefined : `write ${suggestion}`);
  const to = span.end > span.start ? span.end : Math.min(span.start + 1, source.text.length);
  const line = getLineNumber(source, span);
  return { from: span.start, to, line, severity, code, message, note, ...(fix === undefined ? {} : { help: fix }) };
}

function listGaps({ service, gaps }: Document): readonly ShownGap[] {
  const { aspects, cells } = createLedger(service, gaps);
  return grammars.flatMap(({ part, title }) => [
    ...aspects
      .filter((aspect) => aspect.part === part && (aspect.status === 'missing' || aspect.status === 'not shown'))
      .map(({ aspect, status, line }) => ({ part: title, name: aspect, status, line })),
    ...cells
      .filter((cell) => cell.part === part)
      .map((cell) => ({ part: title, name: formatCellName(cell), status: 'open', line: cell.line })),
  ]);
}
