import type { Document } from '../parts/index.ts';
import { readLine, type Span } from '../text/location.ts';
import { findPlace } from './place.ts';
import { isDelimiter, isRow, splitCells } from './rows.ts';
import { listSymbols, type SymbolKind } from './symbols.ts';

/** The kinds of tokens, as editors name them. */
export const tokenTypes = [
  'keyword',
  'type',
  'property',
  'enumMember',
  'function',
  'number',
  'string',
  'operator',
  'variable',
  'event',
] as const;
export type TokenType = (typeof tokenTypes)[number];

/** A word of a cell with its kind. */
export interface HighlightToken {
  readonly span: Span;
  readonly type: TokenType;
}

const ofKinds: Readonly<Record<SymbolKind, TokenType>> = {
  resource: 'type',
  object: 'type',
  union: 'type',
  field: 'property',
  rule: 'property',
  state: 'enumMember',
  transition: 'function',
  operation: 'function',
  parameter: 'variable',
  scheme: 'variable',
  scope: 'variable',
  attribute: 'property',
  event: 'event',
  code: 'enumMember',
  limit: 'variable',
  version: 'enumMember',
};

/** Lists the words of all machine cells with their kinds, in the order of the document. Prose has none. */
export function highlight({ source, service }: Document): readonly HighlightToken[] {
  const kinds = new Map<string, TokenType>();
  for (const { name, kind } of listSymbols(service).toReversed()) kinds.set(name, ofKinds[kind]);
  const tokens: HighlightToken[] = [];
  for (let line = 1; line <= source.lines.length; line++) {
    const words = readLine(source, line);
    if (!isRow(words) || isDelimiter(words)) continue;
    for (const { span, text } of splitCells(source, line)) {
      if (text === '') continue;
      const place = findPlace(source, span.start);
      if (place.kind === 'cell' && place.column.reads !== 'prose') tokens.push(...listTokens(text, span.start, kinds));
    }
  }
  return tokens;
}

const word = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d[\d.]*\b|[A-Za-z_][\w.:-]*|[=!<>]=?|&&|\|\||[-+*/%]/g;

function listTokens(text: string, start: number, kinds: ReadonlyMap<string, TokenType>): readonly HighlightToken[] {
  return [...text.matchAll(word)].flatMap((match) => {
    const [found] = match;
    const at = start + match.index;
    return splitPath(found, kinds).map(({ from, piece, type }) => ({
      span: { start: at + from, end: at + from + piece.length },
      type,
    }));
  });
}

function splitPath(
  found: string,
  kinds: ReadonlyMap<string, TokenType>,
): readonly { from: number; piece: string; type: TokenType }[] {
  const whole = kinds.get(found) ?? classify(found);
  if (whole !== undefined) return [{ from: 0, piece: found, type: whole }];
  const pieces: { from: number; piece: string; type: TokenType }[] = [];
  for (const match of found.matchAll(/[^.]+/g)) {
    pieces.push({
      from: match.index,
      piece: match[0],
      type: kinds.get(match[0]) ?? (pieces.length === 0 ? 'keyword' : 'property'),
    });
  }
  return pieces;
}

function classify(text: string): TokenType | undefined {
  if (/^["']/.test(text)) return 'string';
  if (/^\d/.test(text)) return 'number';
  return /^[\w]/.test(text) ? undefined : 'operator';
}
