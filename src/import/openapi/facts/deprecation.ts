import { formatMeaning } from '../../page/text.ts';
import { get, isTrue, readString, type Tree } from '../../source/tree.ts';
import type { Shape } from '../bodies.ts';

const marks = ['deprecated', 'x-deprecated', 'x-is-deprecated'];
const texts = ['x-deprecated-message', 'x-deprecatedMessage', 'x-deprecation-message', 'x-deprecated-description'];
const ends = ['x-sunset', 'x-sunset-date', 'x-removal-date'];

/** Reads that an operation is deprecated, until when it is served, and why: a sentence for its Meaning. */
export function readDeprecation(tree: Tree): Shape {
  const mark = marks.map((key) => get(tree, key)).find(isTrue);
  const end = ends.map((key) => get(tree, key)).find((one) => readString(one) !== undefined);
  const text = texts.map((key) => get(tree, key)).find((one) => (readString(one) ?? '') !== '');
  if (mark === undefined && end === undefined) return { text: '', says: [] };
  const says = [mark, end, text].filter((one) => one !== undefined);
  const until = end === undefined ? '' : `, served until ${formatMeaning(readString(end)!)}`;
  const why = text === undefined ? '.' : `: ${formatMeaning(readString(text)!).replace(/[.!]?$/, '.')}`;
  return { text: `Deprecated${until}${why}`, says };
}
