/** How many members all objects inside a value of JSON have. */
export function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) count += countKeys(value[at]);
    return count;
  }
  for (const name in value) {
    count++;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object') count += countKeys(inner);
  }
  return count;
}
