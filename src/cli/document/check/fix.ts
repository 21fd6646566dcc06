import { quoteSource } from '../../../diagnostics/words.ts';
import { type Fix, listFixes } from '../../../language-service/fixes.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource, findPosition, slice } from '../../../text/location.ts';

/** An edit that was made; its place is that of the text before the edits of its round. */
export interface Repair {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly found: string;
  readonly written: string;
}

/** A repair can bring out text that was not understood before; more rounds than this would not end. */
const mostRounds = 20;

/**
 * Writes the suggestions of the diagnostics of a document in place of their texts, until none is left or an earlier text comes back.
 * Diagnostics that overlap are fixed in later rounds.
 */
export function repairDocument(document: Document): {
  readonly document: Document;
  readonly repairs: readonly Repair[];
} {
  const seen = new Set([document.source.text]);
  const repairs: Repair[] = [];
  let fixed = document;
  for (let round = 0; round < mostRounds; round++) {
    const fixes = selectApart(listFixes(fixed, { start: 0, end: fixed.source.text.length }));
    const text = applyFixes(fixed.source.text, fixes);
    if (seen.has(text)) break;
    seen.add(text);
    repairs.push(...fixes.map((fix) => toRepair(fixed, fix)));
    fixed = readDocument(createSource(fixed.source.name, text));
  }
  return { document: fixed, repairs };
}

/** Selects fixes that do not overlap, in the order of their places. */
function selectApart(fixes: readonly Fix[]): readonly Fix[] {
  let end = -1;
  return fixes
    .toSorted((left, right) => left.span.start - right.span.start)
    .filter(({ span }) => {
      if (span.start < end) return false;
      end = span.end;
      return true;
    });
}

function applyFixes(text: string, fixes: readonly Fix[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { span, text: written } of fixes) {
    pieces.push(text.slice(from, span.start), written);
    from = span.end;
  }
  return pieces.join('') + text.slice(from);
}

function toRepair({ source }: Document, { diagnostic, span, text }: Fix): Repair {
  const { line, column } = findPosition(source, span.start);
  return { file: source.name, line, column, code: diagnostic.code, found: slice(source, span), written: text };
}

/** Describes a repair in one line. */
export function describeRepair({ file, line, column, code, found, written }: Repair): string {
  const edit =
    written === '' ? `removed ${quoteSource(found)}` : `wrote ${quoteSource(written)} for ${quoteSource(found)}`;
  return `${file}:${line}:${column}: ${edit} (${code})`;
}
