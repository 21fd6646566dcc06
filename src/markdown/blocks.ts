import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Source } from '../text/location.ts';
import type { Block } from './blocks/block.ts';
import { matchContainers, openContainers } from './blocks/containers.ts';
import { growLeaf, startLeaf } from './blocks/leaf-blocks.ts';
import { type Cursor, diagnoseSize, findLineEnd, skipSpaces, trimSpacesEnd } from './blocks/lines.ts';
import { flushPipes } from './blocks/pipes.ts';
import { close, emit, endNotes, noLeaf, type Reader, report } from './blocks/reader.ts';
import { readAtxHeading } from './blocks/starts.ts';
import { markdown } from './diagnostics.ts';
import { readTable } from './tables.ts';

/**
 * Cuts a text into blocks in one pass and linear time, as CommonMark and GFM tables cut it; what the language does not
 * allow is added to `diagnostics`. A text over the limits of size is not read.
 */
export function readBlocks(source: Source, diagnostics: DiagnosticSink): readonly Block[] | undefined {
  const refusal = diagnoseSize(source);
  if (refusal !== undefined) {
    diagnostics.push(refusal);
    return undefined;
  }
  checkLineEnds(source, diagnostics);
  checkControls(source, diagnostics);
  const state = { leaf: noLeaf, open: undefined, notes: undefined, pipes: undefined, lastComment: undefined };
  const reader: Reader = { source, diagnostics, blocks: [], containers: [], ...state };
  for (let line = skipFrontMatter(source, diagnostics); line < source.lines.length; ) line = readLine(reader, line);
  close(reader, 0);
  flushPipes(reader);
  endNotes(reader);
  return reader.blocks;
}

function checkLineEnds(source: Source, diagnostics: DiagnosticSink): void {
  const { text } = source;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) === 10) continue;
    diagnostics.push(markdown['stray-carriage-return']({ start: at, end: at + 1 }));
    return;
  }
}

const controls = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

function checkControls({ text }: Source, diagnostics: DiagnosticSink): void {
  for (const { 0: found, index } of text.matchAll(controls)) {
    diagnostics.push(markdown['control-character']({ start: index, end: index + 1 }, found.charCodeAt(0)));
  }
}

/** Returns the first line to read: after the front matter, which is an error. */
function skipFrontMatter(source: Source, diagnostics: DiagnosticSink): number {
  const mark = getTrimmedLine(source, 0);
  if (mark !== '---' && mark !== '+++') return 0;
  diagnostics.push(markdown['front-matter']({ start: 0, end: 3 }));
  for (let line = 1; line < source.lines.length; line++) if (getTrimmedLine(source, line) === mark) return line + 1;
  return 1;
}

function getTrimmedLine(source: Source, line: number): string {
  const start = source.lines[line]!;
  return source.text.slice(start, trimSpacesEnd(source.text, start, findLineEnd(source, line)));
}

/** Reads one line, or a whole table, and gives the number of the next. */
function readLine(reader: Reader, line: number): number {
  const { text, lines } = reader.source;
  const stop = findLineEnd(reader.source, line);
  const cursor: Cursor = { text, at: lines[line]!, column: 0, end: stop };
  const end = trimSpacesEnd(text, cursor.at, stop);
  const depth = matchContainers(reader, cursor, end);
  const all = depth === reader.containers.length;
  const blank = skipSpaces(text, cursor.at, stop) >= end;
  if (all && growLeaf(reader, cursor, end, line)) return line + 1;
  if (blank) {
    close(reader, depth);
    return line + 1;
  }
  const open = openContainers(reader, cursor, end, depth);
  if (skipSpaces(text, cursor.at, stop) >= end) return line + 1;
  const isTable = open.depth === 0 && reader.leaf.kind !== 'paragraph' && text.charCodeAt(cursor.at) === 124;
  if (isTable) {
    const next = readTableBlock(reader, line);
    if (next !== undefined) return next;
  }
  startLeaf(reader, cursor, end, line, open);
  return line + 1;
}

/** Reads a table at the left margin and returns the number of the line after it, or undefined if there is none. */
function readTableBlock(reader: Reader, line: number): number | undefined {
  const found: Diagnostic[] = [];
  const read = readTable(reader.source, line, found);
  if (typeof read === 'string') return undefined;
  close(reader, 0);
  flushPipes(reader);
  for (const diagnostic of found) report(reader, diagnostic);
  emit(reader, read.table);
  const { text, lines } = reader.source;
  if (read.next < lines.length) {
    const stop = findLineEnd(reader.source, read.next);
    const start = skipSpaces(text, lines[read.next]!, stop);
    const end = trimSpacesEnd(text, start, stop);
    if (start < end && readAtxHeading(text, start, end) === undefined) {
      report(reader, markdown['table-not-ended']({ start, end }));
    }
  }
  return read.next;
}
