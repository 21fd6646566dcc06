import fc from 'fast-check';

/** What a record of the small domain holds. */
export interface World {
  readonly n: number;
  readonly flag: boolean;
}

/** All records that there are. */
export const worlds: readonly World[] = [-1, 0, 1, 2, 3, 4].flatMap((n) => [true, false].map((flag) => ({ n, flag })));

/** A condition as a document states it and as it is worked out here, by other means than Nonet. */
export interface Condition {
  readonly text: string;
  holds(world: World): boolean;
}

const operators: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};

const atom: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(fc.constantFrom(...Object.keys(operators)), fc.integer({ min: 0, max: 3 })).map(
    ([operator, bound]): Condition => ({
      text: `n ${operator} ${bound}`,
      holds: ({ n }) => operators[operator]!(n, bound),
    }),
  ),
  fc.constant<Condition>({ text: 'flag == true', holds: ({ flag }) => flag }),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 })
    .map((list): Condition => ({ text: `n in [${list.join(', ')}]`, holds: ({ n }) => list.includes(n) })),
);

/** Conditions over the small domain, which has a number on either side of each bound. */
export const condition: fc.Arbitrary<Condition> = fc.letrec<{ one: Condition }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2 },
    atom,
    tie('one').map(({ text, holds }): Condition => ({ text: `!(${text})`, holds: (world) => !holds(world) })),
    fc.tuple(tie('one'), fc.boolean(), tie('one')).map(
      ([left, both, right]): Condition => ({
        text: `(${left.text}) ${both ? 'and' : 'or'} (${right.text})`,
        holds: (world) => (both ? left.holds(world) && right.holds(world) : left.holds(world) || right.holds(world)),
      }),
    ),
  ),
})).one;

/** A condition, or none. */
export const maybe = fc.option(condition, { nil: undefined, freq: 4 });

/** A document whose answers are worked out by hand: what each request gets, by a text that names it. */
export interface Brute {
  readonly document: string;
  readonly gets: ReadonlyMap<string, string>;
}
