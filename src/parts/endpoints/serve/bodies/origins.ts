/** The objects of a value that came from another one, each with the object it was there. */
export type Origins = WeakMap<object, object>;

/** Notes the objects of a copy, each with the one that it is a copy of. */
export function noteCopies(origins: Origins, copy: unknown, of: unknown): void {
  walk(copy, of, (object, other) => origins.set(object, other));
}

/** Notes the objects of a value that was made of another one, each with the origin of the object it was made of. */
export function noteMade(origins: Origins, made: unknown, of: unknown): void {
  walk(made, of, (object, other) => {
    const origin = origins.get(other);
    if (origin !== undefined) origins.set(object, origin);
  });
}

function walk(left: unknown, right: unknown, see: (left: object, right: object) => void): void {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return;
  if (Array.isArray(left) !== Array.isArray(right)) return;
  see(left, right);
  for (const [name, field] of Object.entries(left)) {
    if (Object.hasOwn(right, name)) walk(field, (right as Readonly<Record<string, unknown>>)[name], see);
  }
}
