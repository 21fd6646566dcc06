import { memo } from '../text/memo.ts';

interface Named {
  readonly name: string;
}

const indexOf = memo((all: readonly Named[]) => new Map(all.toReversed().map((one) => [one.name, one])));

/** Finds the part of a plan with a name among all of its kind: resources, fields, operations. */
export function findNamed<T extends Named>(all: readonly T[], name: string | undefined): T | undefined {
  return name === undefined ? undefined : (indexOf(all).get(name) as T | undefined);
}
