const momentText = /^\d{4}-\d\d-\d\d[Tt]/;
const plainDate = /^\d{4}-\d\d-\d\d$/;

/** Compares two shown values where every implementation orders them alike: numbers, dates and moments, and plain words. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (momentText.test(left) && momentText.test(right)) return Date.parse(left) - Date.parse(right);
  if (plainDate.test(left) && plainDate.test(right)) return left < right ? -1 : left > right ? 1 : 0;
  if (/^-?\d+(\.\d+)?$/.test(left) && /^-?\d+(\.\d+)?$/.test(right)) return undefined;
  // Databases order letters of different cases, and signs, in different ways.
  if (!/^[a-z]+$/.test(left) || !/^[a-z]+$/.test(right)) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}
