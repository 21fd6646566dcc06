/** Returns a function that computes its result once for each object, for as long as that object is kept. */
export function memo<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}

/** Returns a function that computes its result at its first call. */
export function once<V>(compute: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
