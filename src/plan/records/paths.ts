import type { OperationPlan } from '../operation.ts';

/** Encodes a value as a segment of a path. Most values have nothing to encode, and `encodeURIComponent` costs more than the search for it. */
export function encodeSegment(text: string): string {
  return /^[\w.~-]*$/.test(text) ? text : encodeURIComponent(text);
}

/** Writes the path of an operation with the values of its placeholders, in order. */
export function formatPath({ segments }: Pick<OperationPlan, 'segments'>, values: readonly string[]): string {
  let at = 0;
  const texts = segments.map((segment) =>
    segment.kind === 'fixed' ? segment.text : encodeSegment(values[at++] ?? ''),
  );
  return `/${texts.join('/')}`;
}
