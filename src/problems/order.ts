import type { Problem } from './problem.ts';

/** More than any list has of problems: each stands at a place of a text of at most 5 MiB. */
const many = 2 ** 27;

/** Problems in the order of the document, errors before warnings at one place, else as given; the given lists stay as they are. */
export function inOrder(...lists: readonly (readonly Problem[])[]): readonly Problem[] {
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  const problems: Problem[] = new Array(count);
  // Numbers are sorted in place, by their values alone: a sort of a million objects needs as much again, and far longer.
  const keys = new Float64Array(count);
  let at = 0;
  for (const list of lists) {
    for (const problem of list) {
      keys[at] = (problem.span.start * 2 + (problem.severity === 'error' ? 0 : 1)) * many + at;
      problems[at] = problem;
      at += 1;
    }
  }
  keys.sort();
  const given = problems.slice();
  for (let place = 0; place < count; place++) problems[place] = given[keys[place]! % many]!;
  return problems;
}
