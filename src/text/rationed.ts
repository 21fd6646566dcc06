/**
 * Candidates for "did you mean" that are looked for so many times at most: a document full of unknown names is then still
 * checked in linear time. Behind that the list is empty.
 */
export function rationed(candidates: () => Iterable<string>, times = 100): () => readonly string[] {
  let left = times;
  let made: readonly string[] | undefined;
  return () => {
    if (left === 0) return [];
    left -= 1;
    made ??= [...candidates()];
    return made;
  };
}
