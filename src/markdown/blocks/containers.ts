import { markdown } from '../diagnostics.ts';
import { type Cursor, measureIndent, skipColumns, skipSpaces } from './lines.ts';
import { begin, close, enter, type Item, type Reader, touch } from './reader.ts';
import { isThematicBreak, type ListMark, listMark } from './starts.ts';

/** More quotations and list items inside one another than this are an error; it keeps reading linear. */
const deepest = 32;

/** Returns how many of the open quotations and list items a line continues; moves the cursor after their marks. */
export function matchContainers(reader: Reader, cursor: Cursor, end: number): number {
  const { containers } = reader;
  for (const [depth, container] of containers.entries()) {
    const indent = measureIndent(cursor);
    const first = skipSpaces(cursor.text, cursor.at, cursor.end);
    if (container.kind === 'quote') {
      if (indent > 3 || first >= end || cursor.text.charCodeAt(first) !== 62) return depth;
      passQuote(cursor, indent);
      touch(reader, first + 1);
    } else if (first >= end) {
      if (!container.filled) return depth;
    } else if (indent >= container.content) skipColumns(cursor, container.content);
    else return depth;
  }
  return containers.length;
}

/** The containers of a line: their depth, and whether the line opened one itself. */
export interface Opened {
  readonly depth: number;
  readonly fresh: boolean;
}

/** Opens the quotations and list items that a line begins after the `matched` ones. */
export function openContainers(reader: Reader, cursor: Cursor, end: number, matched: number): Opened {
  const { text } = cursor;
  let depth = matched;
  let fresh = false;
  for (;;) {
    const below = !fresh && reader.leaf.kind === 'paragraph' && depth === reader.containers.length;
    const indent = measureIndent(cursor);
    const first = skipSpaces(text, cursor.at, cursor.end);
    if (first >= end || indent > 3) break;
    const isQuote = text.charCodeAt(first) === 62;
    const mark = isQuote || isThematicBreak(text, first, end) ? undefined : listMark(text, first, end);
    if (!isQuote && (mark === undefined || (below && !mark.interrupts))) break;
    if (depth >= deepest) {
      reader.diagnostics.push(markdown['too-deep']({ start: first, end }, deepest));
      break;
    }
    if (!fresh) close(reader, depth);
    fresh = true;
    if (mark === undefined) openQuote(reader, cursor, first, end, indent);
    else openItem(reader, cursor, first, end, mark);
    depth += 1;
  }
  return { depth, fresh };
}

function passQuote(cursor: Cursor, indent: number): void {
  skipColumns(cursor, indent);
  cursor.at += 1;
  cursor.column += 1;
  skipColumns(cursor, 1);
}

function openQuote(reader: Reader, cursor: Cursor, first: number, end: number, indent: number): void {
  if (reader.containers.length === 0) begin(reader, 'quotation', first, end);
  enter(reader, false, { start: first, end });
  touch(reader, end);
  passQuote(cursor, indent);
  reader.containers.push({ kind: 'quote', content: 0, item: undefined, filled: false });
}

function openItem(reader: Reader, cursor: Cursor, first: number, end: number, mark: ListMark): void {
  const { containers } = reader;
  const nested = containers.length > 0;
  const item: Item = {
    start: first,
    end: first,
    lines: [],
    nested,
    ordered: mark.ordered,
    extra: undefined,
    unindented: undefined,
  };
  if (!nested) begin(reader, 'list', first, end);
  enter(reader, false, { start: first, end });
  touch(reader, end);
  if (reader.open?.form === 'list' && containers.every((container) => container.kind === 'item')) {
    reader.open.items.push(item);
  }
  const before = measureIndent(cursor);
  skipColumns(cursor, before);
  cursor.at += mark.width;
  cursor.column += mark.width;
  const spaces = measureIndent(cursor);
  const padding = mark.empty || spaces > 4 ? 1 : spaces;
  skipColumns(cursor, padding);
  containers.push({ kind: 'item', content: before + mark.width + padding, item, filled: false });
}
