import fc from 'fast-check';
import { documentOf } from './brute/document.ts';
import { type Brute, type Condition, condition, maybe, worlds } from './brute/domain.ts';
import { scopeRow, scopes } from './brute/scopes.ts';
import { calls, lapses, payRow, tidied } from './brute/transitions.ts';

/** What is unique of `n`: alone or within `flag`, and among which records it is so alone. */
interface Unique {
  readonly within: boolean;
  readonly alone: 'never' | 'always' | Condition;
}

/** Which values a condition leaves one field for each of the other is not worked out. */
const isOfOneField = (condition: Condition | undefined): boolean =>
  !(/\bn\b/.test(condition?.text ?? '') && condition!.text.includes('flag'));

/** Constraints over the small domain. */
const unique: fc.Arbitrary<Unique> = fc
  .tuple(fc.boolean(), fc.boolean(), maybe.filter(isOfOneField))
  .map(([within, isAlone, among]) => ({ within, alone: !isAlone ? 'never' : (among ?? 'always') }));

/** What becomes of a second record beside a first with the same `n`. */
function writes({ within, alone }: Unique): Brute {
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

/** A rule of the resource. */
interface Rule {
  readonly holds: Condition;
  readonly otherwise: 'one' | 'two' | undefined;
}

const rule: fc.Arbitrary<Rule> = fc.record({
  holds: condition,
  otherwise: fc.constantFrom<Rule['otherwise']>('one', 'two', undefined),
});

/** What a write gets under rules: each write, or those that On names. */
function writesUnder(rules: readonly Rule[], on: '' | 'create' | 'pay'): Brute {
  const gets = worlds.map((world): [string, string] => {
    const broken = rules.find(({ holds }) => !holds.holds(world));
    return [
      `${world.n} ${world.flag}`,
      broken === undefined ? 'made' : `refused ${broken.otherwise ?? 'by condition'}`,
    ];
  });
  const rows = rules.map(({ holds, otherwise }, i) => `| rule_${i} | ${on} | \`${holds.text}\` | ${otherwise ?? ''} |`);
  const table =
    rows.length === 0 ? '' : `\n| Rule | On | Check | Error |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  return { document: documentOf({ rules: table }), gets: new Map(gets) };
}

/** A response of an operation before the last one, which has no `when`. */
interface Response {
  readonly status: 200 | 202 | 204;
  readonly when: Condition;
}

/** Responses with a `when`. */
const response: fc.Arbitrary<Response> = fc.record({
  status: fc.constantFrom<Response['status']>(200, 202, 204),
  when: condition,
});

/** Which response a record gets. */
function answers(responses: readonly Response[]): Brute {
  const gets = worlds.map((world): [string, string] => {
    const found = responses.find(({ when }) => when.holds(world));
    return [`${world.n} ${world.flag}`, String(found?.status ?? 200)];
  });
  const cells = responses.map(
    ({ status, when }) => `${status}${status === 204 ? '' : ' `Bill`'} when \`${when.text}\``,
  );
  return { document: documentOf({ responses: [...cells, '200 `Bill`'].join('; ') }), gets: new Map(gets) };
}

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
  rules: pairOf(rule, 0, 3).map(([old, now]) => [writesUnder(old, ''), writesUnder(now, '')]),
  'rules of a create': pairOf(rule, 0, 3).map(([old, now]) => [writesUnder(old, 'create'), writesUnder(now, 'create')]),
  'rules of a transition': pairOf(rule, 0, 3).map(([old, now]) => [writesUnder(old, 'pay'), writesUnder(now, 'pay')]),
  uniques: uniquePair(unique),
  responses: pairOf(response, 0, 2).map(([old, now]) => [answers(old), answers(now)]),
  scopes: pairOf(scopeRow, 0, 3).map(([old, now]) => [scopes(old), scopes(now)]),
};
