import { memoByKey } from './memo.ts';
import { findNearest } from './nearest.ts';

/**
 * Candidates for "did you mean", searched a limited number of times: a document full of unknown names is still checked in linear time.
 * Afterwards the list is empty.
 */
export function limitSuggestions(candidates: () => Iterable<string>, times = 100): () => readonly string[] {
  let left = times;
  let made: readonly string[] | undefined;
  return () => {
    if (left === 0) return [];
    left -= 1;
    made ??= [...candidates()];
    return made;
  };
}

const plain = /^[@$]?[\p{L}\p{N}_]+(?:[-.:/][\p{L}\p{N}_]+)*$/u;

/** True for a name without characters that only a typing error or quotes bring in: only such a name may replace another text. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}

const limitNames = memoByKey((_owner: object, _kind: string, names: () => Iterable<string>) => limitSuggestions(names));

/** The name nearest to a word among those of one kind that an owner has; rationed for each owner and kind. */
export function findNearestName(
  owner: object,
  kind: string,
  word: string,
  names: () => Iterable<string>,
): string | undefined {
  return findNearest(word, limitNames(owner, kind, names)());
}

const asked = new WeakMap<object, number>();

/** The plain name nearest to a word among those of one kind that an owner has: where the definition is misspelled, its uses are right. */
export function findNearestPlainName(
  owner: object,
  kind: string,
  word: string,
  names: () => Iterable<string>,
): string | undefined {
  return findNearestName(owner, kind, word, () => [...names()].filter(isPlainName));
}

/** The plain name nearest to a word among the first few hundred, for the first thousand words of an owner. */
export function findNearestAmongFew(owner: object, word: string, names: Iterable<string>): string | undefined {
  const times = (asked.get(owner) ?? 0) + 1;
  asked.set(owner, times);
  return times > 1000 ? undefined : findNearest(word, Iterator.from(names).take(300).filter(isPlainName));
}
