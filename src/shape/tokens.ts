import { type SourceText, sliceSourceText } from '../text/location.ts';

/** A word, a text in double quotes, or one of `( ) [ ] { } , : ? =`; `from` and `to` count in the words that were cut. */
export interface ShapeToken {
  readonly kind: 'word' | 'string' | 'mark' | 'cel';
  /** A string's text is without its quotes, still escaped; a `cel` token's is the expression after its `=`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** A string that is not closed. */
  readonly open?: true;
  /** The expression of a `cel` token. */
  readonly cel?: SourceText;
}

const marks = new Set(['(', ')', '[', ']', '{', '}', ',', ':', '?']);
const word = /[^\s()[\]{},:?="]+/y;

/** Cuts the text of a shape into tokens; `= <CEL>` up to the next `,` or closing bracket of its own level is one token. */
export function tokenizeShape(words: SourceText): readonly ShapeToken[] {
  const { text } = words;
  const tokens: ShapeToken[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) at++;
    else {
      const token = readToken(words, at, char);
      tokens.push(token);
      at = token.to;
    }
  }
  return tokens;
}

function readToken(words: SourceText, at: number, char: string): ShapeToken {
  const { text } = words;
  if (marks.has(char)) return { kind: 'mark', text: char, from: at, to: at + 1 };
  if (char === '=') return readCel(words, at);
  if (char === '"') return readString(text, at);
  word.lastIndex = at;
  const found = word.exec(text)![0];
  return { kind: 'word', text: found, from: at, to: at + found.length };
}

function readString(text: string, from: number): ShapeToken {
  const end = findClosingQuotes(text, from, '"', false);
  if (end === undefined) return { kind: 'string', text: text.slice(from + 1), from, to: text.length, open: true };
  return { kind: 'string', text: text.slice(from + 1, end - 1), from, to: end };
}

function readCel(words: SourceText, from: number): ShapeToken {
  const { text } = words;
  let depth = 0;
  let at = from + 1;
  for (; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      const raw = /(?:^|[^A-Za-z0-9_])[rR]$/.test(text.slice(Math.max(0, at - 2), at));
      const quotes = text.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
      at = (findClosingQuotes(text, at, quotes, raw) ?? text.length) - 1;
    } else if (char === '(' || char === '[' || char === '{') depth++;
    else if (depth === 0 && (char === ',' || char === ')' || char === ']' || char === '}')) break;
    else if (char === ')' || char === ']' || char === '}') depth--;
  }
  let begin = from + 1;
  let end = at;
  while (begin < end && /\s/.test(text[begin]!)) begin++;
  while (end > begin && /\s/.test(text[end - 1]!)) end--;
  const cel = sliceSourceText(words, begin, end);
  return { kind: 'cel', text: cel.text, from, to: Math.max(end, from + 1), cel };
}

/** Returns the offset after the closing quotes of a string that begins at `from`, or undefined if it is never closed. */
function findClosingQuotes(text: string, from: number, quotes: string, raw: boolean): number | undefined {
  for (let at = from + quotes.length; at < text.length; at++) {
    if (!raw && text[at] === '\\') at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length;
  }
  return undefined;
}
