import type { DiagnosticSink } from '../../diagnostics/list.ts';
import { locateSlice, type Source, type SourceText, type Span, sliceSourceText } from '../../text/location.ts';
import { parseInlines } from '../blocks/inline.ts';
import { markdown } from '../diagnostics.ts';
import type { Cell, CellText, Token } from './cell.ts';
import { createCellText, sliceTokens } from './tokens.ts';
import { normalizeSyntaxCell } from './words.ts';

const odd = /[\t\v\f\r\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/g;
const needsLook = /[^ -~]|[`<]/;
const wrongNone = new Set(['-', '–', '--', 'none', 'n/a']);

/** Reads a machine cell from its place in the source; what is wrong with its form is written to `diagnostics`, where given. */
export function readCell(source: Source, span: Span, diagnostics?: DiagnosticSink): Cell {
  return readCellFromWords({ text: source.text.slice(span.start, span.end), span }, diagnostics);
}

/** Reads a machine cell, or the value of a fact line, from its raw words. */
export function readCellFromWords(raw: SourceText, diagnostics?: DiagnosticSink): Cell {
  const { span } = raw;
  const kind = classifyCell(raw.text, span, diagnostics, { raw });
  if (kind !== 'value') return { kind, span };
  return { kind, text: createCellText(normalizeSyntaxCell(raw)), span };
}

/** Classifies a cell without reading its words; adds mistakes in its form to `diagnostics`. */
export function classifyCell(
  text: string,
  span: Span,
  diagnostics?: DiagnosticSink,
  { raw, isRequired = false }: { readonly raw?: SourceText; readonly isRequired?: boolean } = {},
): Cell['kind'] {
  if (text === '' || text === '—') return 'none';
  if (diagnostics !== undefined && needsLook.test(text)) checkForm(raw ?? { text, span }, diagnostics);
  if (text.length <= 4) {
    if (!wrongNone.has(text.toLowerCase())) return 'value';
    diagnostics?.push(markdown['wrong-none'](span, text, isRequired));
    return 'none';
  }
  const first = text.charCodeAt(0);
  return (first === 110 || first === 78) && /^not +shown$/i.test(text) ? 'not shown' : 'value';
}

function checkForm(raw: SourceText, diagnostics: DiagnosticSink): void {
  const { text } = raw;
  odd.lastIndex = 0;
  for (let found = odd.exec(text); found !== null; found = odd.exec(text)) {
    const span = locateSlice(raw, found.index, found.index + 1);
    diagnostics.push(markdown['odd-space'](span, text.charCodeAt(found.index)));
  }
  const { spans, unpaired, open } = parseInlines(text);
  for (const inline of spans) {
    if (inline.kind === 'comment')
      diagnostics.push(markdown['comment-in-cell'](locateSlice(raw, inline.start, inline.end)));
  }
  const tick = unpaired[0];
  if (tick !== undefined) diagnostics.push(markdown['unpaired-backtick'](locateSlice(raw, tick, tick + 1)));
  if (open !== undefined) diagnostics.push(markdown['unclosed-comment'](locateSlice(raw, open, open + 4)));
}

/** Parts a text at each `;` or `,` outside code, strings and brackets; an item without words has none. */
export function splitItems(text: CellText, mark: ';' | ','): readonly CellText[] {
  const { tokens } = text;
  if (!text.words.text.includes(mark)) return [text];
  const items: CellText[] = [];
  let depth = 0;
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue;
    if ('([{'.includes(token.text)) depth += 1;
    else if (')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && token.text === mark) {
      items.push(sliceItem(text, first, index, token));
      first = index + 1;
    }
  }
  items.push(first === 0 ? text : sliceItem(text, first, tokens.length, undefined));
  return items;
}

/** Returns an item; an empty one has the span of its mark, so that a diagnostic has a location. */
function sliceItem(text: CellText, first: number, last: number, mark: Token | undefined): CellText {
  if (last > first) return sliceTokens(text, first, last);
  const beside = mark ?? text.tokens[first - 1];
  const at = beside?.from ?? 0;
  const { span } = sliceSourceText(text.words, at, Math.min(at + 1, text.words.text.length));
  return { words: { text: '', span }, span, tokens: [] };
}

/** A text (or cell) as a reader sees it: code spans and strings opened, one space where spaces stood; of no value `''`. */
export function toPlainString(cell: CellText | Cell): string {
  if ('kind' in cell) return cell.kind === 'value' ? toPlainString(cell.text) : '';
  const { text } = cell.words;
  if (!text.includes('`') && !text.includes('"')) return text;
  return cell.tokens.map((token, index) => (token.spaced && index > 0 ? ` ${token.text}` : token.text)).join('');
}

/** Goes through the tokens of a text from left to right. */
export interface TokenCursor {
  /** Returns the token N positions ahead (0 is the next one). */
  peek(ahead?: number): Token | undefined;
  next(): Token | undefined;
  /** Consumes the given words (separated by one space) or mark if they come next; otherwise returns false. */
  take(words: string): boolean;
  /** All that is left, as a text of its own; empty at the end. */
  rest(): CellText;
  atEnd(): boolean;
  /** Returns the span of the next token, or the end after the last one. */
  here(): Span;
}

/** A cursor at the first token of a text. */
export function createCursor(text: CellText): TokenCursor {
  const { tokens } = text;
  let at = 0;
  return {
    peek: (ahead = 0) => tokens[at + ahead],
    next: () => tokens[at++],
    take(words) {
      const wanted = words.split(' ');
      const fits = wanted.every((word, index) => {
        const token = tokens[at + index];
        return token !== undefined && (token.kind === 'word' || token.kind === 'mark') && token.text === word;
      });
      if (fits) at += wanted.length;
      return fits;
    },
    rest: () => sliceTokens(text, at, tokens.length),
    atEnd: () => at >= tokens.length,
    here: () => tokens[at]?.span ?? { start: text.span.end, end: text.span.end },
  };
}
