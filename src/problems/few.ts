import type { Problem, Severity } from './problem.ts';

/** Problems of one code of a document that are listed in JSON, and problems of all codes together. */
export const mostOfCode = 1000;
export const mostOfAll = 10_000;

/** Problems of one code that are counted and not listed. */
export interface Unlisted {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The first problems of each code in their order, and how many of each code follow that are not among them. */
export function fewOf(problems: readonly Problem[]): {
  readonly listed: readonly Problem[];
  readonly more: readonly Unlisted[];
} {
  const listed: Problem[] = [];
  const seen = new Map<string, number>();
  const more = new Map<string, Unlisted>();
  for (const problem of problems) {
    const { code, severity } = problem;
    const before = seen.get(code) ?? 0;
    if (before < mostOfCode && listed.length < mostOfAll) {
      seen.set(code, before + 1);
      listed.push(problem);
    } else more.set(code, { code, severity, count: (more.get(code)?.count ?? 0) + 1 });
  }
  return { listed, more: [...more.values()] };
}
