/** Whether all is tried: the environment variable NONET_THOROUGH is 1. */
const thorough = process.env.NONET_THOROUGH === '1';

/** How many cases a test of generated cases tries: `few`, by default a fifth of `cases`, and all of them where NONET_THOROUGH is 1. */
export function runs(cases: number, few: number = Math.ceil(cases / 5)): number {
  return thorough ? cases : few;
}

/** Returns every fifth of some cases, from the one at `from` on, and all of them where NONET_THOROUGH is 1. */
export function sample<T>(cases: readonly T[], from = 0): readonly T[] {
  return thorough ? cases : cases.filter((_, at) => at % 5 === from % 5);
}

let loops = 0;

/**
 * Returns a list for loops that try the same on each entry. The first loop of a process and every fifth after it, over whichever list, try
 * all; the others try the first entry, and all where NONET_THOROUGH is 1.
 */
export function inTurns<T>(entries: readonly T[]): readonly T[] {
  function* iterate() {
    yield* thorough || loops++ % 5 === 0 ? entries : entries.slice(0, 1);
  }
  return Object.assign([...entries], { [Symbol.iterator]: iterate });
}
