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

const maybe = fc.option(condition, { nil: undefined, freq: 4 });

/** A row of the transition `pay`. */
interface PayRow {
  readonly from: 'open' | 'held' | 'open, held';
  readonly guard: Condition | undefined;
  readonly to: 'paid' | 'void' | 'refused';
  readonly refusal: 'one' | 'two' | undefined;
}

/** A document whose answers are worked out by hand: what each request gets, by a text that names it. */
export interface Brute {
  readonly document: string;
  readonly gets: ReadonlyMap<string, string>;
}

/** Wherever a row without a guard stands, what stands behind it for the same state would be an error. */
function tidied(rows: readonly PayRow[]): readonly PayRow[] {
  const shut = new Set<string>();
  return rows.flatMap((row) => {
    const from = row.from.split(', ').filter((state) => !shut.has(state));
    if (row.guard === undefined) for (const state of from) shut.add(state);
    if (from.length === 0) return [];
    const refusal = row.to === 'refused' ? (row.refusal ?? 'one') : row.guard === undefined ? undefined : row.refusal;
    return [{ ...row, refusal, from: from.join(', ') as PayRow['from'] }];
  });
}

const payRow: fc.Arbitrary<PayRow> = fc.record({
  from: fc.constantFrom<PayRow['from']>('open', 'held', 'open, held'),
  guard: maybe,
  to: fc.constantFrom<PayRow['to']>('paid', 'paid', 'void', 'refused'),
  refusal: fc.constantFrom<PayRow['refusal']>('one', 'two', undefined),
});

function calls(rows: readonly PayRow[]): Brute {
  const gets = new Map<string, string>();
  for (const state of ['open', 'held']) {
    for (const world of worlds) {
      const mine = rows.filter(({ from }) => from.split(', ').includes(state));
      const row = mine.find(({ guard }) => guard?.holds(world) ?? true);
      const last = mine.findLast(({ refusal }) => refusal !== undefined);
      const refused = row === undefined ? (last?.refusal ?? 'by condition') : (row.refusal ?? 'by condition');
      const got = row === undefined || row.to === 'refused' ? `refused ${refused}` : row.to;
      gets.set(`${state} ${world.n} ${world.flag}`, mine.length === 0 ? 'refused wrong state' : got);
    }
  }
  const table = rows.map(
    ({ from, guard, to, refusal }) =>
      `| ${from} | pay | ${to} | ${guard === undefined ? '' : `\`${guard.text}\``} | ${refusal ?? ''} |`,
  );
  return { document: documentOf({ pay: table.join('\n') }), gets };
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

function creates(rules: readonly Rule[]): Brute {
  const gets = worlds.map((world): [string, string] => {
    const broken = rules.find(({ holds }) => !holds.holds(world));
    return [
      `${world.n} ${world.flag}`,
      broken === undefined ? 'made' : `refused ${broken.otherwise ?? 'by condition'}`,
    ];
  });
  const rows = rules.map(({ holds, otherwise }, i) => `| rule_${i} | \`${holds.text}\` | ${otherwise ?? ''} |`);
  const table = rows.length === 0 ? '' : `\n| Rule | Holds | Otherwise |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  return { document: documentOf({ rules: table }), gets: new Map(gets) };
}

/** A row of Scopes. */
interface ScopeRow {
  readonly who: 'anyone' | 'any caller' | 'left' | 'right';
  readonly where: Condition | undefined;
  readonly what: 'read' | 'change';
}

const scopeRow: fc.Arbitrary<ScopeRow> = fc.record({
  who: fc.constantFrom<ScopeRow['who']>('anyone', 'any caller', 'left', 'right', 'right'),
  where: maybe,
  what: fc.constantFrom<ScopeRow['what']>('read', 'change'),
});

/** By what a caller is known: which rows apply to each. */
const callers: Readonly<Record<string, readonly ScopeRow['who'][]>> = {
  nobody: ['anyone'],
  caller: ['anyone', 'any caller'],
  left: ['anyone', 'any caller', 'left'],
  right: ['anyone', 'any caller', 'right'],
  both: ['anyone', 'any caller', 'left', 'right'],
};

const always: ScopeRow['where'] = { text: 'n == 0 && flag == true', holds: ({ n, flag }) => n === 0 && flag };

function scopes(stated: readonly ScopeRow[]): Brute {
  // An operation that no row allows is an error.
  const rows = [
    ...stated,
    ...(['read', 'change'] as const).map((what) => ({ who: 'left', what, where: always }) as const),
  ];
  const gets = new Map<string, string>();
  for (const what of ['read', 'change']) {
    for (const [caller, known] of Object.entries(callers)) {
      for (const world of worlds) {
        const mine = rows.filter((row) => row.what === what && known.includes(row.who));
        const allowed = mine.some(({ where }) => where?.holds(world) ?? true);
        gets.set(`${what} ${caller} ${world.n} ${world.flag}`, allowed ? 'allowed' : 'refused');
      }
    }
  }
  const names = { read: 'read Bill', change: 'update Bill' };
  const lines = stated.map(
    ({ who, what, where }) => `| ${who} | ${names[what]} | ${where === undefined ? '' : `\`${where.text}\``} |`,
  );
  return { document: documentOf({ scopes: lines.join('\n') }), gets };
}

/** Two lists of which the second often has most of the first: rows taken out, put in, or in another order. */
function pairOf<T>(
  row: fc.Arbitrary<T>,
  from: number,
  most: number,
): fc.Arbitrary<readonly [readonly T[], readonly T[]]> {
  const rows = fc.array(row, { minLength: from, maxLength: most });
  const changed = fc.tuple(rows, fc.nat(), row, fc.constantFrom('other', 'one more', 'one less', 'turned'));
  const likened = changed.map(([old, at, one, how]): readonly [readonly T[], readonly T[]] => {
    const place = old.length === 0 ? 0 : at % old.length;
    if (how === 'turned') return [old, old.toReversed()];
    if (how === 'one more') return [old, old.toSpliced(place, 0, one)];
    if (how === 'one less') return [old, old.length > from ? old.toSpliced(place, 1) : old];
    return [old, old.toSpliced(place, 1, one)];
  });
  return fc.oneof(fc.tuple(rows, rows), likened, likened);
}

type Pair = readonly [old: Brute, now: Brute];

/** Pairs of documents that differ in the rows of a transition, the rules of a resource, or the rows of Scopes. */
export const pairs: Readonly<Record<'transitions' | 'rules' | 'scopes', fc.Arbitrary<Pair>>> = {
  transitions: pairOf(payRow, 1, 3).map(([old, now]) => [calls(tidied(old)), calls(tidied(now))]),
  rules: pairOf(rule, 0, 3).map(([old, now]) => [creates(old), creates(now)]),
  scopes: pairOf(scopeRow, 0, 3).map(([old, now]) => [scopes(old), scopes(now)]),
};

interface Pieces {
  readonly pay?: string;
  readonly rules?: string;
  readonly scopes?: string;
}

function documentOf({ pay = '| open | pay | paid | | |', rules = '', scopes: rows = '' }: Pieces): string {
  return `# Bills

## What the service does

Keeps bills.

## Resources and their fields

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| n | integer | required |
| flag | boolean | required |
| status | state | |
${rules}
## States and transitions

### Bill

| State | Kind |
| --- | --- |
| open | initial |
| held | |
| paid | final |
| void | final |

| From | Transition | To | Guard | Refusal |
| --- | --- | --- | --- | --- |
${pay}
| open | hold | held | | |
| open, held | drop | void | | |
| open, held | end | paid | | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| read Bill | GET | /bills/{id} | | 200 \`Bill\` |
| update Bill | PATCH | /bills/{id} | \`Bill\` | 200 \`Bill\` |
| pay Bill | POST | /bills/{id}/pay | | 200 \`Bill\` |
| hold Bill | POST | /bills/{id}/hold | | 200 \`Bill\` |
| drop Bill | POST | /bills/{id}/drop | | 200 \`Bill\` |
| end Bill | POST | /bills/{id}/end | | 200 \`Bill\` |

## Authentication

| Scheme | Kind | Carried in | Credential |
| --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | key |

| Scope | Allows | Where |
| --- | --- | --- |
| left | create Bill, pay Bill, hold Bill, drop Bill, end Bill | |
| right | create Bill, pay Bill | |
| left | read Bill, update Bill | \`n == 0 && flag == true\` |
${rows}

## Events

None.

## Errors

- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| one | 409 | |
| two | 409 | |

## Limits

None.

## Versioning

None.
`;
}
