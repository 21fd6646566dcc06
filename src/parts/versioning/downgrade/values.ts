/**
 * A literal with the older names of values in it, also in a list or map of them; itself where it has none. `several`: a text
 * holds several values, parted by commas.
 */
export function downgradeValues(value: unknown, down: ReadonlyMap<string, string>, several = false): unknown {
  if (typeof value === 'string') {
    if (!several) return down.get(value) ?? value;
    const parts = value.split(',');
    return parts.some((part) => down.has(part)) ? parts.map((part) => down.get(part) ?? part).join(',') : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const before = Object.entries(value).map(([key, entry]) => [key, downgradeValues(entry, down)] as const);
  if (before.every(([key, downgraded]) => downgraded === (value as Record<string, unknown>)[key])) return value;
  return Array.isArray(value) ? before.map(([, downgraded]) => downgraded) : Object.fromEntries(before);
}
