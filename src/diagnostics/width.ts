import { toPrintable, toPrintableLine } from '../text/printable.ts';

/** One character as a reader sees it: where it begins in its text, what is shown for it, and how many columns that takes. */
export interface Shown {
  readonly at: number;
  readonly text: string;
  readonly width: number;
}

const tabStop = 4;
/** Created for the first diagnostic: a document without any does not wait for the tables of Unicode. */
let graphemes: Intl.Segmenter | undefined;

/** Blocks of wide characters (Unicode's East Asian Width W and F), as first and last code point. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** The most of a line that is laid out: no document has a longer one, and a longer one is reported at its beginning. */
const longestLine = 65_536;
/** The most of one character that is shown: marks can follow it without end. */
const longestCharacter = 64;

/** The line that was laid out last: a long line with a thousand diagnostics is laid out once. */
let latest: { readonly line: string; readonly shown: readonly Shown[] } | undefined;

/** The characters of one line with their display columns; tabs become spaces, controls a visible sign. */
export function layOutLine(line: string): readonly Shown[] {
  if (latest?.line === line) return latest.shown;
  const shown = layOut(line.slice(0, longestLine));
  if (line.length > 200) latest = { line, shown };
  return shown;
}

function layOut(line: string): readonly Shown[] {
  const shown: Shown[] = [];
  let column = 0;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment, index } of graphemes.segment(line)) {
    const text =
      segment === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : toPrintable(segment.slice(0, longestCharacter));
    const width = segment === '\t' ? text.length : measureGrapheme(text);
    shown.push({ at: index, text, width });
    column += width;
  }
  return shown;
}

const isMarkOnly = (text: string): boolean => /^(?:\p{M}|\u200d)+$/u.test(text);

function measureGrapheme(grapheme: string): number {
  if (/^[ -~]$/.test(grapheme)) return 1;
  if (isMarkOnly(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  let widest = 0;
  for (const char of grapheme) {
    if (isMarkOnly(char)) continue;
    const code = char.codePointAt(0)!;
    widest = Math.max(widest, wide.some(([first, last]) => first <= code && code <= last) ? 2 : 1);
  }
  return grapheme.length > 1 && /^\P{M}{2,}$/u.test(grapheme) && widest === 1 ? [...grapheme].length : widest;
}

/** Returns the columns of the terminal that a text takes. */
export function measureWidth(text: string): number {
  if (/^[ -~–]*$/.test(text)) return text.length;
  return layOut(text).reduce((sum, { width }) => sum + width, 0);
}

/** Breaks a text at spaces into lines of at most `width` columns, but not at no-break spaces; a longer word has a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[][] = [];
  let columns = 0;
  for (const word of toPrintableLine(text).split(' ')) {
    const own = measureWidth(word);
    const last = lines.at(-1);
    if (last === undefined || columns + 1 + own > width) {
      lines.push([word]);
      columns = own;
    } else {
      last.push(word);
      columns += 1 + own;
    }
  }
  return lines.map((words) => words.join(' ').replaceAll('\u00a0', ' '));
}

/** Returns lines of text after an indentation, the first one after `lead`. */
export function indentText(lead: string, text: string, width: number): readonly string[] {
  const margin = ' '.repeat(measureWidth(lead));
  return wrapText(text, Math.max(20, width - margin.length)).map((line, at) => `${at === 0 ? lead : margin}${line}`);
}
