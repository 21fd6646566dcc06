/**
 * How many cases a test of generated cases tries: a fifth of `cases`, and all of them where the environment variable
 * NONET_THOROUGH is 1.
 */
export function runs(cases: number): number {
  return process.env.NONET_THOROUGH === '1' ? cases : Math.ceil(cases / 5);
}
