/**
 * The same plain value, each text in it held as the engine holds the names of members. A name that was cut out of a document
 * is another text than the member's: each `record[name]` would look it up anew, and code that the engine has made for one
 * name would be thrown away and made again without end.
 */
export function interned<T>(value: T): T {
  return held(value) as T;
}

function held(value: unknown): unknown {
  if (typeof value === 'string') return Object.keys({ [value]: undefined })[0];
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(held);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, held(member)]));
}
