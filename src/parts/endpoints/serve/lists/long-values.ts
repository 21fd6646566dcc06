/** Longer strings are not in a cursor. Their digests are, and the record of the cursor has the strings. */
const longest = 256;

/** Returns a digest of a string. */
export type Digest = (text: string) => string;

interface Digested {
  readonly digest: string;
}

const isDigested = (value: unknown): value is Digested =>
  typeof value === 'object' && value !== null && 'digest' in value;

/** Replaces long strings by their digests; the last value is an identity, by which its record is found. */
export function digestLongValues(values: readonly unknown[], identityAt: number, digest: Digest): readonly unknown[] {
  return values.map((value, at) =>
    at !== identityAt && typeof value === 'string' && value.length > longest ? { digest: digest(value) } : value,
  );
}

/** Whether values of a cursor have to be looked up in its record. */
export function hasDigests(values: readonly unknown[]): boolean {
  return values.some(isDigested);
}

/** Puts the values of the record in place of their digests; undefined if it has other values now. */
export function restoreLongValues(
  values: readonly unknown[],
  record: readonly unknown[],
  digest: Digest,
): readonly unknown[] | undefined {
  const changed = values.some(
    (value, at) => isDigested(value) && (typeof record[at] !== 'string' || digest(record[at]) !== value.digest),
  );
  return changed ? undefined : values.map((value, at) => (isDigested(value) ? record[at] : value));
}
