import type { Span } from '../../text/location.ts';
import { normalizeSyntaxCell } from '../cells/words.ts';
import { markdown } from '../diagnostics.ts';
import type { Heading } from './block.ts';
import type { Opened } from './containers.ts';
import { findHtmlEnd, type HtmlStart, matchHtmlStart } from './html.ts';
import { type Cursor, measureIndent, skipSpaces } from './lines.ts';
import { notePipe } from './pipes.ts';
import {
  begin,
  close,
  diagnoseUnclosedHtml,
  emit,
  endNotes,
  enter,
  type Leaf,
  noLeaf,
  type Reader,
  report,
  touch,
} from './reader.ts';
import {
  type AtxHeading,
  closesFence,
  isThematicBreak,
  readAtxHeading,
  readOpeningFence,
  readUnderlineLevel,
} from './starts.ts';

/** Takes a line into open code or HTML; false when it does not belong there. */
export function growLeaf(reader: Reader, cursor: Cursor, end: number, line: number): boolean {
  const { leaf } = reader;
  const first = skipSpaces(cursor.text, cursor.at, cursor.end);
  const blank = first >= end;
  if (leaf.kind === 'fence') {
    if (!blank) touch(reader, end);
    if (measureIndent(cursor) < 4 && !blank && closesFence(cursor.text, first, cursor.end, leaf.fence)) endLeaf(reader);
    return true;
  }
  if (leaf.kind === 'html') {
    if (leaf.html.ends === undefined && blank) endLeaf(reader);
    else growHtml(reader, leaf.html, { start: first, end }, line);
    return true;
  }
  if (leaf.kind !== 'indented' || (!blank && measureIndent(cursor) < 4)) return false;
  if (blank) return true;
  if (cursor.text.charCodeAt(first) === 124) notePipe(reader, line, { start: first, end }, 'indented');
  touch(reader, end);
  return true;
}

function growHtml(reader: Reader, html: HtmlStart, span: Span, line: number): void {
  const { text } = reader.source;
  if (span.start < span.end) touch(reader, span.end);
  if (!html.comment && text.charCodeAt(span.start) === 124) notePipe(reader, line, span, 'html');
  const close = findHtmlEnd(text.slice(span.start, span.end), html, 0);
  if (close === -1) return;
  endLeaf(reader);
  if (html.comment) checkAfterComment(reader, span.start + close, span.end);
}

/** Ends code or HTML that is complete, so that it is not taken for unclosed. */
function endLeaf(reader: Reader): void {
  reader.leaf = noLeaf;
  if (reader.containers.length === 0) close(reader, 0);
}

/** Text after a comment on its last line would be skipped silently. */
function checkAfterComment(reader: Reader, from: number, end: number): void {
  const { text } = reader.source;
  let at = skipSpaces(text, from, end);
  while (at < end && text.startsWith('<!--', at)) {
    const close = text.slice(at, end).indexOf('-->', 2);
    if (close === -1) {
      report(reader, markdown['unclosed-comment']({ start: at, end: at + 4 }));
      return;
    }
    at = skipSpaces(text, at + close + 3, end);
  }
  if (at < end) report(reader, markdown['text-after-comment']({ start: at, end }));
}

/** Begins the leaf of a line after its containers, or adds the line to the paragraph above. */
export function startLeaf(reader: Reader, cursor: Cursor, end: number, line: number, opened: Opened): void {
  const { text } = cursor;
  const { depth, fresh } = opened;
  const tip = !fresh && reader.leaf.kind === 'paragraph';
  const below = tip && depth === reader.containers.length;
  const indent = measureIndent(cursor);
  const start = skipSpaces(text, cursor.at, cursor.end);
  const span = { start, end };
  if (text.charCodeAt(start) === 124) notePipe(reader, line, span, explainStrayPipe(reader, indent, tip, depth, line));
  if (indent > 3 || !startOther(reader, span, tip, below, opened)) {
    if (tip) growParagraph(reader, span, depth, indent);
    else if (indent > 3) open(reader, { kind: 'indented' }, 'code', span, opened);
    else openParagraph(reader, span, opened);
  }
}

function explainStrayPipe(reader: Reader, indent: number, tip: boolean, depth: number, line: number) {
  if (reader.containers.length > 0 && depth > 0) return reader.containers[depth - 1]!.kind;
  if (tip) return 'below text';
  return indent > 0 ? 'indented' : ({ from: line } as const);
}

/** Begins a heading, code, HTML or a break; false if the line is something else. */
function startOther(reader: Reader, span: Span, tip: boolean, below: boolean, opened: Opened): boolean {
  const { text } = reader.source;
  const { start, end } = span;
  const heading = readAtxHeading(text, start, end);
  if (heading !== undefined) {
    openHeading(reader, heading, span, opened);
    return true;
  }
  const fence = readOpeningFence(text, start, end);
  if (fence !== undefined) {
    open(reader, { kind: 'fence', fence, span }, 'code', span, opened);
    return true;
  }
  const html = text.charCodeAt(start) === 60 ? matchHtmlStart(text.slice(start, end)) : undefined;
  if (html !== undefined && (html.interrupts || !tip)) {
    openHtml(reader, html, span, opened);
    return true;
  }
  const level = below ? readUnderlineLevel(text, start, end) : undefined;
  if (level !== undefined) {
    reportUnderlinedHeading(reader, level, span);
    return true;
  }
  if (!isThematicBreak(text, start, end)) return false;
  open(reader, noLeaf, 'rule', span, opened);
  if (reader.containers.length === 0) close(reader, 0);
  return true;
}

function open(
  reader: Reader,
  leaf: Leaf,
  form: 'code' | 'html' | 'comment' | 'rule',
  span: Span,
  opened: Opened,
): void {
  if (!opened.fresh) close(reader, opened.depth);
  if (reader.containers.length === 0) begin(reader, form, span.start, span.end);
  enter(reader, false, span);
  touch(reader, span.end);
  reader.leaf = leaf;
}

function openHtml(reader: Reader, html: HtmlStart, span: Span, opened: Opened): void {
  const { text } = reader.source;
  const from = html.comment ? 2 : 1;
  const close = findHtmlEnd(text.slice(span.start, span.end), html, from);
  const form = html.comment ? 'comment' : 'html';
  open(reader, { kind: 'html', html, span }, form, span, opened);
  if (close !== -1) {
    endLeaf(reader);
    if (html.comment) checkAfterComment(reader, span.start + close, span.end);
  } else if (html.comment && !hasLater(reader, '-->', span.end)) {
    endLeaf(reader);
    reader.diagnostics.push(diagnoseUnclosedHtml(html, { start: span.start, end: span.start + 4 }));
  }
}

/** Returns whether these words occur again after an offset; after one negative result it does not search again. */
function hasLater(reader: Reader, words: string, from: number): boolean {
  if (reader.lastComment === undefined) reader.lastComment = reader.source.text.lastIndexOf(words);
  return reader.lastComment >= from;
}

function openHeading(reader: Reader, heading: AtxHeading, span: Span, opened: Opened): void {
  if (!opened.fresh) close(reader, opened.depth);
  if (reader.containers.length > 0) {
    enter(reader, false, span);
    touch(reader, span.end);
    return;
  }
  const text = reader.source.text.slice(heading.start, heading.end);
  if (heading.level > 3) {
    if (reader.notes === undefined) report(reader, markdown['deep-heading'](span, heading.level, text));
    else emit(reader, { kind: 'paragraph', span });
    return;
  }
  endNotes(reader);
  const made = createHeading(reader, heading.level as 1 | 2 | 3, span, heading);
  emit(reader, made);
  if (made.level === 3 && made.words.text.toLowerCase() === 'notes') reader.notes = { start: -1, end: -1 };
}

/** A paragraph with a line of `=` or `-` below: a heading to Markdown, an error to the language. */
function reportUnderlinedHeading(reader: Reader, level: 1 | 2, span: Span): void {
  const { leaf, containers, notes } = reader;
  if (containers.length > 0 || leaf.kind !== 'paragraph' || notes !== undefined) {
    close(reader, containers.length);
    if (containers.length > 0) enter(reader, false, span);
    else emit(reader, { kind: 'prose', form: 'rule', span });
    touch(reader, span.end);
    return;
  }
  reader.leaf = noLeaf;
  const first = leaf.lines[0]!;
  const last = leaf.lines[leaf.lines.length - 1]!;
  const whole = { start: first.start, end: span.end };
  const title = reader.source.text.slice(first.start, last.end);
  report(reader, markdown['underlined-heading'](whole, level, title));
  emit(reader, createHeading(reader, level, whole, { start: first.start, end: last.end }));
}

function createHeading({ source }: Reader, level: Heading['level'], span: Span, { start, end }: Span): Heading {
  const words = normalizeSyntaxCell({ text: source.text.slice(start, end), span: { start, end } }, true);
  return { kind: 'heading', level, words, span };
}

function openParagraph(reader: Reader, span: Span, opened: Opened): void {
  if (!opened.fresh) close(reader, opened.depth);
  enter(reader, true, span);
  touch(reader, span.end);
  reader.leaf = { kind: 'paragraph', lines: [span] };
}

function growParagraph(reader: Reader, span: Span, depth: number, indent: number): void {
  if (reader.leaf.kind !== 'paragraph') return;
  reader.leaf.lines.push(span);
  touch(reader, span.end);
  const outer = reader.containers[0]?.item;
  if (depth === 0 && indent < 2 && outer !== undefined) outer.unindented ??= span;
}
