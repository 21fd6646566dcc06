import type { ValueType } from '../tree.ts';

/** Whether two expressions are the same tree. */
export function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, withoutSource) === JSON.stringify(right, withoutSource);
}

/** Two expressions may be the same and be written differently. */
function withoutSource(this: object, key: string, value: unknown): unknown {
  return key === 'source' && 'op' in this ? undefined : value;
}

/**
 * Whether two expressions are the same but for what the document says of what they read: a field that became optional or
 * got one more value makes no other expression of them. Literals of two types differ.
 */
export function sameForm(left: unknown, right: unknown): boolean {
  return formText(left) === formText(right);
}

/** An expression as a text that can be compared as `sameForm` compares. */
export function formText(expression: unknown): string {
  return JSON.stringify(expression, form);
}

function form(this: object, key: string, value: unknown): unknown {
  if (key === 'type' && 'op' in this) {
    return this.op === 'literal' && 'value' in this ? typeof this.value + (value as ValueType).kind : undefined;
  }
  if (key === 'source' && 'op' in this) return undefined;
  const isMark = (key === 'optional' || key === 'nullable') && value === true && 'name' in this;
  return isMark ? undefined : value;
}
