/** The last three rows of the table, kept between calls: this is asked very often, mostly in vain. */
let rows = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;

/** Returns the edit distance of two words (insert, delete, replace, swap of neighbors), or more than `most` if it is larger. */
export function computeDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most || countLetterDifferences(left, right) > most) return most + 1;
  const width = right.length + 1;
  if (rows[0].length < width) {
    rows = [new Uint32Array(2 * width), new Uint32Array(2 * width), new Uint32Array(2 * width)];
  }
  let [before, previous, current] = rows;
  for (let column = 0; column < width; column++) previous[column] = column;
  for (let row = 1; row <= left.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column < width; column++) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (!same && row > 1 && column > 1 && isSwap(left, right, row, column)) {
        cost = Math.min(cost, before[column - 2]! + 1);
      }
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[right.length]!;
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  return (
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  );
}

/** Returns the changes that the letters alone require, in any position: at most the distance. */
function countLetterDifferences(left: string, right: string): number {
  const [leftLetters, other] = [collectLetters(left), collectLetters(right)];
  return Math.max(countBits(leftLetters & ~other), countBits(other & ~leftLetters));
}

function collectLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

/**
 * The candidate nearest to a word, letter case aside, if one is near enough to be meant: "did you mean …?". Of a single letter a change
 * leaves nothing, so that no other candidate is near it.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 200).toLowerCase();
  const most = wanted.length < 2 ? 0 : Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (candidate === '') continue;
    const found = computeDistance(wanted, candidate.toLowerCase(), Math.min(most, bestDistance));
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
