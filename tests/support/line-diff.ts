/** A line of a text and of its edited form; a side that lacks it is undefined. Lines are counted from 0. */
export interface LinePair {
  readonly older?: number;
  readonly newer?: number;
}

/** Pairs the lines of a text with those of its edited form, in their order, by their longest common sequence. */
export function diffLines(older: readonly string[], newer: readonly string[]): readonly LinePair[] {
  let start = 0;
  while (start < older.length && start < newer.length && older[start] === newer[start]) start++;
  let end = 0;
  const room = Math.min(older.length, newer.length) - start;
  while (end < room && older[older.length - 1 - end] === newer[newer.length - 1 - end]) end++;
  const same = Array.from({ length: start }, (_, index) => ({ older: index, newer: index }));
  const after = Array.from({ length: end }, (_, index) => ({
    older: older.length - end + index,
    newer: newer.length - end + index,
  }));
  return [...same, ...diffBetween(older, newer, start, older.length - end, newer.length - end), ...after];
}

/** Pairs the lines from `start` to the two ends. */
function diffBetween(
  older: readonly string[],
  newer: readonly string[],
  start: number,
  olderEnd: number,
  newerEnd: number,
): readonly LinePair[] {
  const width = newerEnd - start + 1;
  const lengths = new Uint32Array((olderEnd - start + 1) * width);
  const at = (line: number, other: number): number => (line - start) * width + other - start;
  for (let line = olderEnd - 1; line >= start; line--) {
    for (let other = newerEnd - 1; other >= start; other--) {
      lengths[at(line, other)] =
        older[line] === newer[other]
          ? lengths[at(line + 1, other + 1)]! + 1
          : Math.max(lengths[at(line + 1, other)]!, lengths[at(line, other + 1)]!);
    }
  }
  const pairs: LinePair[] = [];
  let line = start;
  let other = start;
  while (line < olderEnd || other < newerEnd) {
    if (line < olderEnd && other < newerEnd && older[line] === newer[other]) {
      pairs.push({ older: line++, newer: other++ });
    } else if (
      line < olderEnd &&
      (other === newerEnd || lengths[at(line + 1, other)]! >= lengths[at(line, other + 1)]!)
    ) {
      pairs.push({ older: line++ });
    } else pairs.push({ newer: other++ });
  }
  return pairs;
}
