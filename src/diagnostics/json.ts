import { findPosition, type Source, type Span } from '../text/location.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { describeHelp, findEdit } from './words.ts';

/** A place as JSON output holds it: lines and columns count from 1, columns in UTF-16 units, the end not included. */
interface PlaceJson {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic as JSON output holds it. */
export interface DiagnosticJson extends PlaceJson {
  readonly code: string;
  readonly severity: Severity;
  readonly file: string;
  readonly message: string;
  readonly note: string;
  readonly help?: string;
  /** The edits that `nonet check --fix` makes; left out if the author has to decide. */
  readonly edits?: readonly (PlaceJson & { readonly text: string })[];
}

/** Turns a diagnostic into plain JSON; `help` and `edits` are left out where there are none. */
export function formatDiagnosticJson(source: Source, diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, span, note } = diagnostic;
  const help = describeHelp(source, diagnostic);
  const place = locate(source, span);
  const text = findEdit(source, diagnostic);
  return {
    ...{ code, severity, file: source.name, ...place, message, note },
    ...(help === undefined ? {} : { help }),
    ...(text === undefined ? {} : { edits: [{ ...place, text }] }),
  };
}

function locate(source: Source, span: Span): PlaceJson {
  const [start, end] = [findPosition(source, span.start), findPosition(source, span.end)];
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
