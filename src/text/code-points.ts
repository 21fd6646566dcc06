/** Compares two texts by code points, as databases do; negative if the first one is smaller. */
export function compareCodePoints(left: string, right: string): number {
  const [from, to] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  for (;;) {
    const [first, second] = [from.next(), to.next()];
    if (first.done === true || second.done === true) return Number(second.done === true) - Number(first.done === true);
    const difference = first.value.codePointAt(0)! - second.value.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
}
