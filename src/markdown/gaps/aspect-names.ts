import { memo } from '../../text/memo.ts';
import { computeDistance } from '../../text/nearest.ts';
import type { PartGrammar } from '../grammar.ts';

/** A word (or comma) of a list of aspects and its location. */
export interface NameWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The aspects of a list, as the grammar spells them, each with its place. */
export type AspectNames = readonly { readonly name: string; readonly start: number; readonly end: number }[];

const fillers = ['of the service', 'that produce errors', 'in requests', 'the', 'their'].map((text) => text.split(' '));
const mostWords = 64;
const mostLetters = 2;

/**
 * Cuts a text into the words and commas of a list of names, in lower case; undefined as soon as two words are strange to
 * such lists, or there are too many of them.
 */
export function splitNameWords(text: string, grammar: PartGrammar): readonly NameWord[] | undefined {
  const vocabulary = vocabularyOf(grammar);
  const words: NameWord[] = [];
  let strange = 0;
  for (const found of text.matchAll(/,|[^\s,]+/g)) {
    const word = found[0].toLowerCase();
    if (word !== ',' && !vocabulary.has(word)) strange += 1;
    if (strange > 1 || words.length === mostWords) return undefined;
    words.push({ word, start: found.index, end: found.index + found[0].length });
  }
  return words;
}

interface Phrase {
  readonly name: string;
  readonly words: readonly string[];
}

/** The part's aspects by all their names, longer ones first. */
const phrasesOf = memo((grammar: PartGrammar): readonly Phrase[] => {
  const phrases = grammar.aspects.flatMap((aspect) =>
    [aspect.name, ...(aspect.also ?? [])].map((text) => ({ name: aspect.name, words: text.toLowerCase().split(' ') })),
  );
  return phrases.sort((phrase, other) => other.words.length - phrase.words.length);
});

/** Every word that a list of the part's aspects may hold. */
const vocabularyOf = memo((grammar: PartGrammar): ReadonlySet<string> => {
  const words = phrasesOf(grammar).flatMap((phrase) => phrase.words);
  return new Set([...words, ...fillers.flat(), 'and']);
});

/** Reads a list of aspects of a part (`names` of the gap sentence), or undefined if the words are something else. */
export function parseAspectNames(words: readonly NameWord[], grammar: PartGrammar): AspectNames | undefined {
  const names: { name: string; start: number; end: number }[] = [];
  let at = 0;
  for (;;) {
    at = passFillers(words, at);
    const phrase = phrasesOf(grammar).find((candidate) => matchesPhraseAt(words, at, candidate.words));
    if (phrase === undefined) return undefined;
    const last = words[at + phrase.words.length - 1]!;
    names.push({ name: phrase.name, start: words[at]!.start, end: last.end });
    at = passFillers(words, at + phrase.words.length);
    if (at === words.length) return names;
    const comma = words[at]!.word === ',';
    if (comma) at += 1;
    if (words[at]?.word === 'and') at += 1;
    else if (!comma) return undefined;
  }
}

function passFillers(words: readonly NameWord[], from: number): number {
  let at = from;
  for (;;) {
    const filler = fillers.find((candidate) => matchesPhraseAt(words, at, candidate));
    if (filler === undefined) return at;
    at += filler.length;
  }
}

function matchesPhraseAt(words: readonly NameWord[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[at + index]?.word === word);
}

/** The list of aspects that these words are when at most two letters in one of them are changed. */
export function suggestAspectNames(words: readonly NameWord[], grammar: PartGrammar): string | undefined {
  if (words.length === 0) return undefined;
  const vocabulary = vocabularyOf(grammar);
  const strange = words.findIndex(({ word }) => word !== ',' && !vocabulary.has(word));
  if (strange !== -1) return replaceNearWord(words, strange, grammar);
  for (const [place, { word }] of words.entries()) {
    const meant = word === ',' ? undefined : replaceNearWord(words, place, grammar);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** The list that the words are when the one at this place is changed to another that is near. */
function replaceNearWord(words: readonly NameWord[], place: number, grammar: PartGrammar): string | undefined {
  const old = words[place]!;
  for (const word of vocabularyOf(grammar)) {
    if (word === old.word || computeDistance(old.word, word, mostLetters) > mostLetters) continue;
    const meant = words.with(place, { ...old, word });
    if (parseAspectNames(meant, grammar) !== undefined) return joinWords(meant);
  }
  return undefined;
}

function joinWords(words: readonly NameWord[]): string {
  const text = words.map(({ word }, index) => (index === 0 || word === ',' ? word : ` ${word}`)).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
