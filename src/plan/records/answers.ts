import type { Question } from '../../expression/tree.ts';
import { isDecimal } from '../../text/numbers/decimals.ts';

/** Integers are added as two halves, exactly, whatever a store does when a sum grows out of 64 bits. */
export const sumHalf = 1_048_576;

/** Reads the answer to a question from the row in which a store gives it; undefined where there is none. */
export function readAnswer({ name, type }: Question, row: readonly unknown[]): unknown {
  const [first, second] = row;
  if (name === 'exists') return Number(first) === 1;
  if (first === null) return undefined;
  if (name === 'count') return Number(first);
  if (name !== 'sum') return first;
  // Beyond the digits of a decimal there is no sum, as for other numbers beyond their bounds.
  if (type.kind === 'decimal') return isDecimal(String(first)) ? first : undefined;
  const total = type.kind === 'int' ? Number(first) * sumHalf + Number(second) : Number(first);
  return (type.kind === 'int' ? Number.isSafeInteger(total) : Number.isFinite(total)) ? total : undefined;
}
