import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Located, locateSlice, type Name, type SourceText, type Span } from '../../text/location.ts';
import { isName, toValidName } from '../../text/names.ts';
import { findNearest } from '../../text/nearest.ts';
import { type DurationRead, scanDuration } from '../../text/numbers/duration.ts';
import type { ParseContext } from '../content.ts';
import { markdown } from '../diagnostics.ts';
import type { NameGrammar } from '../grammar.ts';
import type { Cell, CellText, Token } from './cell.ts';
import { splitItems, toPlainString } from './cell-text.ts';

/** Makes the diagnostic of a cell, or of an item of it, that does not have the form of its column. */
export type Says = (span: Span, found: string, suggestion?: string) => Diagnostic;

/** Reads an item of a cell. */
export type ItemReader<T = unknown> = (item: CellText, context: ParseContext) => T | undefined;

/** Makes the diagnostic of a duration: which of its words is wrong. */
export type SaysOfDuration = (
  span: Span,
  found: string,
  wrong: Extract<DurationRead, { wrong: unknown }>['wrong'],
) => Diagnostic;

/** Reads the words of a cell as a reader sees them. */
export function readText(cell: Cell): Name | undefined {
  return cell.kind === 'value' ? { value: toPlainString(cell), span: cell.span } : undefined;
}

/** Reads a name; one of another form is a diagnostic and stays. */
export function readName(cell: Cell, grammar: NameGrammar, says: Says, context: ParseContext): Name | undefined {
  const found = readText(cell);
  if (found === undefined) return undefined;
  const { value, span } = found;
  const taken = grammar.except?.includes(value) === true;
  if (taken || !isName(value, grammar.name)) {
    context.diagnostics.push(says(span, value, taken ? undefined : toValidName(value, grammar.name)));
  }
  return found;
}

/** Reads a cell that holds one of the words; any other is a diagnostic. */
export function readWord<T extends string>(
  cell: Cell,
  words: readonly T[],
  says: Says,
  context: ParseContext,
): Located<T> | undefined {
  if (cell.kind !== 'value') return undefined;
  const found = toPlainString(cell);
  const value = words.find((word) => word === found);
  if (value !== undefined) return { value, span: cell.span };
  context.diagnostics.push(says(cell.span, found, findNearest(found, words)));
  return undefined;
}

/** Reads the items of a cell. One without words is a diagnostic with the title, and one that is read as undefined is left out. */
export function readItems<T>(
  cell: Cell,
  mark: ',' | ';',
  read: ItemReader<T>,
  title: string,
  parse: ParseContext,
): readonly T[] {
  if (cell.kind !== 'value') return [];
  const items: T[] = [];
  for (const item of splitItems(cell.text, mark)) {
    if (item.tokens.length === 0) parse.diagnostics.push(markdown['empty-item'](item.span, title, mark));
    else {
      const value = read(item, parse);
      if (value !== undefined) items.push(value);
    }
  }
  return items;
}

/** The words of an item as a reader sees them. */
export function toItemName(item: CellText): Name {
  return { value: toPlainString(item), span: item.span };
}

/** The text of a token. */
export function toTokenName({ text, span }: Token): Name {
  return { value: text, span };
}

/** The text of one or more tokens, with a space where the cell has one. */
export function joinTokens(tokens: readonly Token[]): Name {
  const value = tokens.map((token, index) => (index > 0 && token.spaced ? ` ${token.text}` : token.text)).join('');
  return { value, span: { start: tokens[0]!.span.start, end: tokens.at(-1)!.span.end } };
}

/** The words inside the code span that a text consists of, or undefined. */
export function getCodeContent({ tokens }: CellText): SourceText | undefined {
  const [first, second] = tokens;
  return first?.kind === 'code' && second === undefined ? first.words : undefined;
}

/** Reads a cell that is one code span; anything else is a diagnostic. */
export function readCode(cell: Cell, says: Says, context: ParseContext): SourceText | undefined {
  if (cell.kind !== 'value') return undefined;
  const code = getCodeContent(cell.text);
  if (code === undefined) context.diagnostics.push(says(cell.span, cell.text.words.text));
  return code;
}

/** Reads a duration, in milliseconds; the diagnostic marks the wrong word. */
export function readDuration(cell: Cell, says: SaysOfDuration, context: ParseContext): Located<number> | undefined {
  if (cell.kind !== 'value') return undefined;
  const text = toPlainString(cell);
  const found = scanDuration(text);
  if ('milliseconds' in found) return { value: found.milliseconds, span: cell.span };
  const { words } = cell.text;
  const span = words.text === text ? locateSlice(words, found.from, found.to) : cell.span;
  context.diagnostics.push(says(span, text.slice(found.from, found.to), found.wrong));
  return undefined;
}
