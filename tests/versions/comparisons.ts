import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../support/process.ts';
import { orders, placements } from './orders.fixture.ts';
import type { Compared } from './sequence.ts';
import type { Later } from './values.ts';

// The word `type`: the string of an integer is one that the expression gives back.
const texts = fc.integer({ min: 1, max: 12 }).map(String);
const numbers = fc.integer({ min: -2, max: 12 });

/** The orders in both older versions, in each placement. What is quoted is of docs/language/versioning.md. */
const ofOrders = ([1, 2] as const).flatMap((version) =>
  (Object.keys(placements) as (keyof typeof placements)[]).map((placed): Compared => {
    const amounts = version === 1 ? texts : numbers;
    const events = ['order.made', 'order.updated', ...(version === 1 ? [] : ['order.closed'])];
    return {
      title: `orders, version ${version} by ${placed}`,
      version: String(version),
      placed,
      name: placements[placed],
      older: orders(version, placed),
      newer: orders(3, placed),
      scopes: ['clerk'],
      unknown: true,
      hints: {
        price: amounts,
        weight: amounts,
        points: amounts,
        amount: amounts,
        contact: texts,
        kinds: fc.subarray(events, { minLength: 1 }),
        // "An update must not remove what either version requires."
        region: fc.constantFrom('north', 'south'),
        // The word `value removed`: with `as …`, a removed value is stored, and shown, as the other one.
        level: fc.constantFrom('gold', 'silver'),
      },
      kept: ['region', 'level'],
      // "Nonet knows only their names": removed operations, events and codes.
      weights: { peek: 0, 'delete Hook': 0 },
      stated: (text) => text.replaceAll('silver', 'basic'),
    };
  }),
);

const example = (file: string): string => readFileSync(join(root, 'examples/invoices', file), 'utf8');

/** The page: "Fields have the order of the old document; removed fields come last." */
function settledLast(document: string): string {
  const [row] = /^\| settled \|.*\n/m.exec(document) ?? [''];
  return document.replace(row, '').replace(/^\| updated_at .*\n/m, (last) => last + row);
}

/** The example in both older versions. */
const ofInvoices = ['2026-01-01', '2026-06-01'].map((version, i): Compared => {
  const prices = fc.integer({ min: 0, max: 500 });
  // "Guards, rules, row rules and states are the present ones in every version": in parts is how the present version is paid.
  const owed = fc.constant<Later>({ later: 'seen', member: 'total' });
  return {
    title: `examples/invoices, version ${version}`,
    version,
    placed: 'header',
    name: 'Invoices-Version',
    older: settledLast(example(`versions/${version}.md`)),
    newer: example('invoices.md'),
    scopes: ['invoices:read', 'invoices:write', 'hooks:write'],
    hints: {
      price: i === 0 ? prices.map(String) : prices,
      amount: fc.oneof(owed, owed, fc.constant(1_000_000)),
      kinds: fc.subarray(['invoice.created', 'invoice.sent', 'invoice.paid'], { minLength: 1 }),
    },
  };
});

/** Every older version that is compared with its document served alone. */
export const comparisons: readonly Compared[] = [...ofOrders, ...ofInvoices];
