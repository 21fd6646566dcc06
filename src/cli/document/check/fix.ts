import { countOf } from '../../../diagnostics/list.ts';
import { quoteSource } from '../../../diagnostics/words.ts';
import { type Fix, listFixes } from '../../../language-service/fixes.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource, findPosition, type Source, slice } from '../../../text/location.ts';
import { findWrittenInVain, listWritten, moveWritten, toEditKey, type Written } from './written.ts';

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

/** A document with its repairs. */
export interface Repaired {
  readonly document: Document;
  readonly repairs: readonly Repair[];
}

/**
 * Writes the suggestions of the diagnostics of a document in place of their texts, until none is left or an earlier text comes back.
 * Diagnostics that overlap are fixed in later rounds. A suggestion can bring out more errors than there were: if those are left at the
 * end, only suggestions that bring out none are written.
 */
export function repairDocument(document: Document): Repaired {
  const repaired = repairInRounds(document, (_, fixes) => fixes);
  if (countErrors(repaired.document) <= countErrors(document)) return repaired;
  return repairInRounds(document, createHarmlessSelection());
}

function repairInRounds(
  document: Document,
  select: (document: Document, fixes: readonly Fix[]) => readonly Fix[],
): Repaired {
  const vain = new Set<string>();
  for (;;) {
    const before = vain.size;
    const repaired = repairWithout(vain, document, select);
    if (vain.size === before) return repaired;
  }
}

/** Repairs a document without the edits in `vain`; if one of its edits leaves the same error, adds it to them and ends. */
function repairWithout(
  vain: Set<string>,
  document: Document,
  select: (document: Document, fixes: readonly Fix[]) => readonly Fix[],
): Repaired {
  const seen = new Set([document.source.text]);
  const repairs: Repair[] = [];
  let fixed = document;
  let written: readonly Written[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const found = listFixes(fixed, { start: 0, end: fixed.source.text.length });
    const again = findWrittenInVain(written, found);
    for (const edit of again) if (vain.size < mostInVain) vain.add(edit);
    if (again.length > 0 && vain.size < mostInVain) break;
    const source = fixed.source;
    const fixes = select(fixed, selectApart(found.filter((fix) => !vain.has(toEditKey(source, fix)))));
    const next = applyFixes(fixed, fixes);
    if (seen.has(next.source.text)) break;
    seen.add(next.source.text);
    repairs.push(...fixes.map((fix) => toRepair(source, fix)));
    written = [...moveWritten(written, fixes), ...listWritten(source, fixes)];
    fixed = next;
  }
  return { document: fixed, repairs };
}

/** The most edits that are left out because they leave the same error. */
const mostInVain = 50;

/** The most readings of a document that look for the fixes which bring out errors. */
const mostReadings = 100;

/** Selects the fixes that leave no more errors than before: all of them, or those of halves, of halves of these, and so on. */
function createHarmlessSelection(): (document: Document, fixes: readonly Fix[]) => readonly Fix[] {
  let readings = 0;
  return (document, fixes) => {
    let chosen: readonly Fix[] = [];
    let errors = countErrors(document);
    const add = (more: readonly Fix[]): void => {
      if (more.length === 0 || readings++ >= mostReadings) return;
      const left = countErrors(applyFixes(document, [...chosen, ...more]));
      if (left <= errors) {
        chosen = [...chosen, ...more];
        errors = left;
      } else if (more.length > 1) {
        const middle = more.length >> 1;
        add(more.slice(0, middle));
        add(more.slice(middle));
      }
    };
    add(fixes);
    return chosen;
  };
}

function countErrors({ diagnostics, more }: Document): number {
  return countOf('error', diagnostics, more);
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

/** Reads the document with fixes, which are in the order of their places and do not overlap. */
function applyFixes({ source: { name, text } }: Document, fixes: readonly Fix[]): Document {
  const pieces: string[] = [];
  let from = 0;
  for (const { span, text: written } of fixes) {
    pieces.push(text.slice(from, span.start), written);
    from = span.end;
  }
  return readDocument(createSource(name, pieces.join('') + text.slice(from)));
}

function toRepair(source: Source, { diagnostic, span, text }: Fix): Repair {
  const { line, column } = findPosition(source, span.start);
  return { file: source.name, line, column, code: diagnostic.code, found: slice(source, span), written: text };
}

/** Describes a repair in one line. */
export function describeRepair({ file, line, column, code, found, written }: Repair): string {
  const edit =
    written === '' ? `removed ${quoteSource(found)}` : `wrote ${quoteSource(written)} for ${quoteSource(found)}`;
  return `${file}:${line}:${column}: ${edit} (${code})`;
}
