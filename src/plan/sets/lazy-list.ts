/** A list whose items may be created when they are first read; an array is one, too. */
export interface LazyList<T> extends Iterable<T> {
  readonly length: number;
  /** Returns the item at an index; undefined past the end. */
  at(index: number): T | undefined;
}

/** Returns a list that creates each item once, when it is first read. An item whose creation throws is created again. */
export function createLazyList<T>(length: number, create: (index: number) => T): LazyList<T> {
  const items: (T | undefined)[] = Array.from({ length });
  const at = (index: number): T | undefined => {
    const known = items[index];
    if (known !== undefined || !(index < length)) return known;
    const item = create(index);
    items[index] = item;
    return item;
  };
  return {
    length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield at(index)!;
    },
  };
}
