import type { Diagnostic } from './diagnostic.ts';

/** More than the diagnostics of any text: each has a location in a text of at most 5 MiB. */
const many = 2 ** 27;

/** Diagnostics in the order of the document, errors before warnings at one place, else as given; the given lists stay as they are. */
export function sortDiagnostics(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  const diagnostics: Diagnostic[] = new Array(count);
  // Numbers are sorted in place, by their values alone: a sort of a million objects needs as much again, and far longer.
  const keys = new Float64Array(count);
  let at = 0;
  for (const list of lists) {
    for (const diagnostic of list) {
      keys[at] = (diagnostic.span.start * 2 + (diagnostic.severity === 'error' ? 0 : 1)) * many + at;
      diagnostics[at] = diagnostic;
      at += 1;
    }
  }
  keys.sort();
  const given = diagnostics.slice();
  for (let place = 0; place < count; place++) diagnostics[place] = given[keys[place]! % many]!;
  return diagnostics;
}
