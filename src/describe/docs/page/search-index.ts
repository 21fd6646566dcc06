import { readQuestion, stem } from './search-words.ts';

/** A text that can be found, with the words of its title, of what it is about, and of all of it. */
export interface Indexed {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** How much it counts among others with the same words; left out: 1. */
  readonly weight?: number;
}

/** The weight of a word of each field. */
const weights = { title: 6, about: 2, text: 1 } as const;

/** How well a word of a text fits a word that is looked for. */
const fits = { same: 3, stem: 2.6, beginning: 1.5, synonym: 1.2, misspelled: 0.6 } as const;

interface Entry {
  readonly id: string;
  readonly words: ReadonlyMap<string, number>;
  readonly weight: number;
}

/** The texts that were found: with every word of a question, or else with some of them. */
export interface Found {
  readonly ids: readonly string[];
  readonly hasAll: boolean;
}

/** Creates the search over some texts: it returns the IDs of texts that answer a question, the best first. */
export function createIndex(places: readonly Indexed[]): (query: string) => Found {
  const entries = places.map(readEntry);
  return (query) => {
    const wanted = readQuestion(query);
    const scored = entries.map(({ id, words, weight }) => {
      const scores = wanted.map((word) => scoreQuestion(words, word));
      const sum = weight * scores.reduce((total, each) => total + each, 0);
      return { id, sum, hits: scores.filter((score) => score > 0).length };
    });
    const all = scored.filter(({ hits }) => hits === wanted.length);
    const found = all.length > 0 ? all : scored.filter(({ hits }) => hits > 0);
    const best = found.toSorted((left, right) => right.hits - left.hits || right.sum - left.sum);
    return { ids: best.map(({ id }) => id), hasAll: all.length > 0 };
  };
}

/** Scores a word, or else the best of its synonyms. */
function scoreQuestion(words: ReadonlyMap<string, number>, [word = '', ...synonyms]: readonly string[]): number {
  const others = synonyms.map((other) => (words.get(other) ?? words.get(stem(other)) ?? 0) * fits.synonym);
  return Math.max(scoreWord(words, word), ...others);
}

/** The words of a text with the weight of the best field that has each; long texts weigh less. */
function readEntry({ id, weight = 1, ...fields }: Indexed): Entry {
  const words = new Map<string, number>();
  for (const [field, weight] of Object.entries(weights)) {
    const own = tokenize(fields[field as keyof typeof weights]).flatMap(listPieces);
    const share = weight / (1 + Math.log2(1 + own.length) / 4);
    for (const word of own) words.set(word, Math.max(words.get(word) ?? 0, share));
  }
  return { id, words, weight };
}

function scoreWord(words: ReadonlyMap<string, number>, wanted: string): number {
  let best = (words.get(stem(wanted)) ?? 0) * fits.stem;
  for (const [word, weight] of words) {
    const fit =
      word === wanted
        ? fits.same
        : word.startsWith(wanted)
          ? fits.beginning
          : wanted.length > 3 && isNear(word, wanted)
            ? fits.misspelled
            : 0;
    best = Math.max(best, fit * weight);
  }
  return best;
}

/** Whether one letter more, less, other, or two that changed places, make one word of the other. */
function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const [restOfLeft, restOfRight] = [left.slice(start), right.slice(start)];
  return (
    restOfLeft.slice(1) === restOfRight ||
    restOfLeft === restOfRight.slice(1) ||
    restOfLeft.slice(1) === restOfRight.slice(1) ||
    (restOfLeft.slice(2) === restOfRight.slice(2) &&
      restOfLeft[0] === restOfRight[1] &&
      restOfLeft[1] === restOfRight[0])
  );
}

function tokenize(text: string): string[] {
  return text.split(/[\s,;()"'`·→]+/).filter((word) => word !== '');
}

/** A word and its pieces, in small letters: `invoice.paid` is found by `paid`, `created_at` by `created`; and their stems. */
function listPieces(word: string): string[] {
  const pieces = word.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((piece) => piece !== '');
  const names = word.split(/[./:]+/).filter((name) => name !== '');
  const all = [word, ...names, ...pieces].map((each) => each.toLowerCase());
  return [...all, ...all.map(stem)];
}
