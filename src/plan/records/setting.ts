type Values = Record<string, unknown>;

/** Takes a member of an object away; what is not there stays so, and so do the objects on the way. */
export function clearAt(into: Values, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    delete into[name];
    return;
  }
  const held = into[name];
  if (typeof held !== 'object' || held === null) return;
  const inner: Values = { ...held };
  into[name] = inner;
  clearAt(inner, rest);
}

/** Sets a value at a path; objects on the way are made when absent, and copied, for the record before shares them. */
export function setAt(into: Values, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner: Values = { ...(into[name] as Values | null | undefined) };
  into[name] = inner;
  setAt(inner, rest, value);
}
