import type { Problem } from './problem.ts';

/** Problems in the order of the document, errors before warnings at one place; the given list stays as it is. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const weight = (problem: Problem) => (problem.severity === 'error' ? 0 : 1);
  return [...problems].sort((one, other) => one.span.start - other.span.start || weight(one) - weight(other));
}
