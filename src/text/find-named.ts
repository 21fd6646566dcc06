import { memo } from './memo.ts';

interface Named {
  readonly name: string | { readonly value: string };
}

/** In shorter lists a name is found faster than by an index. */
const leastIndexed = 16;

/** Returns the first of a list that has a name. The list does not change: it is indexed at the first search. */
export function findNamed<T extends Named>(list: readonly T[] | undefined, name: string | undefined): T | undefined {
  if (list === undefined || name === undefined) return undefined;
  return list.length < leastIndexed ? list.find((one) => getName(one) === name) : (indexNames(list).get(name) as T);
}

const indexNames = memo((list: readonly Named[]): ReadonlyMap<string, Named> => {
  return new Map(list.toReversed().map((one) => [getName(one), one]));
});

function getName({ name }: Named): string {
  return typeof name === 'string' ? name : name.value;
}
