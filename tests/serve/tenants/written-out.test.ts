import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listDifferences } from '../../../src/parts/compare.ts';
import { buildPlan, buildWholePlan, type Document, readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { root } from '../../support/process.ts';
import { market, writtenOut } from './market.fixture.ts';

function read(text: string): Document {
  const document = readDocument(createSource('page.md', text));
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return document;
}

/** A plan without lines, prose and what it says of the line Tenant itself, which alone limits references. */
function bare(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name]) => !['line', 'tenantLine', 'tenant', 'description', 'digest'].includes(name),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, bare(member)]));
}

/** Replaces texts, each of which a document must have. */
function edit(text: string, edits: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return edits.reduce((present, [from, to]) => {
    const edited = present.replaceAll(from, to);
    assert.notEqual(edited, present, String(from));
    return edited;
  }, text);
}

const invoices = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');
const invoicesWrittenOut = edit(invoices, [
  ['- Tenant: shop\n', 'Each record belongs to a shop.\n'],
  ['| shop | string | | ', '| shop | string | assigned from caller.shop | '],
  ['| email | email | required; unique |', '| email | email | required; unique with shop |'],
  ['| number | integer | read-only; unique |', '| number | integer | read-only; unique with shop |'],
  ['stream events | | |', 'stream events | `shop == caller.shop` | |'],
  ['withdraw Invoice | | |', 'withdraw Invoice | `shop == caller.shop` | |'],
  ['all WebhookEndpoint | | |', 'all WebhookEndpoint | `shop == caller.shop` | |'],
  ['each WebhookEndpoint at url |', 'each WebhookEndpoint at url where `shop == event.shop` |'],
]);

for (const [name, line, out] of [
  ['the market', market, writtenOut],
  ['the invoices example', invoices, invoicesWrittenOut],
] as const) {
  test(`the plan of ${name} with the line Tenant is that of the document with everything written out`, () => {
    const [one, other] = [read(line), read(out)];
    assert.deepEqual(bare(buildWholePlan(one.service)), bare(buildWholePlan(other.service)));
    assert.deepEqual(bare(buildPlan(one.service)), bare(buildPlan(other.service)));
    const differences = listDifferences(
      { service: one.service, plan: buildPlan(one.service) },
      { service: other.service, plan: buildPlan(other.service) },
    );
    assert.deepEqual(differences, []);
  });
}

test('the line may be added to a document that states some of it already', () => {
  const both = edit(invoicesWrittenOut, [['Each record belongs to a shop.\n', '- Tenant: shop\n']]);
  assert.deepEqual(bare(buildWholePlan(read(both).service)), bare(buildWholePlan(read(invoices).service)));
});

test('a row over records of tenants and shared ones has the condition for the former only', () => {
  const text = edit(market, [
    [/\| clerk \| all Product[^\n]*\n\| clerk \| read Country \| \|\n/g, '| clerk | all | |\n'],
  ]);
  const { authentication, operations } = buildWholePlan(read(text).service);
  const rows = authentication.scopeRows!.filter(({ name }) => name === 'clerk').slice(0, 3);
  assert.deepEqual(
    rows.map(({ allows, where }) => [allows.join(', '), where]),
    [
      ['all Shop', 'id == caller.shop'],
      ['all Country', undefined],
      ['all Product, all Sale, all Hook, list events, stream events', 'shop == caller.shop'],
    ],
  );
  const wordsOf = (operation: string) =>
    operations.find((one) => one.name === operation)!.access.grants.find(({ scope }) => scope === 'clerk')?.words;
  assert.deepEqual(['update Shop', 'create Country', 'list Product', 'list events'].map(wordsOf), [
    'id == caller.shop',
    undefined,
    'shop == caller.shop',
    'shop == caller.shop',
  ]);
});

test('events of shared records are for every tenant, those of others for their own', () => {
  const text = edit(market, [
    [
      '| sale.created | create Sale |',
      '| country.created | create Country | `Country` |\n| sale.created | create Sale |',
    ],
    [' | all | cloudevents 1.0 | 3 over 1 hour |', ' | product.created | cloudevents 1.0 | 3 over 1 hour |'],
  ]);
  const { operations } = buildWholePlan(read(text).service);
  const grants = operations.find(({ name }) => name === 'list events')!.access.grants;
  const rules = grants.find(({ scope }) => scope === 'clerk')!.byResource!;
  assert.deepEqual(Object.keys(rules), ['Product', 'Country', 'Sale']);
  assert.deepEqual(rules.Country, { op: 'literal', value: true, type: { kind: 'bool' } });
  assert.deepEqual(rules.Product, rules.Sale);
});
