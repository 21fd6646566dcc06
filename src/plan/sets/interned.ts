import { isAuthored, isDocumentation } from '../documentation.ts';

/**
 * Returns a plain value as a service holds it: without what only people read, each text held as the engine holds the names of
 * members. A name that was cut out of a document is another text than the member's: each `record[name]` would look it up anew,
 * and code that the engine has made for one name would be thrown away and made again without end.
 */
export function internValue<T>(value: T): T {
  return internNested(value, false) as T;
}

/** `isWhole`: a value of the author's, of which nothing is left out. */
function internNested(value: unknown, isWhole: boolean): unknown {
  if (typeof value === 'string') return Object.keys({ [value]: undefined })[0];
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => internNested(item, isWhole));
  const members = Object.entries(value).filter(([name]) => isWhole || !isDocumentation(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, internNested(member, isWhole || isAuthored(name, value))]),
  );
}
