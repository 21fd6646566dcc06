import { type SourceText, type Span, sliceSourceText } from '../../text/location.ts';
import { choosePattern } from '../../text/pattern.ts';
import type { ListItem } from '../blocks/block.ts';
import { parseInlines } from '../blocks/inline.ts';

/** A list item's text that has the form of a fact line, or that fails to be one by its colon alone. */
export type FactForm =
  | { readonly kind: 'fact'; readonly name: SourceText; readonly value: SourceText }
  | { readonly kind: 'full-width colon'; readonly colon: SourceText };

const longestName = 400;
const factName = choosePattern(
  /^[A-Za-z0-9-]+(?: [A-Za-z0-9-]+){0,3}$/,
  () => /^[\p{L}\p{M}\p{N}-]+(?: [\p{L}\p{M}\p{N}-]+){0,3}$/u,
);

/** The text of an item's first paragraph; empty where the item begins with something else. */
export function getItemParagraph(text: string, item: ListItem): SourceText {
  if (item.lines.length === 0) return { text: '', span: { start: item.start, end: item.start } };
  return joinLines(text, item.lines);
}

/** Reads `Name: value`: the text up to the first colon outside code is one to four words of letters, digits and hyphens. */
export function parseFactForm(text: string, item: ListItem): FactForm | undefined {
  const words = getItemParagraph(text, item);
  const colon = findFirstColon(words.text);
  if (colon === undefined) return undefined;
  const name = parseFactName(words, colon);
  if (name === undefined) return undefined;
  if (words.text[colon] !== ':') return { kind: 'full-width colon', colon: sliceSourceText(words, colon, colon + 1) };
  let from = colon + 1;
  while (words.text[from] === ' ') from += 1;
  return { kind: 'fact', name, value: sliceSourceText(words, from, words.text.length) };
}

function parseFactName(words: SourceText, colon: number): SourceText | undefined {
  if (colon > longestName) return undefined;
  let from = 0;
  let to = colon;
  while (to > 0 && words.text[to - 1] === ' ') to -= 1;
  const head = words.text.slice(from, to);
  const code = parseInlines(head).spans[0];
  if (code?.kind === 'code' && code.start === 0 && code.end === head.length) {
    from = code.from;
    to = code.to;
  }
  const name = words.text.slice(from, to).replace(/ +/g, ' ');
  return factName(name).test(name) ? sliceSourceText(words, from, to) : undefined;
}

function findFirstColon(text: string): number | undefined {
  const { spans } = parseInlines(text);
  let from = 0;
  for (const span of [...spans, { start: text.length, end: text.length }]) {
    const found = text.slice(from, span.start).search(/[:：]/);
    if (found !== -1) return from + found;
    from = span.end;
  }
  return undefined;
}

/** The lines of a paragraph, each without the spaces around it, joined by one space. */
export function joinLines(text: string, lines: readonly Span[]): SourceText {
  const first = lines[0]!;
  const last = lines[lines.length - 1]!;
  const span = { start: first.start, end: last.end };
  if (lines.length === 1) return { text: text.slice(span.start, span.end), span };
  const offsets: number[] = [];
  const pieces: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) offsets.push(line.start - 1);
    pieces.push(text.slice(line.start, line.end));
    for (let at = line.start; at < line.end; at++) offsets.push(at);
  }
  offsets.push(span.end);
  return { text: pieces.join(' '), span, offsets };
}
