/** A stretch of a text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value together with the place it was read from. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

/** A name as written in the document. */
export type Name = Located<string>;

/** A text that is read, its byte-order mark dropped; `lines` holds the offset at which each line begins. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly lines: ArrayLike<number>;
}

/** A line and a column, both counted from 1, the column in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * A piece of the source as the language reads it: backslashes removed, runs of spaces made one.
 * `offsets[i]` is the source offset of `text[i]` (one entry more than `text` has units, for its end);
 * without `offsets` the text is the slice of `span` itself.
 */
export interface SourceText {
  readonly text: string;
  readonly span: Span;
  readonly offsets?: readonly number[];
}

/** Makes a source of a text: drops a byte-order mark, finds the beginnings of its lines (LF or CRLF). */
export function createSource(name: string, text: string): Source {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let count = 1;
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) count += 1;
  const lines = new Uint32Array(count);
  for (let line = 1; line < count; line++) lines[line] = body.indexOf('\n', lines[line - 1]) + 1;
  return { name, text: body, lines };
}

/** The line and column of an offset. */
export function findPosition(source: Source, offset: number): Position {
  let low = 0;
  let high = source.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.lines[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - source.lines[low]! + 1 };
}

/** The line number, from 1, of the beginning of a span. */
export function getLineNumber(source: Source, span: Span): number {
  return findPosition(source, span.start).line;
}

/** The text of one line, from 1, without its line end. */
export function readLine(source: Source, line: number): string {
  const start = source.lines[line - 1] ?? source.text.length;
  const end = source.lines[line] ?? source.text.length;
  return source.text.slice(start, end).replace(/\r?\n$/, '');
}

/** The place of one line, from 1, without its line end. */
export function findLineSpan(source: Source, line: number): Span {
  const start = source.lines[line - 1] ?? source.text.length;
  return { start, end: start + readLine(source, line).length };
}

/** The source text under a span. */
export function slice({ text }: Source, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The place in the source of `words.text.slice(from, to)`. */
export function locateSlice(words: SourceText, from: number, to: number): Span {
  const { span, offsets } = words;
  if (offsets === undefined) return { start: span.start + from, end: span.start + to };
  const start = offsets[from] ?? span.end;
  const end = to > from ? offsets[to - 1]! + 1 : start;
  return { start, end };
}

/** A part of words, as words with their own places. */
export function sliceSourceText(words: SourceText, from: number, to: number): SourceText {
  const span = locateSlice(words, from, to);
  const text = words.text.slice(from, to);
  return words.offsets === undefined ? { text, span } : { text, span, offsets: words.offsets.slice(from, to + 1) };
}
