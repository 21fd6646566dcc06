import { type Chooser, createErrorChooser, type RefusedAt } from '../errors/choose.ts';
import type { Comparison, Side } from './comparison.ts';

const made = new WeakMap<Side, Chooser>();

/** The code that answers a refusal in a document; none at a gap. */
export function codeAt(side: Side, condition: string, place: RefusedAt, named?: string): string | undefined {
  const choose = made.get(side) ?? createErrorChooser(side.plan.errors);
  made.set(side, choose);
  return choose(condition, place, named)?.code;
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
