import type { CellGrammar } from '../markdown/grammar.ts';
import { type Document, readDocument } from '../parts/index.ts';
import { createSource, findPosition, readLine, type Span } from '../text/location.ts';
import {
  completeColumnTitle,
  completeEmptyLine,
  completeLineName,
  completePartHeading,
  completeSubjectHeading,
} from './completion/blocks.ts';
import type { Candidate, CompletionContext } from './completion/candidate.ts';
import { completeCell, completeForms } from './completion/cells.ts';
import { completeShape } from './completion/shapes.ts';
import { type CellPlace, findPlace, type Place } from './place.ts';
import { findHeaderLine, isRow, splitCells } from './rows.ts';

let last: { readonly text: string; readonly document: Document } | undefined;

/**
 * Completes the row of a table that is being written: it closes the code span and adds the missing cells after the cursor.
 * Without a half-written row at the cursor, the document is returned as it is.
 */
function repairRow(document: Document, offset: number): Document {
  const { source } = document;
  const { line } = findPosition(source, offset);
  const words = readLine(source, line);
  if (!isRow(words)) return document;
  const header = findHeaderLine(source, line);
  if (header === line) return document;
  const end = source.lines[line - 1]! + words.length;
  const isOpen = (words.split('`').length - 1) % 2 === 1;
  const isEnded = /(?<!\\)\|\s*$/.test(words);
  const missing = splitCells(source, header).length - splitCells(source, line).length;
  if (!isOpen && isEnded && missing <= 0) return document;
  const tail = `${isEnded ? '' : ' |'}${' |'.repeat(Math.max(0, missing))}`;
  const at = offset + /^[\w.]*/.exec(source.text.slice(offset, end))![0].length;
  const text = `${source.text.slice(0, at)}${isOpen ? '`' : ''}${source.text.slice(at, end)}${tail}${source.text.slice(end)}`;
  if (last?.text !== text) last = { text, document: readDocument(createSource(source.name, text)) };
  return last.document;
}

/** The texts that can be written at a cursor, and the span that they replace. */
export interface Completions {
  readonly replace: Span;
  readonly candidates: readonly Candidate[];
}

/** Lists the texts that can be written at an offset. It reads the document around the cursor even if its row is only half written. */
export function complete(document: Document, offset: number): Completions {
  const repaired = repairRow(document, offset);
  const { source } = repaired;
  const place = findPlace(source, offset);
  const from = (start: number, candidates: readonly Candidate[]): Completions => ({
    replace: { start, end: offset },
    candidates,
  });
  switch (place.kind) {
    case 'part heading':
      return from(place.span.start, completePartHeading(repaired));
    case 'subject heading':
      return from(
        place.span.start,
        completeSubjectHeading(repaired, place.section, source.text.slice(place.span.start, offset)),
      );
    case 'empty line':
      return from(place.span.start, completeEmptyLine(repaired, place.section));
    case 'column title':
      return from(Math.min(place.span.start, offset), completeColumnTitle(place.section, place.titles));
    case 'line name':
      return from(place.span.start, completeLineName(place.section));
    case 'line value':
      return completeLine(repaired, place, offset);
    case 'cell':
      return completeInCell(repaired, place, offset);
    default:
      return from(offset, []);
  }
}

function completeInCell(document: Document, place: CellPlace, offset: number): Completions {
  const written = document.source.text.slice(Math.min(place.span.start, offset), offset);
  const code = readOpenCode(written);
  const { reads } = place.column;
  if (reads === 'prose') return { replace: { start: offset, end: offset }, candidates: [] };
  const word = code === undefined ? readItem(written, reads) : /[\w.-]*$/.exec(code)![0].split('.').at(-1)!;
  const before = code === undefined ? word : code;
  const context = createContext(document, place, before, offset);
  return { replace: { start: offset - word.length, end: offset }, candidates: completeCell(context, place, code) };
}

function completeLine(document: Document, place: Place & { kind: 'line value' }, offset: number): Completions {
  const written = document.source.text.slice(Math.min(place.span.start, offset), offset);
  const code = readOpenCode(written);
  const word = code === undefined ? written : /\w*$/.exec(code)![0];
  const context = createContext(document, { section: place.section, row: {} }, written, offset);
  const candidates =
    code === undefined ? completeForms(context, place.line) : completeShape(context, code.includes('{'));
  return { replace: { start: offset - word.length, end: offset }, candidates };
}

function createContext(
  document: Document,
  { section, row }: Pick<CellPlace, 'section' | 'row'>,
  before: string,
  offset: number,
): CompletionContext {
  return { document, place: { section, row, part: section.part?.part ?? '' }, before, offset };
}

/** The text after the last backtick, if the code span is still open there. */
function readOpenCode(written: string): string | undefined {
  const pieces = written.split('`');
  return pieces.length % 2 === 0 ? pieces.at(-1) : undefined;
}

/** The item at the end of a text, without the spaces before it. */
function readItem(written: string, reads: CellGrammar | 'prose'): string {
  const mark = reads === 'names' ? ',' : typeof reads === 'object' && 'own' in reads ? (reads.each ?? ';') : ';';
  const at = written.lastIndexOf(mark);
  return written.slice(at + 1).trimStart();
}
