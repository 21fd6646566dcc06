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
  const isAlike = toForm(left) === toForm(right) || (/^[a-z]+$/.test(left) && /^[a-z]+$/.test(right));
  if (!isAlike || !/^[A-Za-z0-9]+$/.test(left)) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The kinds of characters of a text, such as `AA00`. */
function toForm(text: string): string {
  return text.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');
}
