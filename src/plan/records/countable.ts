/** The largest number after which the next one can be counted: numbers above 2^53 - 1 are not exact. */
export const lastCountable = Number.MAX_SAFE_INTEGER - 1;

/** Whether a value is a whole number of at least `least` after which the next one can be counted. */
export function isCountable(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= lastCountable;
}
