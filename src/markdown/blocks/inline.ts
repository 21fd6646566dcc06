/** A code span or a comment in a text; `from` and `to` enclose its content. */
export interface Inline {
  readonly kind: 'code' | 'comment';
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** The code spans and comments of a text in order, with the marks that found no end. */
export interface Inlines {
  readonly spans: readonly Inline[];
  /** The offsets of runs of backticks without their pair. */
  readonly unpaired: readonly number[];
  /** Where a comment begins that is not closed. */
  readonly open: number | undefined;
}

const nothing: Inlines = { spans: [], unpaired: [], open: undefined };
const isNeverEscaped = (): boolean => false;

/**
 * Finds code spans and comments (CommonMark 6.1, 6.6) in linear time. `isEscaped` returns whether a removed backslash preceded a backtick;
 * without it the text still contains its backslashes.
 */
export function parseInlines(text: string, isEscaped?: (at: number) => boolean): Inlines {
  const mayHold = text.includes('`') || text.includes('<!--');
  if (!mayHold) return nothing;
  const runs = indexBacktickRuns(text);
  const escaped = isEscaped ?? isNeverEscaped;
  const marks = isEscaped === undefined ? /[`<]|\\[\s\S]/g : /[`<]/g;
  const spans: Inline[] = [];
  const unpaired: number[] = [];
  let open: number | undefined;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const at = found.index;
    if (found[0].length > 1 || (found[0] === '`' && escaped(at))) continue;
    if (found[0] === '<') {
      if (open !== undefined || !text.startsWith('<!--', at)) continue;
      const close = text.indexOf('-->', at + 2);
      if (close === -1) open = at;
      else {
        spans.push({ kind: 'comment', start: at, end: close + 3, from: at, to: close + 3 });
        marks.lastIndex = close + 3;
      }
      continue;
    }
    const length = countBackticks(text, at);
    const close = runs.next(length, at + length);
    if (close === undefined) {
      unpaired.push(at);
      marks.lastIndex = at + length;
    } else {
      spans.push(createCodeSpan(text, at, at + length, close, close + length));
      marks.lastIndex = close + length;
    }
  }
  return { spans, unpaired, open };
}

/** One space on each side is dropped when both are there and the text is not only spaces. */
function createCodeSpan(text: string, start: number, from: number, to: number, end: number): Inline {
  const padded = to - from > 2 && isSpace(text, from) && isSpace(text, to - 1) && text.slice(from, to).trim() !== '';
  return { kind: 'code', start, end, from: padded ? from + 1 : from, to: padded ? to - 1 : to };
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\n';
}

function countBackticks(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === 96) next += 1;
  return next - at;
}

interface Runs {
  /** Returns the first run of exactly this length at or after `from`; calls must have increasing `from`. */
  next(length: number, from: number): number | undefined;
}

function indexBacktickRuns(text: string): Runs {
  const byLength = new Map<number, number[]>();
  for (let at = text.indexOf('`'); at !== -1; ) {
    const length = countBackticks(text, at);
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [at]);
    else same.push(at);
    at = text.indexOf('`', at + length);
  }
  const pointers = new Map<number, number>();
  return {
    next(length, from) {
      const places = byLength.get(length);
      if (places === undefined) return undefined;
      let pointer = pointers.get(length) ?? 0;
      while (pointer < places.length && places[pointer]! < from) pointer += 1;
      pointers.set(length, pointer);
      return places[pointer];
    },
  };
}

/** A text with its code spans and comments covered by a character that no word of the language holds. */
export function maskInlines(text: string): string {
  const { spans } = parseInlines(text);
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let last = 0;
  for (const span of spans) {
    pieces.push(text.slice(last, span.start), '\u0000'.repeat(span.end - span.start));
    last = span.end;
  }
  pieces.push(text.slice(last));
  return pieces.join('');
}
