import { pick, type Random } from '../arbitrary.fixture.ts';
import { isExpressionError } from '../failures.ts';
import { compiled, environment, type Given, read } from '../javascript/compiled.fixture.ts';
import type { Expression } from '../tree.ts';

/** Where conditions of the store profile stand. */
export const where = environment(['record', 'caller', 'now', 'today'], {
  store: true,
  place: 'a Where',
  expected: { kind: 'bool' },
});

const comparable: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['n', 'm', 'k', 'customer.level', 'payer.level'],
    ['0', '1', '-1', '7', 'caller.level', '9007199254740991'],
  ],
  [
    ['big', 'huge'],
    ['7', '9223372036854775807', '-9223372036854775808'],
  ],
  [
    ['total', 'rate', 'ratio'],
    ['0.5', '1', '-1.5', '1e10'],
  ],
  [
    ['amount', 'fee', 'tip'],
    ['decimal("1.00")', '0', '-10', 'decimal(caller.least)', 'decimal(caller.least) * 2 - 1', 'decimal(caller.level)'],
  ],
  [
    ['amount', 'fee', 'tip'],
    ['"1.00"', '"-0.00"', '"10.5"', '"-9.90"'],
  ],
  [
    [
      'name',
      'memo',
      'note',
      'customer.shop',
      'payer.shop',
      'payer.nick',
      'customer.nick',
      'customer.parent.shop',
      'payer.parent.parent.nick',
    ],
    ['""', '"a"', '"é"', '"\\U0001F600"', '"\\uffee"', 'caller.shop', 'caller.id.upperAscii()'],
  ],
  [
    [
      'name.lowerAscii()',
      'memo.upperAscii()',
      'note.lowerAscii()',
      'payer.nick.upperAscii()',
      'customer.shop.upperAscii()',
      'payer.parent.nick.upperAscii()',
    ],
    ['"a"', '"ABÉB"', '"abÉb"', 'caller.shop.upperAscii()', 'caller.shops.join("")'],
  ],
  [
    ['issued_on', 'due_on'],
    ['"2026-01-01"', '"2026-02-28"', 'today', 'date(now, "Asia/Tokyo") - months(9)', 'today - days(caller.level)'],
  ],
  [
    ['created_at', 'paid_at', 'seen_at'],
    [
      'timestamp("2026-01-01T00:00:00Z")',
      'timestamp("2026-11-01T10:00:00.25+01:00")',
      'now',
      'now - months(10)',
      'timestamp(0) - days(caller.level)',
      'timestamp(date("2026-01-01"))',
      'timestamp(today)',
      'timestamp(1767225600)',
    ],
  ],
];

/** The text of a condition of the store profile over a record of the fixture, its refs and a caller. */
export function conditionOf(random: Random, depth: number): string {
  if (depth > 0 && random() < 0.5) {
    const [left, right] = [conditionOf(random, depth - 1), conditionOf(random, depth - 1)];
    return pick(random, [`(${left} && ${right})`, `(${left} || ${right})`, `!(${left})`, `(not ${left} and ${right})`]);
  }
  const [fields, values] = pick(random, comparable);
  const field = pick(random, fields);
  const text = pick(random, [
    'name',
    'name.upperAscii()',
    'memo',
    'note',
    'payer.nick',
    'customer.shop',
    'customer.parent.shop',
  ]);
  const part = pick(random, ['""', '"a"', '"ab"', '"é"', '"\\U0001F600"', 'caller.shop']);
  return pick(random, [
    `${field} ${pick(random, ['==', '!=', '<', '<=', '>', '>='])} ${pick(random, values)}`,
    `${field} ${pick(random, ['==', '!='])} ${pick(random, values)}`,
    `${pick(random, values)} ${pick(random, ['==', '!=', '<'])} ${field}`,
    `${field} ${pick(random, ['==', '!='])} ${pick(random, fields)}`,
    `${field} in [${pick(random, values)}, ${pick(random, values)}]`,
    `${text} in ${pick(random, ['caller.shops', '[]'])}`,
    `${text}.${pick(random, ['startsWith', 'endsWith', 'contains'])}(${part})`,
    `${part} in ${pick(random, ['tags', 'labels'])}`,
    `${pick(random, ['0', '7', 'caller.level'])} in counts`,
    `${pick(random, ['k', 'note', 'seen_at', 'payer.nick', 'customer.nick', 'payer.parent.nick', 'customer.parent.parent.nick'])} ${pick(random, ['==', '!='])} null`,
    `has(${pick(random, ['m', 'memo', 'due_on', 'labels', 'note', 'caller.shop', 'customer.parent', 'payer.parent', 'payer.parent.level', 'customer.parent.nick'])})`,
    `${pick(random, ['flag', 'maybe'])} == ${pick(random, ['true', 'false'])}`,
    pick(random, ['flag', '!flag', 'maybe', '!maybe']),
    `status == "open"`,
    `${pick(random, ['amount', 'fee', 'tip'])} in caller.limits.map(l, decimal(l))`,
    `${pick(random, ['decimal("1.00")', '0', 'decimal(caller.least)'])} in amounts`,
    `caller.shop == "a"`,
    `caller.shop.matches("^[a-z]")`,
  ]);
}

/** A condition of the store profile as it is checked; a diagnostic with it is an error of the test. */
export function conditionTree(text: string): Expression {
  const { tree, diagnostics } = read(text, where);
  if (tree === undefined) throw new Error(`${text}: ${diagnostics.map((diagnostic) => diagnostic.message).join(' ')}`);
  return tree;
}

/** The records that the refs of a record of the fixture lead to, the second with every field, and through it to the first. */
export const customers: readonly Readonly<Record<string, unknown>>[] = [
  { id: 'c1', shop: 'a', nick: null },
  { id: 'c2', shop: 'é', nick: 'a', level: 7, parent: 'c1' },
];

/** A caller of nothing, of everything, and of a few claims; and the moment at which conditions are asked. */
export function surroundingsOf(random: Random): Given & { readonly now: number } {
  const caller = pick(random, [
    {},
    { id: 'a', shop: 'a', level: 7, shops: ['a', 'é'], least: '1.0', limits: ['0.0', '10.5000'] },
    { id: 'é', shops: [], least: 'x', limits: ['y', '-1'] },
  ]);
  return { caller, now: Date.parse('2026-11-01T09:00:00.250Z'), today: '2026-11-01' };
}

/** What a condition is for each of some records of the fixture: its value, or the failure of working it out. */
export function answersOf(
  tree: Expression,
  given: Given,
  records: readonly Readonly<Record<string, unknown>>[],
): unknown[] {
  const run = compiled(tree);
  return records.map((record) => {
    const refs: Record<string, unknown> = {};
    for (const name of ['customer', 'payer']) {
      let of = customers.find((customer) => customer.id === record[name]);
      for (let path = `record.${name}`; of !== undefined; path += '.parent') {
        refs[path] = of;
        const { parent } = of;
        of = customers.find((customer) => customer.id === parent);
      }
    }
    try {
      return run({ ...given, record, refs });
    } catch (error) {
      if (!isExpressionError(error)) throw error;
      return error;
    }
  });
}
