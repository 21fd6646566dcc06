/** Returns whether two values of records are equal: JSON values and BigInts, in any order of members. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!equal(left[i], right[i])) return false;
    return true;
  }
  if (Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(right, name)) return false;
    if (!equal((left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name])) return false;
  }
  return true;
}
