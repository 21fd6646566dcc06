import { skipSpaces, trimSpacesEnd } from './lines.ts';

/** A `#` heading of a line: its level and the span of its text without closing `#`. */
export interface AtxHeading {
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** Reads `# text` from the first character of a line other than spaces (CommonMark 4.2). */
export function readAtxHeading(text: string, at: number, end: number): AtxHeading | undefined {
  let level = 0;
  while (at + level < end && text.charCodeAt(at + level) === 35) level += 1;
  if (level === 0 || level > 6) return undefined;
  const after = at + level;
  if (after < end && skipSpaces(text, after, end) === after) return undefined;
  const start = skipSpaces(text, after, end);
  const last = trimSpacesEnd(text, start, end);
  let closing = last;
  while (closing > start && text.charCodeAt(closing - 1) === 35) closing -= 1;
  if (closing === last) return { level, start, end: last };
  if (closing === start) return { level, start, end: start };
  const before = trimSpacesEnd(text, start, closing);
  return { level, start, end: before === closing ? last : before };
}

/** The opening line of a fenced code block. */
export interface Fence {
  readonly mark: number;
  readonly length: number;
}

/** Reads the opening line of a fenced code block (CommonMark 4.5). */
export function readOpeningFence(text: string, at: number, end: number): Fence | undefined {
  const mark = text.charCodeAt(at);
  if (mark !== 96 && mark !== 126) return undefined;
  const length = runLength(text, at, end);
  if (length < 3) return undefined;
  if (mark === 96) {
    const again = text.indexOf('`', at + length);
    if (again !== -1 && again < end) return undefined;
  }
  return { mark, length };
}

/** Whether a line closes a fenced code block. */
export function closesFence(text: string, at: number, end: number, fence: Fence): boolean {
  if (text.charCodeAt(at) !== fence.mark) return false;
  const length = runLength(text, at, end);
  return length >= fence.length && skipSpaces(text, at + length, end) === end;
}

function runLength(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  let next = at;
  while (next < end && text.charCodeAt(next) === mark) next += 1;
  return next - at;
}

/** Whether a line is a thematic break (CommonMark 4.1). */
export function isThematicBreak(text: string, at: number, end: number): boolean {
  const mark = text.charCodeAt(at);
  if (mark !== 42 && mark !== 45 && mark !== 95) return false;
  let count = 0;
  for (let next = at; next < end; next++) {
    const unit = text.charCodeAt(next);
    if (unit === mark) count += 1;
    else if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return count >= 3;
}

/** The level of the heading that a line of `=` or `-` makes of the paragraph above (CommonMark 4.3). */
export function readUnderlineLevel(text: string, at: number, end: number): 1 | 2 | undefined {
  const mark = text.charCodeAt(at);
  if (mark !== 61 && mark !== 45) return undefined;
  const length = runLength(text, at, end);
  if (skipSpaces(text, at + length, end) !== end) return undefined;
  return mark === 61 ? 1 : 2;
}

/** A list item's mark: its width in characters, whether it is a number, and whether nothing follows it. */
export interface ListMark {
  readonly width: number;
  readonly ordered: boolean;
  readonly empty: boolean;
  /** May it begin a list directly below a paragraph? */
  readonly interrupts: boolean;
}

/** Reads `-`, `*`, `+`, `1.` or `1)` at the first character of a line other than spaces (CommonMark 5.2). */
export function listMark(text: string, at: number, end: number): ListMark | undefined {
  const unit = text.charCodeAt(at);
  let width = 0;
  let ordered = false;
  if (unit === 45 || unit === 42 || unit === 43) width = 1;
  else {
    while (width < 10 && at + width < end && isDigit(text.charCodeAt(at + width))) width += 1;
    const mark = text.charCodeAt(at + width);
    if (width === 0 || width > 9 || at + width >= end || (mark !== 46 && mark !== 41)) return undefined;
    width += 1;
    ordered = true;
  }
  const after = skipSpaces(text, at + width, end);
  const empty = after === end;
  if (!empty && after === at + width) return undefined;
  const first = !ordered || text.slice(at, at + width - 1) === '1';
  return { width, ordered, empty, interrupts: !empty && first };
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
