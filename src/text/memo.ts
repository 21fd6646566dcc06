/**
 * Returns a function that computes its result once for each object, for as long as that object is kept. Further arguments
 * must follow from the object: only those of its first call are read.
 */
export function memo<K extends object, V, R extends readonly unknown[]>(
  compute: (key: K, ...more: R) => V,
): (key: K, ...more: R) => V {
  return memoIn(new WeakMap<K, Known<V>>(), compute);
}

/** The same for each pair of objects. */
export function memoPair<A extends object, B extends object, V, R extends readonly unknown[]>(
  compute: (first: A, second: B, ...more: R) => V,
): (first: A, second: B, ...more: R) => V {
  const of = memo((first: A) => memo((second: B, ...more: R) => compute(first, second, ...more)));
  return (first, second, ...more) => of(first)(second, ...more);
}

/** The same for each text, or other plain value, of an object. */
export function memoByKey<A extends object, K, V, R extends readonly unknown[]>(
  compute: (owner: A, key: K, ...more: R) => V,
): (owner: A, key: K, ...more: R) => V {
  const of = memo((owner: A) => memoIn(new Map<K, Known<V>>(), (key: K, ...more: R) => compute(owner, key, ...more)));
  return (owner, key, ...more) => of(owner)(key, ...more);
}

interface Known<V> {
  readonly value: V;
}

function memoIn<K, V, R extends readonly unknown[]>(
  known: { get(key: K): Known<V> | undefined; set(key: K, value: Known<V>): unknown },
  compute: (key: K, ...more: R) => V,
): (key: K, ...more: R) => V {
  return (key, ...more) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = compute(key, ...more);
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
