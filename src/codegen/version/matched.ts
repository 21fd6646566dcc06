import { runtime } from '../../expression/runtime.ts';
import { isObject } from '../../plan/fields/is-object.ts';

/** Lists with more pairs of items than this are matched by the identifying member and the order alone. */
const mostPairs = 40_000;

/**
 * Returns, for each item of a changed list, its index in the previous list, or undefined for a new one. Equal items in the same order are
 * matched first, then equal items that moved. Other objects are matched by the first string field that distinguishes most items, those with
 * the same value in order. Without a string field, items between the same neighbors are matched in order. `known` holds the index of each
 * item whose origin is known.
 */
export function matchItems(
  before: readonly unknown[],
  after: readonly unknown[],
  known: readonly (number | undefined)[] = [],
): readonly (number | undefined)[] {
  const found: (number | undefined)[] = after.map((_, at) => known[at]);
  const taken = new Set(found);
  const match = (at: number, index: number): void => {
    found[at] = index;
    taken.add(index);
  };
  const left = (): number[] => [...after.keys()].filter((at) => found[at] === undefined);
  const free = (): number[] => [...before.keys()].filter((index) => !taken.has(index));
  for (const [at, index] of findCommonSubsequence(before, after, free(), left())) match(at, index);
  const equalOnes = free();
  for (const at of equalOnes.length * left().length > mostPairs ? [] : left()) {
    const index = equalOnes.find((candidate) => !taken.has(candidate) && runtime.equal(before[candidate], after[at]));
    if (index !== undefined) match(at, index);
  }
  const key = findKeyField(before, after);
  if (key !== undefined) {
    const byKey = Map.groupBy(free(), (index) => (before[index] as Item)[key]);
    for (const at of left()) {
      const index = byKey.get((after[at] as Item)[key])?.shift();
      if (index !== undefined) match(at, index);
    }
    return found;
  }
  for (const [at, index] of pairBetweenMatches(before.length, found, taken)) match(at, index);
  return found;
}

type Item = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [at: number, index: number])[];

/** The longest common subsequence of equal items. */
function findCommonSubsequence(
  before: readonly unknown[],
  after: readonly unknown[],
  free: readonly number[],
  left: readonly number[],
): Pairs {
  const pairs: (readonly [number, number])[] = [];
  const same = (i: number, j: number): boolean => runtime.equal(before[free[i]!], after[left[j]!]);
  let start = 0;
  let [olds, news] = [free.length, left.length];
  while (start < olds && start < news && same(start, start)) pairs.push([left[start]!, free[start++]!]);
  while (olds > start && news > start && same(olds - 1, news - 1)) pairs.push([left[--news]!, free[--olds]!]);
  const [height, width] = [olds - start, news - start];
  if (height * width === 0 || height * width > mostPairs) return pairs;
  const lengths = new Uint32Array((height + 1) * (width + 1));
  const equal = new Uint8Array(height * width);
  const row = width + 1;
  for (let i = height - 1; i >= 0; i--) {
    for (let j = width - 1; j >= 0; j--) {
      const is = same(start + i, start + j);
      equal[i * width + j] = is ? 1 : 0;
      const [below, beside] = [lengths[(i + 1) * row + j]!, lengths[i * row + j + 1]!];
      lengths[i * row + j] = is ? lengths[(i + 1) * row + j + 1]! + 1 : Math.max(below, beside);
    }
  }
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (equal[i * width + j] === 1) pairs.push([left[start + j++]!, free[start + i++]!]);
    else if (lengths[(i + 1) * row + j]! >= lengths[i * row + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** The first string member with more different values than repeated ones in both lists, else the one with most different values. */
function findKeyField(before: readonly unknown[], after: readonly unknown[]): string | undefined {
  const [first] = before;
  if (!isObject(first) || !after.every(isObject) || !before.every(isObject)) return undefined;
  const texts = Object.keys(first).filter((name) =>
    [...before, ...after].every((item) => typeof item[name] === 'string'),
  );
  const share = (items: readonly Item[], name: string): number =>
    new Set(items.map((item) => item[name])).size / items.length;
  const shares = texts.map((name) => ({ name, least: Math.min(share(before, name), share(after, name)) }));
  return (
    shares.find(({ least }) => least > 0.5) ?? shares.toSorted((candidate, other) => other.least - candidate.least)[0]
  )?.name;
}

/** Pairs items between the same matched neighbors, in their order. */
function pairBetweenMatches(size: number, found: readonly (number | undefined)[], taken: ReadonlySet<unknown>): Pairs {
  const pairs: (readonly [number, number])[] = [];
  let next = 0;
  for (const [at, index] of found.entries()) {
    if (index !== undefined) next = index + 1;
    else if (next < size && !taken.has(next)) pairs.push([at, next++]);
  }
  return pairs;
}
