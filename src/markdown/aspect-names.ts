import { distance } from '../text/nearest.ts';
import type { PartGrammar } from './grammar.ts';

/** A word (or comma) of a list of aspects and where it stands. */
export interface NameWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The aspects of a list, as the grammar spells them, each with its place. */
export type AspectNames = readonly { readonly name: string; readonly start: number; readonly end: number }[];

const fillers = ['of the service', 'that produce errors', 'in requests', 'the', 'their'].map((text) => text.split(' '));
const mostWords = 32;
const mostLetters = 2;

/** Cuts a text into the words and commas of a list of names, in lower case. */
export function nameWords(text: string): readonly NameWord[] {
  return Array.from(text.matchAll(/,|[^\s,]+/g), (found) => ({
    word: found[0].toLowerCase(),
    start: found.index,
    end: found.index + found[0].length,
  }));
}

interface Phrase {
  readonly name: string;
  readonly words: readonly string[];
}

/** The part's aspects by all their names, longer ones first. */
const phrasesOf = remembered((grammar): readonly Phrase[] => {
  const phrases = grammar.aspects.flatMap((aspect) =>
    [aspect.name, ...(aspect.also ?? [])].map((text) => ({ name: aspect.name, words: text.toLowerCase().split(' ') })),
  );
  return phrases.sort((one, other) => other.words.length - one.words.length);
});

/** Every word that a list of the part's aspects may hold. */
const vocabularyOf = remembered((grammar): ReadonlySet<string> => {
  const words = phrasesOf(grammar).flatMap((phrase) => phrase.words);
  return new Set([...words, ...fillers.flat(), 'and']);
});

function remembered<T>(make: (grammar: PartGrammar) => T): (grammar: PartGrammar) => T {
  const made = new WeakMap<PartGrammar, T>();
  return (grammar) => {
    const known = made.get(grammar) ?? make(grammar);
    made.set(grammar, known);
    return known;
  };
}

/** Reads a list of aspects of a part (`names` of the gap sentence), or undefined when the words are no such list. */
export function aspectNames(words: readonly NameWord[], grammar: PartGrammar): AspectNames | undefined {
  const names: { name: string; start: number; end: number }[] = [];
  let at = 0;
  for (;;) {
    at = passFillers(words, at);
    const phrase = phrasesOf(grammar).find((candidate) => standsAt(words, at, candidate.words));
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
    const filler = fillers.find((candidate) => standsAt(words, at, candidate));
    if (filler === undefined) return at;
    at += filler.length;
  }
}

function standsAt(words: readonly NameWord[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[at + index]?.word === word);
}

/** The list of aspects that these words are when at most two letters in one of them are changed. */
export function near(words: readonly NameWord[], grammar: PartGrammar): string | undefined {
  if (words.length === 0 || words.length > mostWords) return undefined;
  const vocabulary = vocabularyOf(grammar);
  const strange = words.flatMap(({ word }, index) => (word === ',' || vocabulary.has(word) ? [] : [index]));
  if (strange.length > 1) return undefined;
  const places = strange.length === 1 ? strange : words.flatMap(({ word }, index) => (word === ',' ? [] : [index]));
  for (const place of places) {
    for (const word of neighbours(words[place]!.word, vocabulary, grammar)) {
      const meant = words.map((old, index) => (index === place ? { ...old, word } : old));
      if (aspectNames(meant, grammar) !== undefined) return spelled(meant);
    }
  }
  return undefined;
}

/** The words of a list that are near to each word of a list; other words are asked for once only. */
const neighboursOf = remembered((grammar): ReadonlyMap<string, readonly string[]> => {
  const vocabulary = [...vocabularyOf(grammar)];
  return new Map(vocabulary.map((word) => [word, vocabulary.filter((other) => other !== word && isNear(word, other))]));
});

function neighbours(word: string, vocabulary: ReadonlySet<string>, grammar: PartGrammar): readonly string[] {
  return neighboursOf(grammar).get(word) ?? [...vocabulary].filter((other) => isNear(word, other));
}

function isNear(word: string, other: string): boolean {
  return distance(word, other, mostLetters) <= mostLetters;
}

function spelled(words: readonly NameWord[]): string {
  const text = words.map(({ word }, index) => (index === 0 || word === ',' ? word : ` ${word}`)).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
