import type { UniquePlan } from '../resource.ts';

/**
 * Returns the values in which no two records may agree, as they are compared: without the case of ASCII letters where the constraint
 * ignores it. Undefined where one is absent or null: such a record never collides.
 */
export function readUniqueValues(
  { fields, ignoring }: Pick<UniquePlan, 'fields' | 'ignoring'>,
  record: Readonly<Record<string, unknown>>,
): readonly unknown[] | undefined {
  const values = fields.map((field, at) => {
    const value = record[field];
    return ignoring === 'case' && at === 0 && typeof value === 'string' ? lowerAscii(value) : value;
  });
  return values.some((value) => value === undefined || value === null) ? undefined : values;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
