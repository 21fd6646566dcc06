/** The reads of work that begins together, by what is read: each is made once. */
export type SharedReads = Map<unknown, Promise<unknown>>;

/** Returns the result of the read under a key, and reads if nothing is under it. */
export function readShared<T>(shared: SharedReads, key: unknown, read: () => Promise<T>): Promise<T> {
  const known = shared.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const made = read();
  shared.set(key, made);
  return made;
}
