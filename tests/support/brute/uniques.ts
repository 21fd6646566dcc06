import fc from 'fast-check';
import { documentOf } from './document.ts';
import { type Brute, type Condition, maybe, worlds } from './domain.ts';

/** What is unique of `n`: alone or within `flag`, and among which records it is so alone. */
export interface Unique {
  readonly within: boolean;
  readonly alone: 'never' | 'always' | Condition;
}

/** Which values a condition leaves one field for each of the other is not worked out. */
const isOfOneField = (condition: Condition | undefined): boolean =>
  !(/\bn\b/.test(condition?.text ?? '') && condition!.text.includes('flag'));

/** Constraints over the small domain. */
export const unique: fc.Arbitrary<Unique> = fc
  .tuple(fc.boolean(), fc.boolean(), maybe.filter(isOfOneField))
  .map(([within, isAlone, among]) => ({ within, alone: !isAlone ? 'never' : (among ?? 'always') }));

/** What becomes of a second record beside a first with the same `n`. */
export function writes({ within, alone }: Unique): Brute {
  const gets = worlds.flatMap((world) =>
    worlds
      .filter(({ n }) => n === world.n)
      .map((other): [string, string] => {
        const isWithin = within && world.flag === other.flag;
        const isAlone = typeof alone === 'string' ? alone === 'always' : alone.holds(world) && alone.holds(other);
        return [`${world.n} ${world.flag} ${other.flag}`, isWithin || isAlone ? 'refused' : 'made'];
      }),
  );
  const words = [
    ...(within ? ['unique with flag'] : []),
    ...(alone === 'never' ? [] : [alone === 'always' ? 'unique' : `unique where \`${alone.text}\``]),
  ];
  return { document: documentOf({ unique: words.map((word) => `; ${word}`).join('') }), gets: new Map(gets) };
}
