import { randomFrom } from '../benchmarks/random.ts';

/** Selects `count` items at random, in their order. The same seed selects the same items of the same list. */
export function sampleOf<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const random = randomFrom(seed);
  const selected: T[] = [];
  for (const [index, item] of items.entries()) {
    const left = items.length - index;
    if (random() * left < count - selected.length) selected.push(item);
  }
  return selected;
}
