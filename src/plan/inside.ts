/** A way into a value: along a path, to what stands there or, where that is a list, to each of its items. */
export interface WayInside {
  readonly path: readonly string[];
  readonly list: boolean;
}

type Held = Readonly<Record<string, unknown>>;

/** The objects inside a value to which ways lead, one behind the other; what is missing on them leads nowhere. */
export function objectsInside(value: unknown, ways: readonly WayInside[]): readonly Held[] {
  let found: readonly unknown[] = [value];
  for (const { path, list } of ways) {
    found = found.flatMap((one) => {
      const inner = path.reduce<unknown>((held, name) => (isObject(held) ? held[name] : undefined), one);
      return list ? (Array.isArray(inner) ? inner : []) : [inner];
    });
  }
  return found.filter(isObject);
}

function isObject(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
