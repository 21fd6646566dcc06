import type * as lsp from 'vscode-languageserver';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { OutlineEntry } from '../language-service/outline.ts';
import type { Edit } from '../language-service/row-formatting.ts';
import { findPosition, type Source, type Span } from '../text/location.ts';
import { symbolKinds } from './kinds.ts';
import type { Sdk } from './sdk.ts';

/** Converts an offset to a position of the protocol: lines and UTF-16 units from 0. */
export function toPosition(source: Source, offset: number): lsp.Position {
  const { line, column } = findPosition(source, Math.min(offset, source.text.length));
  return { line: line - 1, character: column - 1 };
}

/** Converts a span to a range of the protocol. */
export function toRange(source: Source, { start, end }: Span): lsp.Range {
  return { start: toPosition(source, start), end: toPosition(source, end) };
}

/** Converts a position of the protocol to an offset within the text. */
export function toOffset(source: Source, { line, character }: lsp.Position): number {
  const start = source.lines[line] ?? source.text.length;
  const end = source.lines[line + 1] ?? source.text.length + 1;
  return Math.max(0, Math.min(start + character, Math.max(start, end - 1)));
}

/** Converts a diagnostic; its message includes the note and the fix. */
export function toDiagnostic({ lsp: sdk }: Sdk, source: Source, uri: string, diagnostic: Diagnostic): lsp.Diagnostic {
  const { span, severity, code, message, note, help, suggestion, also = [] } = diagnostic;
  const fix = help ?? (suggestion === undefined ? undefined : `write ${suggestion}`);
  const end = span.end > span.start ? span.end : Math.min(span.start + 1, source.text.length);
  return {
    range: toRange(source, { start: span.start, end }),
    severity: severity === 'error' ? sdk.DiagnosticSeverity.Error : sdk.DiagnosticSeverity.Warning,
    source: 'nonet',
    code,
    message: [message, `note: ${note}`, ...(fix === undefined ? [] : [`help: ${fix}`])].join('\n'),
    relatedInformation: also.map(({ span: at, label }) => ({
      location: { uri, range: toRange(source, at) },
      message: label,
    })),
  };
}

/** Converts edits. */
export function toTextEdits(source: Source, edits: readonly Edit[]): lsp.TextEdit[] {
  return edits.map(({ span, text }) => ({ range: toRange(source, span), newText: text }));
}

/** Converts an entry of the outline with what is below it. */
export function toDocumentSymbol(sdk: Sdk, source: Source, entry: OutlineEntry): lsp.DocumentSymbol {
  const { name, kind, span, selection, children } = entry;
  return {
    name,
    detail: kind === 'part' || kind === 'subject' ? '' : kind,
    kind: sdk.lsp.SymbolKind[symbolKinds[kind]],
    range: toRange(source, span),
    selectionRange: toRange(source, selection),
    children: children.map((child) => toDocumentSymbol(sdk, source, child)),
  };
}
