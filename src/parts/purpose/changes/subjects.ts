import type { Span } from '../../../text/place.ts';
import { type Comparison, type Side, setsOf } from '../../comparing/comparison.ts';

/** What the service does, in two documents. */
export type PurposePair = Comparison;

/** Lines of a fact that only one of two documents has. */
export function linesOf(
  { old, now }: Comparison,
  fact: 'inScope' | 'outOfScope',
): { readonly more: readonly Line[]; readonly less: readonly Line[] } {
  const texts = (side: Side): string[] => side.service.purpose[fact].map(({ value }) => value);
  const { more, less } = setsOf(texts(old), texts(now));
  const lines = (side: Side, found: readonly string[]): Line[] =>
    side.service.purpose[fact]
      .filter(({ value }) => found.includes(value))
      .map(({ value, span }) => ({ text: value, span }));
  return { more: lines(now, more), less: lines(old, less) };
}

interface Line {
  readonly text: string;
  readonly span: Span;
}
