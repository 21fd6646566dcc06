import { findPosition, type Source } from '../text/location.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { getCorrection } from './words.ts';

/** A diagnostic as JSON output holds it: lines and columns count from 1, columns in UTF-16 units, the end not included. */
export interface DiagnosticJson {
  readonly code: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** Turns a diagnostic into plain JSON; `suggestion` is left out where there is none. */
export function formatDiagnosticJson(source: Source, diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, span } = diagnostic;
  const suggestion = getCorrection(source, diagnostic);
  const start = findPosition(source, span.start);
  const end = findPosition(source, span.end);
  const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  const json = { code, severity, file: source.name, ...place, message };
  return suggestion === undefined ? json : { ...json, suggestion };
}
