import { randomFrom } from './random.ts';

/** The middle of numbers. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new Error('there is no middle of nothing');
  const sorted = [...numbers].sort((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** A ratio and the interval that holds it in 95 of 100 cases. */
export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const drawings = 10_000;

/**
 * The median of the ratios of pairs, the two of a pair measured in the same round; its interval by the bootstrap over rounds
 * (percentiles 2.5 and 97.5).
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length !== theirs.length) throw new Error('the rounds of two servers differ');
  const ratios = ours.map((our, i) => our / theirs[i]!);
  const random = randomFrom(1);
  const medians = Array.from({ length: drawings }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)]!)),
  ).sort((left, right) => left - right);
  return {
    ratio: median(ratios),
    low: medians[Math.floor(drawings * 0.025)]!,
    high: medians[Math.ceil(drawings * 0.975) - 1]!,
  };
}
