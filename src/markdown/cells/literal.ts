import type { Span } from '../../text/location.ts';
import type { CellText } from './cell.ts';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A literal in a cell. */
export interface Literal {
  readonly value: Json;
  /** As written: digits that a number cannot hold exactly are read from here. */
  readonly text: string;
  /** True when it is a word without quotes, which is a string only where a string is due. */
  readonly bare: boolean;
  readonly span: Span;
}

/** Reads a text that is one literal as a whole, in a code span or not: JSON, or a bare word; else undefined. */
export function parseLiteral(cell: CellText): Literal | undefined {
  const { tokens, span } = cell;
  const first = tokens[0];
  if (first === undefined) return undefined;
  if (tokens.length === 1 && first.kind === 'string') {
    return { value: first.text, text: cell.words.text, bare: false, span };
  }
  const text = tokens.length === 1 && first.kind === 'code' ? first.text.trim() : cell.words.text;
  const value = parse(text);
  if (value !== undefined) return { value, text, bare: false, span };
  const isWord = tokens.length === 1 && first.kind !== 'mark' && /^[^\s"]+$/.test(text);
  return isWord ? { value: text, text, bare: true, span } : undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
