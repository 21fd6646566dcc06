import type { ValueType } from '../tree.ts';

/** Whether two expressions are the same tree. */
export function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, omitSource) === JSON.stringify(right, omitSource);
}

/** Two expressions may be the same and be written differently. */
function omitSource(this: object, key: string, value: unknown): unknown {
  return key === 'source' && 'op' in this ? undefined : value;
}

/**
 * Whether two expressions are the same but for what the document says of what they read: a field that became optional or
 * got one more value makes no other expression of them. Literals of two types differ.
 */
export function hasSameForm(left: unknown, right: unknown): boolean {
  return stringifyForm(left) === stringifyForm(right);
}

/** An expression as a text that can be compared as `hasSameForm` compares. */
export function stringifyForm(expression: unknown): string {
  return JSON.stringify(expression, replaceForForm);
}

function replaceForForm(this: object, key: string, value: unknown): unknown {
  if (key === 'type' && 'op' in this) {
    return this.op === 'literal' && 'value' in this ? typeof this.value + (value as ValueType).kind : undefined;
  }
  if (key === 'source' && 'op' in this) return undefined;
  const isMark = (key === 'optional' || key === 'nullable') && value === true && 'name' in this;
  return isMark ? undefined : value;
}
