import type { Condition } from '../../../../contracts/store.ts';

/** A list of at most so many values is asked value by value, along the index of each. */
const maxSlowMilliseconds = 16;

/**
 * How many different values each list holds that has few of them; 0 in the place of any other value, and nothing at all where
 * there is no such list.
 */
export function countFewValues(values: readonly unknown[]): readonly number[] | undefined {
  let counts: number[] | undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Array.isArray(value) || value.length === 0) continue;
    const { size } = new Set(value);
    if (size > maxSlowMilliseconds) continue;
    counts ??= values.map(() => 0);
    counts[i] = size;
  }
  return counts;
}

/**
 * The conditions as they are asked: an `in` of one value as `=`, a `contains any` of one as `contains`, an `in` of a few values
 * with their number.
 */
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

/** The values for those conditions: the one value itself in place of each list of one, no value of a few twice. */
export function rewriteValues(values: readonly unknown[], counts: readonly number[] | undefined): readonly unknown[] {
  if (counts === undefined) return values;
  return values.map((value, i) => {
    if (counts[i] === 0) return value;
    return counts[i] === 1 ? (value as readonly unknown[])[0] : [...new Set(value as readonly unknown[])];
  });
}
