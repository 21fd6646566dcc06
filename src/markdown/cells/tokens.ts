import { type SourceText, type Span, sliceSourceText } from '../../text/location.ts';
import { type Inline, parseInlines } from '../blocks/inline.ts';
import type { CellText, Token } from './cell.ts';
import { isEscaped } from './words.ts';

const marks = ';,()[]{}';
/** Most cells of most documents: one word of plain characters. */
const plainWord = /^[\w.:/-]+$/;

/** Cuts words that are read as a machine cell's into tokens; characters that a backslash protected are plain ones. */
export function tokenizeCell(words: SourceText): readonly Token[] {
  const { text } = words;
  if (plainWord.test(text))
    return [{ kind: 'word', text, words, span: words.span, spaced: false, from: 0, to: text.length }];
  const codes = indexCodeSpans(words);
  const tokens: Token[] = [];
  const quotes: Quotes = { unclosed: false };
  let spaced = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === ' ') {
      spaced = true;
      at += 1;
      continue;
    }
    const code = codes.get(at);
    let token: Token;
    if (code !== undefined) token = createCodeToken(words, code, spaced);
    else {
      const close = char === '"' ? findQuoteEnd(words, at, quotes) : -1;
      if (close !== -1) token = createStringToken(words, at, close + 1, spaced);
      else if (isMark(words, at)) token = createPlainToken(words, 'mark', at, at + 1, spaced);
      else token = createPlainToken(words, 'word', at, wordEnd(words, codes, at, quotes), spaced);
    }
    tokens.push(token);
    at = token.to;
    spaced = false;
  }
  return tokens;
}

const noCodes: ReadonlyMap<number, Inline> = new Map();

function indexCodeSpans(words: SourceText): ReadonlyMap<number, Inline> {
  if (!words.text.includes('`')) return noCodes;
  const codes = new Map<number, Inline>();
  for (const span of parseInlines(words.text, (at) => isEscaped(words, at)).spans) {
    if (span.kind === 'code') codes.set(span.start, span);
  }
  return codes;
}

function isMark(words: SourceText, at: number): boolean {
  return marks.includes(words.text[at]!) && !isEscaped(words, at);
}

function wordEnd(words: SourceText, codes: ReadonlyMap<number, Inline>, from: number, quotes: Quotes): number {
  const { text } = words;
  let at = from + 1;
  for (; at < text.length; at++) {
    const char = text[at]!;
    if (char === ' ' || codes.has(at) || isMark(words, at)) break;
    if (char === '"' && findQuoteEnd(words, at, quotes) !== -1) break;
  }
  return at;
}

/** Once one quote has found no other, no later one does; it keeps reading linear. */
interface Quotes {
  unclosed: boolean;
}

/** The place of the quote that closes the string that begins here, -1 when none begins or none closes it. */
function findQuoteEnd(words: SourceText, open: number, quotes: Quotes): number {
  const { text } = words;
  if (quotes.unclosed || isEscaped(words, open)) return -1;
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"' && !isEscaped(words, at)) return at;
  }
  quotes.unclosed = true;
  return -1;
}

function createPlainToken(words: SourceText, kind: 'word' | 'mark', from: number, to: number, spaced: boolean): Token {
  const part = sliceSourceText(words, from, to);
  return { kind, text: part.text, words: part, span: part.span, spaced, from, to };
}

function createCodeToken(words: SourceText, code: Inline, spaced: boolean): Token {
  const inside = sliceSourceText(words, code.from, code.to);
  const { span } = sliceSourceText(words, code.start, code.end);
  return { kind: 'code', text: inside.text, words: inside, span, spaced, from: code.start, to: code.end };
}

/** Creates the token of a JSON string; quotes around invalid JSON make an unknown word of it. */
function createStringToken(words: SourceText, from: number, to: number, spaced: boolean): Token {
  let json = '';
  for (let at = from + 1; at < to - 1; at++) {
    const char = words.text[at]!;
    json += char === '"' && isEscaped(words, at) ? '\\"' : char;
  }
  const value = parseString(`"${json}"`);
  if (value === undefined) return createPlainToken(words, 'word', from, to, spaced);
  const inside = sliceSourceText(words, from + 1, to - 1);
  return { kind: 'string', text: value, words: inside, span: sliceSourceText(words, from, to).span, spaced, from, to };
}

function parseString(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** A class, since there is one for every cell of a document and a getter of its own would cost each of them dearly. */
class LazyText implements CellText {
  readonly words: SourceText;
  readonly span: Span;
  private made: readonly Token[] | undefined;

  constructor(words: SourceText) {
    this.words = words;
    this.span = words.span;
    this.made = undefined;
  }

  get tokens(): readonly Token[] {
    this.made ??= tokenizeCell(this.words);
    return this.made;
  }
}

/** Words read as a machine cell's, with their tokens, which are made when they are first asked for. */
export function createCellText(words: SourceText): CellText {
  return new LazyText(words);
}

/** The part of a text from one token to another (not included), its tokens standing in its own words. */
export function sliceTokens(text: CellText, first: number, last: number): CellText {
  const { tokens, words } = text;
  const chosen = tokens.slice(first, last);
  const from = chosen[0]?.from ?? tokens[first]?.from ?? tokens[first - 1]?.to ?? 0;
  const to = chosen.length === 0 ? from : chosen[chosen.length - 1]!.to;
  const part = sliceSourceText(words, from, to);
  const moved = chosen.map((token) => ({ ...token, from: token.from - from, to: token.to - from }));
  return { words: part, span: part.span, tokens: moved };
}
