import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locateSlice, type Name, type SourceText, type Span } from '../text/location.ts';
import { diagnostics } from './diagnostics.ts';
import { type ShapeToken, tokenizeShape } from './tokens.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Walks over the tokens of a shape and gathers what is wrong with them. */
export interface ShapeCursor {
  readonly words: SourceText;
  readonly tokens: readonly ShapeToken[];
  readonly diagnostics: Diagnostic[];
  /** The place of the next token. */
  at: number;
  tooDeep: boolean;
  /** The end was reached inside a bracket, which has been said. */
  ended: boolean;
}

/** How deep shapes may be nested, so that no text makes reading fail. */
export const deepest = 32;

/** A cursor at the first token of a shape. */
export function createShapeCursor(words: SourceText): ShapeCursor {
  return { words, tokens: tokenizeShape(words), diagnostics: [], at: 0, tooDeep: false, ended: false };
}

/** The token that comes next, or undefined at the end. */
export function peek(cursor: ShapeCursor): ShapeToken | undefined {
  return cursor.tokens[cursor.at];
}

/** Whether a mark comes next. */
export function isNext(cursor: ShapeCursor, mark: string): boolean {
  const token = peek(cursor);
  return token?.kind === 'mark' && token.text === mark;
}

/** Whether the word `or` comes next. */
export function isNextOr(cursor: ShapeCursor): boolean {
  const token = peek(cursor);
  return token?.kind === 'word' && token.text === 'or';
}

/** Takes the next token, which must be there. */
export function take(cursor: ShapeCursor): ShapeToken {
  return cursor.tokens[cursor.at++]!;
}

/** Takes this word and the words that follow it, up to an `or`; gives the last. */
export function takeWords(cursor: ShapeCursor): ShapeToken {
  let last = take(cursor);
  while (peek(cursor)?.kind === 'word' && !isNextOr(cursor)) last = take(cursor);
  return last;
}

/** A token as it is written. */
export function getTokenText(cursor: ShapeCursor, token: ShapeToken): string {
  return cursor.words.text.slice(token.from, token.to);
}

/** The place of one token, or of all from one to another. */
export function locateTokens(cursor: ShapeCursor, first: ShapeToken, last = first): Span {
  return locateSlice(cursor.words, first.from, last.to);
}

/** Returns the last unit of the shape, to locate a missing token after it. */
export function locateEnd(cursor: ShapeCursor): Span {
  const last = cursor.tokens[cursor.tokens.length - 1];
  return last === undefined ? cursor.words.span : locateSlice(cursor.words, last.to - 1, last.to);
}

/** Returns the value of a text in double quotes, or undefined (and a diagnostic) if it is invalid. */
export function parseStringToken(cursor: ShapeCursor, token: ShapeToken): string | undefined {
  if (token.open) {
    cursor.diagnostics.push(diagnostics.unclosed(locateSlice(cursor.words, token.from, token.from + 1), '"', '"'));
    return undefined;
  }
  const text = getTokenText(cursor, token);
  try {
    return JSON.parse(text) as string;
  } catch {
    cursor.diagnostics.push(diagnostics['bad-text'](locateTokens(cursor, token), text));
    return undefined;
  }
}

/** Takes a key or a field's name: a word, or a text in double quotes. */
export function takeKey(cursor: ShapeCursor): Name | undefined {
  const token = peek(cursor)!;
  const span = locateTokens(cursor, token);
  if (token.kind !== 'word' && token.kind !== 'string') {
    cursor.diagnostics.push(diagnostics.unexpected(span, getTokenText(cursor, token), 'the name of a member'));
    return undefined;
  }
  take(cursor);
  const value = token.kind === 'word' ? token.text : parseStringToken(cursor, token);
  if (value !== '__proto__') return value === undefined ? undefined : { value, span };
  cursor.diagnostics.push(diagnostics['forbidden-name'](span));
  return undefined;
}

/**
 * Reads items between commas up to the closing mark, whose end it gives. An item that could not be read is left at the
 * next comma of its own level.
 */
export function takeItems(cursor: ShapeCursor, open: ShapeToken, closing: string, item: () => void): number {
  for (let next = peek(cursor); next !== undefined && !isNext(cursor, closing); next = peek(cursor)) {
    const before = cursor.diagnostics.length;
    item();
    const found = peek(cursor);
    if (found === undefined || isNext(cursor, closing)) break;
    if (!isNext(cursor, ',')) {
      const wanted = `a comma or \`${closing}\``;
      const said = before < cursor.diagnostics.length;
      if (!said)
        cursor.diagnostics.push(
          diagnostics.unexpected(locateTokens(cursor, found), getTokenText(cursor, found), wanted),
        );
      leave(cursor);
    }
    if (isNext(cursor, ',')) {
      const comma = take(cursor);
      if (isNext(cursor, closing)) {
        cursor.diagnostics.push(diagnostics.unexpected(locateTokens(cursor, comma), ',', `\`${closing}\``));
      }
    } else if (!isNext(cursor, closing)) break;
  }
  if (isNext(cursor, closing)) return locateTokens(cursor, take(cursor)).end;
  if (!cursor.ended && !cursor.tooDeep) {
    cursor.diagnostics.push(diagnostics.unclosed(locateTokens(cursor, open), open.text, closing));
  }
  cursor.ended = true;
  return locateEnd(cursor).end;
}

/** Goes on to the next comma or closing bracket of the present level. */
export function leave(cursor: ShapeCursor): void {
  const waiting: string[] = [];
  for (let next = peek(cursor); next !== undefined; cursor.at++, next = peek(cursor)) {
    const { kind, text } = next;
    if (kind !== 'mark') continue;
    const last = waiting[waiting.length - 1];
    if (last === undefined && (text === ',' || text === ')' || text === ']' || text === '}')) return;
    if (text === last) waiting.pop();
    else if (closers[text] !== undefined) waiting.push(closers[text]);
  }
}
