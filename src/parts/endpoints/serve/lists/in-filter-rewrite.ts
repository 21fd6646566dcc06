import type { Condition } from '../../../../contracts/store.ts';

/** An `in` with at most this many values is one index scan per value. */
export const mostMergedValues = 16;

/**
 * Returns the number of distinct values of each list with few of them, and 0 for every other value; undefined if there is no
 * such list.
 */
export function countFewValues(values: readonly unknown[]): readonly number[] | undefined {
  let counts: number[] | undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Array.isArray(value) || value.length === 0) continue;
    const { size } = new Set(value);
    if (size > mostMergedValues) continue;
    counts ??= values.map(() => 0);
    counts[i] = size;
  }
  return counts;
}

/** Rewrites `in` with one value to `=`, `contains any` with one value to `contains`, and adds their number to an `in` of a few. */
export function rewriteConditions(
  conditions: readonly Condition[],
  counts: readonly number[] | undefined,
): readonly Condition[] {
  if (counts === undefined) return conditions;
  return conditions.map((condition, i): Condition => {
    const count = counts[i]!;
    if (condition.kind !== 'compare' || count === 0) return condition;
    if (condition.operator === 'contains any') return count === 1 ? { ...condition, operator: 'contains' } : condition;
    if (condition.operator !== 'in') return condition;
    return count === 1 ? { ...condition, operator: '=' } : { ...condition, of: count };
  });
}

/** Returns the values for the rewritten conditions: the value itself for a list of one, distinct values for a few. */
export function rewriteValues(values: readonly unknown[], counts: readonly number[] | undefined): readonly unknown[] {
  if (counts === undefined) return values;
  return values.map((value, i) => {
    if (counts[i] === 0) return value;
    return counts[i] === 1 ? (value as readonly unknown[])[0] : [...new Set(value as readonly unknown[])];
  });
}
