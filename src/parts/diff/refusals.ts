import { getChooser, type RefusedAt } from '../errors/choose.ts';
import type { Comparison, Side } from './comparison.ts';

/** The code that answers a refusal in a document; none at a gap. */
export function findCodeAt(side: Side, condition: string, place: RefusedAt, named?: string): string | undefined {
  return getChooser(side.plan.errors)(condition, place, named)?.code;
}

/** The code that answers a refusal in one of two documents, by its older name; none at a gap. */
export function findAnsweringCode(
  { old, renamed }: Comparison,
  side: Side,
  condition: string,
  place: RefusedAt,
  named?: string,
): string | undefined {
  const code = findCodeAt(side, condition, place, named);
  return code === undefined || side === old ? code : renamed.code(code);
}
