import { chooserOf, type RefusedAt } from '../errors/choose.ts';
import type { Comparison, Side } from './comparison.ts';

/** The code that answers a refusal in a document; none at a gap. */
export function codeAt(side: Side, condition: string, place: RefusedAt, named?: string): string | undefined {
  return chooserOf(side.plan.errors)(condition, place, named)?.code;
}

/** The code that answers a refusal in one of two documents, by its older name; none at a gap. */
export function codeAnswering(
  { old, renamed }: Comparison,
  side: Side,
  condition: string,
  place: RefusedAt,
  named?: string,
): string | undefined {
  const code = codeAt(side, condition, place, named);
  return code === undefined || side === old ? code : renamed.code(code);
}
