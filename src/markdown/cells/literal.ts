import type { DiagnosticSink } from '../../diagnostics/list.ts';
import type { Span } from '../../text/location.ts';
import { markdown } from '../diagnostics.ts';
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

/** The most levels of lists and objects of a literal. All that reads one may therefore call itself for each level. */
const deepest = 32;

/** Reads a text that is one literal as a whole, in a code span or not: JSON, or a bare word; else undefined, also where it is nested too deeply. */
export function parseLiteral(cell: CellText): Literal | undefined {
  const { tokens, span } = cell;
  const first = tokens[0];
  if (first === undefined) return undefined;
  if (tokens.length === 1 && first.kind === 'string') {
    return { value: first.text, text: cell.words.text, bare: false, span };
  }
  const text = getJsonText(cell);
  if (isTooDeep(text)) return undefined;
  const value = parse(text);
  if (value !== undefined) return { value, text, bare: false, span };
  const isWord = tokens.length === 1 && first.kind !== 'mark' && /^[^\s"]+$/.test(text);
  return isWord ? { value: text, text, bare: true, span } : undefined;
}

/** Reports a literal that is nested too deeply. Returns whether it is. */
export function reportTooDeep(cell: CellText, diagnostics: DiagnosticSink): boolean {
  const text = getJsonText(cell);
  const deep = isTooDeep(text) && parse(text) !== undefined;
  if (deep) diagnostics.push(markdown['literal-too-deep'](cell.span, text, deepest));
  return deep;
}

/** The text of a literal that is one code span or plain. */
function getJsonText({ tokens, words }: CellText): string {
  const first = tokens[0];
  return tokens.length === 1 && first?.kind === 'code' ? first.text.trim() : words.text;
}

function isTooDeep(text: string): boolean {
  if (text.length <= deepest) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') quoted = !quoted;
    else if (quoted) at += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
