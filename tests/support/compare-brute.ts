import fc from 'fast-check';
import type { Brute } from './brute/domain.ts';
import { answers, response } from './brute/responses.ts';
import { creates, rule } from './brute/rules.ts';
import { scopeRow, scopes } from './brute/scopes.ts';
import { calls, lapses, payRow, tidied } from './brute/transitions.ts';
import { type Unique, unique, writes } from './brute/uniques.ts';

/** Two lists of which the second often has most of the first: rows taken out, put in, or in another order. */
function pairOf<T>(
  row: fc.Arbitrary<T>,
  from: number,
  most: number,
): fc.Arbitrary<readonly [readonly T[], readonly T[]]> {
  const rows = fc.array(row, { minLength: from, maxLength: most });
  const changed = fc.tuple(rows, fc.nat(), row, fc.constantFrom('other', 'one more', 'one less', 'turned'));
  const likened = changed.map(([old, at, extra, how]): readonly [readonly T[], readonly T[]] => {
    const place = old.length === 0 ? 0 : at % old.length;
    if (how === 'turned') return [old, old.toReversed()];
    if (how === 'one more') return [old, old.toSpliced(place, 0, extra)];
    if (how === 'one less') return [old, old.length > from ? old.toSpliced(place, 1) : old];
    return [old, old.toSpliced(place, 1, extra)];
  });
  return fc.oneof(fc.tuple(rows, rows), likened, likened);
}

type Pair = readonly [old: Brute, now: Brute];

const uniquePair = (of: fc.Arbitrary<Unique>): fc.Arbitrary<Pair> =>
  fc.tuple(of, of).map(([old, now]) => [writes(old), writes(now)]);

/** Pairs of documents that differ in the rows of a transition, in rules, in what is unique, or in the rows of Scopes. */
export const pairs: Readonly<Record<string, fc.Arbitrary<Pair>>> = {
  transitions: pairOf(payRow, 1, 3).map(([old, now]) => [calls(tidied(old)), calls(tidied(now))]),
  times: pairOf(payRow, 1, 3).map(([old, now]) => [lapses(tidied(old)), lapses(tidied(now))]),
  rules: pairOf(rule, 0, 3).map(([old, now]) => [creates(old), creates(now)]),
  uniques: uniquePair(unique),
  responses: pairOf(response, 0, 2).map(([old, now]) => [answers(old), answers(now)]),
  scopes: pairOf(scopeRow, 0, 3).map(([old, now]) => [scopes(old), scopes(now)]),
};
