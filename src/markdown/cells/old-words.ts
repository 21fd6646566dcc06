import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { locateSlice, type SourceText } from '../../text/location.ts';
import { markdown } from '../diagnostics.ts';
import type { ValueGrammar } from '../grammar.ts';
import type { Cell, CellText, Token } from './cell.ts';
import { toPlainString } from './cell-text.ts';
import { createCellText, tokenizeCell } from './tokens.ts';
import { toSourceOffset } from './words.ts';

/** An old word in the words of a cell, and the word for it now. */
interface OldWord {
  readonly from: number;
  readonly to: number;
  readonly now: string;
}

/** The old words of a column or key–value line, prepared for reading. */
interface OldWords {
  /** Fits each text that may hold one. */
  readonly hint: RegExp;
  /** Longest first. */
  readonly phrases: readonly { readonly tokens: readonly string[]; readonly now: string }[];
  /** Strings, which stay, and old names of built-in values, in the text of a shape. */
  readonly inShapes: RegExp | undefined;
}

const prepared = new WeakMap<ValueGrammar, OldWords | 'none'>();

function prepare(grammar: ValueGrammar): OldWords | 'none' {
  const { formerWords = {}, formerValues = {} } = grammar;
  const words = Object.keys(formerWords);
  const values = Object.keys(formerValues);
  if (words.length + values.length === 0) return 'none';
  const phrases = words.map((old) => ({ tokens: tokensOf(old), now: formerWords[old]! }));
  return {
    hint: new RegExp([...words, ...values].map(pattern).join('|')),
    phrases: phrases.sort((a, b) => b.tokens.length - a.tokens.length),
    inShapes:
      values.length === 0
        ? undefined
        : new RegExp(`"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\\b(${values.map(pattern).join('|')})\\b`, 'g'),
  };
}

function pattern(words: string): string {
  return words
    .replace(/[()\\.]/g, '\\$&')
    .replaceAll(' ', ' +')
    .replace(/^\\\(/, '\\( *')
    .replace(/\\\)$/, ' *\\)');
}

function tokensOf(words: string): readonly string[] {
  return tokenizeCell({ text: words, span: { start: 0, end: words.length } }).map(({ text }) => text);
}

/** Whether a column or key–value line has had other words. */
export function hasOldWords({ formerWords, formerValues }: ValueGrammar): boolean {
  return formerWords !== undefined || formerValues !== undefined;
}

/** The cell with each old word of its column replaced by the present one; one warning for each is written to `diagnostics`. */
export function withNewWords(cell: Cell, grammar: ValueGrammar, diagnostics?: Diagnostic[]): Cell {
  if (cell.kind !== 'value') return cell;
  const known = prepared.get(grammar) ?? prepare(grammar);
  prepared.set(grammar, known);
  if (known === 'none' || !known.hint.test(cell.text.words.text)) return cell;
  const found = find(cell.text, known, grammar);
  if (found.length === 0) return cell;
  const { words } = cell.text;
  for (const { from, to, now } of found) {
    diagnostics?.push(markdown['old-name'](locateSlice(words, from, to), words.text.slice(from, to), now));
  }
  return { kind: 'value', text: createCellText(replaced(words, found)), span: cell.span };
}

function find(text: CellText, known: OldWords, grammar: ValueGrammar): readonly OldWord[] {
  const { tokens } = text;
  const found: OldWord[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const opens = before === undefined || (before.kind === 'mark' && ',;'.includes(before.text));
    const phrase = known.phrases.find((candidate) => fits(tokens, at, candidate.tokens, opens));
    if (phrase !== undefined) found.push(oldWord(text.words, tokens, at, phrase));
    if (token.kind === 'code' && known.inShapes !== undefined) {
      found.push(...inShape(text.words, token, known.inShapes, grammar));
    }
  }
  return found;
}

/** A phrase must be at the beginning of an item, one that begins with a bracket anywhere; a code span or a string is a whole item. */
function fits(tokens: readonly Token[], at: number, phrase: readonly string[], opens: boolean): boolean {
  const token = tokens[at]!;
  if (!opens && phrase[0] !== '(') return false;
  if (token.kind === 'code' || token.kind === 'string') {
    const next = tokens[at + 1];
    return (next === undefined || next.kind === 'mark') && token.text.trim() === phrase.join(' ');
  }
  return phrase.every((word, index) => {
    const { kind, text } = tokens[at + index] ?? token;
    return text === word && (kind === 'word' || kind === 'mark') && at + index < tokens.length;
  });
}

function oldWord(
  words: SourceText,
  tokens: readonly Token[],
  at: number,
  { tokens: { length }, now }: OldWords['phrases'][number],
): OldWord {
  const first = tokens[at]!;
  if (first.kind === 'word' || first.kind === 'mark') return { from: first.from, to: tokens[at + length - 1]!.to, now };
  const inside = first.text.trim();
  const from = first.from + words.text.slice(first.from, first.to).indexOf(inside);
  return { from, to: from + inside.length, now };
}

function inShape(words: SourceText, token: Token, pattern: RegExp, { formerValues = {} }: ValueGrammar): OldWord[] {
  const start = token.from + words.text.slice(token.from, token.to).indexOf(token.text);
  return [...token.text.matchAll(pattern)].flatMap(({ index, 1: old }) => {
    if (old === undefined) return [];
    return { from: start + index, to: start + index + old.length, now: formerValues[old.replace(/ +/g, ' ')]! };
  });
}

/** Replaces some words; the new ones have the offsets of the old ones, exact at their first and last unit. */
function replaced(words: SourceText, found: readonly OldWord[]): SourceText {
  const offsets: number[] = [];
  let text = '';
  let at = 0;
  const keep = (to: number): void => {
    text += words.text.slice(at, to);
    for (; at < to; at++) offsets.push(toSourceOffset(words, at));
  };
  for (const word of found) {
    // the common part of both names stays, including brackets with consecutive offsets
    const { from, to, now } = differing(words.text, word);
    keep(from);
    text += now;
    for (let unit = 0; unit < now.length; unit++) {
      offsets.push(toSourceOffset(words, unit === now.length - 1 ? to - 1 : Math.min(from + unit, to - 1)));
    }
    at = to;
  }
  keep(words.text.length);
  offsets.push(words.span.end);
  return { text, span: words.span, offsets };
}

/** An old word without what it begins and ends with like the present one. */
function differing(text: string, { from, to, now }: OldWord): OldWord {
  let first = 0;
  while (from + first < to && first < now.length && text[from + first] === now[first]) first += 1;
  let last = 0;
  while (from + first < to - last && first < now.length - last && text[to - last - 1] === now[now.length - last - 1]) {
    last += 1;
  }
  return { from: from + first, to: to - last, now: now.slice(first, now.length - last) };
}

/** Returns the text of a cell for a reader, in present words. */
export function presentText(cell: Cell, grammar: ValueGrammar): string {
  return toPlainString(withNewWords(cell, grammar));
}
