/** Lists the fields of its record that expressions inside a value read; of what reads the record as a whole, the empty name. */
export function listReadFields(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { op, root, steps } = value as { op?: string; root?: string; steps?: readonly { readonly name: string }[] };
  const own = op === 'path' && root === 'record' ? [steps?.[0]?.name ?? ''] : [];
  return [...own, ...Object.values(value).flatMap(listReadFields)];
}
