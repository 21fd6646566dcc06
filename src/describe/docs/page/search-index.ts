/** A text that can be found, with the words of its title, of what it is about, and of all of it. */
export interface Indexed {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/** The weight of a word of each field. */
const weights = { title: 6, about: 2, text: 1 } as const;

/** How well a word of a text fits a word that is looked for. */
const fits = { same: 3, beginning: 1.5, misspelled: 0.6 } as const;

interface Entry {
  readonly id: string;
  readonly words: ReadonlyMap<string, number>;
}

/** Creates the search over some texts: it returns the IDs of texts with every word of a query, the best first. */
export function createIndex(places: readonly Indexed[]): (query: string) => readonly string[] {
  const entries = places.map(readEntry);
  return (query) => {
    const wanted = tokenize(query.toLowerCase());
    const found = entries.flatMap(({ id, words }) => {
      const scores = wanted.map((word) => scoreWord(words, word));
      return scores.some((score) => score === 0) ? [] : [{ id, score: scores.reduce((sum, each) => sum + each, 0) }];
    });
    return found.toSorted((left, right) => right.score - left.score).map(({ id }) => id);
  };
}

/** The words of a text with the weight of the best field that has each; long texts weigh less. */
function readEntry({ id, ...fields }: Indexed): Entry {
  const words = new Map<string, number>();
  for (const [field, weight] of Object.entries(weights)) {
    const own = tokenize(fields[field as keyof typeof weights]).flatMap(listPieces);
    const share = weight / (1 + Math.log2(1 + own.length) / 4);
    for (const word of own) words.set(word, Math.max(words.get(word) ?? 0, share));
  }
  return { id, words };
}

function scoreWord(words: ReadonlyMap<string, number>, wanted: string): number {
  let best = 0;
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

/** A word and its pieces, in small letters: `invoice.paid` is found by `paid`, `created_at` by `created`. */
function listPieces(word: string): string[] {
  const pieces = word.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((piece) => piece !== '');
  return [word, ...pieces].map((each) => each.toLowerCase());
}
