import type { Condition } from '../../steps/store.ts';

/** Which values are lists of one, as bits: an `in` of one value is asked as `=`, for which an index gives the list's own order. */
export function aloneIn(values: readonly unknown[]): number {
  let bits = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Array.isArray(value) && value.length === 1) bits |= 1 << i;
  }
  return bits;
}

/** The conditions, with `=` where bit i says that condition i is asked with one value. */
export function asEqual(conditions: readonly Condition[], alone: number): readonly Condition[] {
  return conditions.map((condition, i): Condition => {
    return condition.kind === 'compare' && (alone & (1 << i)) !== 0 ? { ...condition, operator: '=' } : condition;
  });
}

/** The values, with the one value itself in place of each list of one. */
export function unwrapped(values: readonly unknown[], alone: number): readonly unknown[] {
  if (alone === 0) return values;
  return values.map((value, i) => ((alone & (1 << i)) === 0 ? value : (value as readonly [unknown])[0]));
}
