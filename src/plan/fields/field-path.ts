import { isObject } from './is-object.ts';
/** A path into a value: to the value at its end or, if that is a list, to each of its items. */
export interface NestedPath {
  readonly path: readonly string[];
  readonly list: boolean;
}

type Held = Readonly<Record<string, unknown>>;

/** Returns the objects inside a value that paths lead through, in order; missing ones are left out. */
export function listNestedObjects(value: unknown, paths: readonly NestedPath[]): readonly Held[] {
  let found: readonly unknown[] = [value];
  for (const { path, list } of paths) {
    found = found.flatMap((holder) => {
      const inner = path.reduce<unknown>((held, name) => (isObject(held) ? held[name] : undefined), holder);
      return list ? (Array.isArray(inner) ? inner : []) : [inner];
    });
  }
  return found.filter(isObject);
}

/** Lists the identities that a `ref` field of objects holds, or its items where it is a list, each once. */
export function listNamed(holders: readonly Held[], field: string): ReadonlySet<unknown> {
  const named = holders.flatMap((holder) => holder[field] as unknown);
  return new Set(named.filter((id) => id !== undefined && id !== null));
}

/** The value with the objects to which ways lead replaced by what `change` gives; the value itself stays as it is. */
export function replaceNestedObjects(
  value: unknown,
  paths: readonly NestedPath[],
  change: (held: Held) => unknown,
): unknown {
  const [path, ...others] = paths;
  if (path === undefined) return isObject(value) ? change(value) : value;
  const enter = (held: unknown, [name, ...deeper]: readonly string[]): unknown => {
    if (name !== undefined) {
      return isObject(held) && Object.hasOwn(held, name) ? { ...held, [name]: enter(held[name], deeper) } : held;
    }
    if (!path.list) return replaceNestedObjects(held, others, change);
    return Array.isArray(held) ? held.map((item) => replaceNestedObjects(item, others, change)) : held;
  };
  return enter(value, path.path);
}
