/**
 * How many cases a test of generated cases tries: a fifth of `cases`, and all of them where the environment variable
 * NONET_THOROUGH is 1.
 */
export function runs(cases: number): number {
  return process.env.NONET_THOROUGH === '1' ? cases : Math.ceil(cases / 5);
}

/** Returns every fifth of some cases, from the one at `from` on, and all of them where NONET_THOROUGH is 1. */
export function sample<T>(cases: readonly T[], from = 0): readonly T[] {
  return process.env.NONET_THOROUGH === '1' ? cases : cases.filter((_, at) => at % 5 === from % 5);
}
