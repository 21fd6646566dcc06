/** The edit distance of two words (insert, delete, replace, swap of neighbours), or more than `most` when it is larger. */
export function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[right.length]!;
}

/** The candidate nearest to a word, letter case aside, if one is near enough to be meant: "did you mean …?". */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 200).toLowerCase();
  const most = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase(), Math.min(most, bestDistance));
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
