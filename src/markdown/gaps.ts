import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Source, Span } from '../text/location.ts';
import { computeDistance } from '../text/nearest.ts';
import { choosePattern } from '../text/pattern.ts';
import { maskInlines } from './blocks/inline.ts';
import { markdown } from './diagnostics.ts';
import {
  type AspectNames,
  type NameWord,
  parseAspectNames,
  splitNameWords,
  suggestAspectNames,
} from './gaps/aspect-names.ts';
import type { PartGrammar } from './grammar.ts';

/** A gap sentence: the aspects that it records ('all' of the part without names), and the offset of the prose after it. */
export interface GapSentence {
  readonly verb: 'not shown' | 'none';
  readonly aspects: readonly { readonly name: string; readonly span: Span }[] | 'all';
  readonly span: Span;
  readonly rest: Span | undefined;
}

const longestNames = 600;
const verbAhead = /^\s*(not\s+shown|none)(?:\.(?=\s|$)|\s*$)/i;
/** Without these words nothing is a gap, which spares prose the rest of the looking. */
const anyVerb = /none|not\s+shown/i;
const sentenceEnd = /[.!?]+(?=\s|$)/g;
const likeGap = choosePattern(
  /:\s*(?:not\s+shown|none)(?![a-z0-9-])/i,
  () => /:\s*(?:not\s+shown|none)(?![\p{L}\p{N}-])/iu,
);

/** Reads the gap sentence that begins a paragraph of a part, if one does, and reports what only looks like one. */
export function parseGap(
  source: Source,
  span: Span,
  grammar: PartGrammar,
  diagnostics: DiagnosticSink,
): GapSentence | undefined {
  const text = source.text.slice(span.start, span.end);
  const masked = maskInlines(text);
  const hasVerb = anyVerb.test(text);
  const gap = hasVerb ? parseLeadingGap(masked, span.start, grammar) : undefined;
  if (gap === undefined && !isDisguised(source, span, grammar, diagnostics))
    lookAlike(masked, span, grammar, diagnostics);
  if (!hasVerb) return undefined;
  const after = gap === undefined ? findSentenceEnd(masked) : gap.span.end - span.start;
  reportLaterGaps(masked, after, span, grammar, diagnostics);
  return gap;
}

function parseLeadingGap(text: string, offset: number, grammar: PartGrammar): GapSentence | undefined {
  const alone = verbAhead.exec(text);
  if (alone !== null) return createGapSentence(text, offset, alone[0].length, alone[1]!, 'all');
  const head = readAspectHead(text, grammar);
  const verb = head === undefined ? null : verbAhead.exec(text.slice(findColon(text) + 1));
  const names = head === undefined || verb === null ? undefined : parseAspectNames(head, grammar);
  if (verb === null || names === undefined) return undefined;
  return createGapSentence(text, offset, findColon(text) + 1 + verb[0].length, verb[1]!, locateAspects(names, offset));
}

function locateAspects(names: AspectNames, offset: number): { name: string; span: Span }[] {
  return names.map(({ name, start, end }) => ({ name, span: { start: offset + start, end: offset + end } }));
}

function createGapSentence(
  text: string,
  offset: number,
  length: number,
  verb: string,
  aspects: GapSentence['aspects'],
): GapSentence {
  const from = length + (text.slice(length).length - text.slice(length).trimStart().length);
  const rest = from < text.length ? { start: offset + from, end: offset + text.length } : undefined;
  const span = { start: offset, end: offset + length };
  return { verb: verb.toLowerCase().startsWith('none') ? 'none' : 'not shown', aspects, span, rest };
}

/** The words before the first colon, if they may be a list of aspects, or nearly one. */
function readAspectHead(text: string, grammar: PartGrammar): readonly NameWord[] | undefined {
  const colon = findColon(text);
  if (colon === -1 || colon > longestNames) return undefined;
  return splitNameWords(text.slice(0, colon), grammar);
}

function findColon(text: string): number {
  return text.indexOf(':');
}

function findSentenceEnd(text: string): number {
  sentenceEnd.lastIndex = 0;
  const end = sentenceEnd.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

/** Finds a paragraph that begins like a gap sentence but is not one. */
function lookAlike(text: string, span: Span, grammar: PartGrammar, diagnostics: DiagnosticSink): void {
  const at = (from: number, to: number) => ({ start: span.start + from, end: span.start + to });
  const head = readAspectHead(text, grammar);
  if (head !== undefined) {
    const colon = findColon(text);
    const found = text.slice(0, colon);
    if (parseAspectNames(head, grammar) !== undefined) {
      diagnostics.push(markdown['gap-without-verb'](at(0, colon + 1), found));
      return;
    }
    const meant = suggestAspectNames(head, grammar);
    if (meant !== undefined) {
      diagnostics.push(markdown['near-gap'](at(0, colon), found, meant));
      return;
    }
  }
  const opening = anyVerb.test(text) ? text.slice(0, findSentenceEnd(text)) : '';
  const like = likeGap(opening).exec(opening);
  if (like !== null) {
    const names = grammar.aspects.map((aspect) => aspect.name);
    const isTitle = isTitleOf(text.slice(0, like.index).toLowerCase(), grammar);
    const place = isTitle ? at(0, opening.trimEnd().length) : at(like.index, like.index + like[0].length);
    diagnostics.push(markdown['no-gap'](place, opening, names, isTitle));
  } else if (opening === '' || !reportMissingColon(opening, span, grammar, diagnostics))
    reportMisspelledVerb(text, span, diagnostics);
}

/** Whether lines or columns of the part have these titles, in lower case. */
function isTitleOf(words: string, { facts, tables }: PartGrammar): boolean {
  const titles = [
    ...facts.map(({ name }) => name),
    ...tables.flatMap(({ columns }) => columns.map(({ title }) => title)),
  ];
  const known = new Set(titles.map((title) => title.toLowerCase()));
  return words.split(/,| and /).every((word) => known.has(word.trim()));
}

/** `Rate limits not shown.`: a list of aspects and a verb without a colon between them (perhaps with another character). */
function reportMissingColon(opening: string, span: Span, grammar: PartGrammar, diagnostics: DiagnosticSink): boolean {
  const found = /^([^:]{1,600}?)[^\s\w]?\s*(not\s+shown|none)[.!?]*$/i.exec(opening.trimEnd());
  if (found === null) return false;
  const head = found[1]!.trimEnd();
  const names = [head, head.slice(0, -1)].find((text) => isList(text, grammar));
  if (names === undefined) return false;
  const place = { start: span.start, end: span.start + found[0].length };
  diagnostics.push(markdown['gap-without-colon'](place, found[0], `${names}: ${found[2]!.toLowerCase()}.`));
  return true;
}

function isList(text: string, grammar: PartGrammar): boolean {
  const words = splitNameWords(text, grammar);
  return words !== undefined && parseAspectNames(words, grammar) !== undefined;
}

function reportMisspelledVerb(text: string, span: Span, diagnostics: DiagnosticSink): void {
  // No letters of either verb, no need to look closer.
  if (text.length < 3 || text.length > 24 || !/[no]/i.test(text)) return;
  const whole = text.replace(/\s+/g, ' ').toLowerCase();
  for (const verb of ['Not shown.', 'None.']) {
    if (
      Math.abs(whole.length - verb.length) <= 2 &&
      whole.split(' ').length <= 3 &&
      computeDistance(whole, verb.toLowerCase(), 2) <= 2
    ) {
      diagnostics.push(markdown['near-verb'](span, text, verb));
      return;
    }
  }
}

/** Reports later sentences that have the form of a gap sentence. */
function reportLaterGaps(
  text: string,
  from: number,
  span: Span,
  grammar: PartGrammar,
  diagnostics: DiagnosticSink,
): void {
  let start = from;
  while (start < text.length) {
    sentenceEnd.lastIndex = start;
    const found = sentenceEnd.exec(text);
    const end = found === null ? text.length : found.index + found[0].length;
    const piece = text.slice(start, end);
    const lead = piece.length - piece.trimStart().length;
    if (end - start <= longestNames + 40 && isGap(piece.trimStart(), grammar)) {
      const place = { start: span.start + start + lead, end: span.start + end };
      const blank = text[start + lead - 1] === '\n' ? '\n' : '\n\n';
      diagnostics.push(markdown['late-gap'](place, piece.trim(), blank + piece.trim()));
    }
    start = Math.max(end, start + 1);
  }
}

function isGap(text: string, grammar: PartGrammar): boolean {
  return text !== '' && parseLeadingGap(text, 0, grammar) !== undefined;
}

/** Returns whether a gap sentence is in a quotation, a list or in bold, where it records nothing; then it is reported. */
export function isDisguised(source: Source, span: Span, grammar: PartGrammar, diagnostics: DiagnosticSink): boolean {
  if (span.end - span.start > longestNames) return false;
  const text = source.text.slice(span.start, span.end);
  if (!anyVerb.test(text)) return false;
  const bare = text.replace(/^(?:[>\s]|[-+*]\s|\d{1,9}[.)]\s)*[*_]*/, '').replace(/[*_]*(\.?)[*_]*\s*$/, '$1');
  const gap = bare === text ? undefined : parseLeadingGap(bare, 0, grammar);
  if (gap === undefined || gap.rest !== undefined) return false;
  diagnostics.push(markdown['disguised-gap'](span, bare));
  return true;
}

/** Whether a paragraph outside the parts holds words that record gaps. */
export function looksLikeGap(text: string): boolean {
  const masked = maskInlines(text);
  const opening = masked.slice(0, findSentenceEnd(masked));
  return verbAhead.test(masked) || likeGap(opening).test(opening);
}
