import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { reactions } from '../../tests/serve/lists/reactions.fixture.ts';
import { planFor } from '../codegen/plan.fixture.ts';
import { collectIndexes } from './indexes.ts';
import { planWith, rowsOf } from './migration.fixture.ts';

/** The indexes of invoices, each by its columns. */
function indexesWith(constraint: string): readonly string[] {
  const plan = planWith({ invoice: rowsOf('invoice', { customer: `| customer | ref Customer | ${constraint} |` }) });
  return collectIndexes(plan)
    .get('Invoice')!
    .map((keys) => keys.map(({ field }) => field).join(', '));
}

test('who refers to a record is found by an index, for which a unique constraint serves only if it holds for all records', () => {
  assert.deepEqual(indexesWith(''), ['customer']);
  assert.deepEqual(indexesWith('unique'), []);
  assert.deepEqual(indexesWith('unique with note'), []);
  assert.deepEqual(indexesWith('unique where `status == "open"`'), ['customer']);
});

test('the index of a filter by a reference begins with it, so that a deletion needs no second index', () => {
  const plan = planFor(readFileSync('examples/invoices/invoices.md', 'utf8'));
  const indexes = collectIndexes(plan)
    .get('Invoice')!
    .map((keys) => keys.map(({ field }) => field).join(', '));
  assert.deepEqual(
    indexes.filter((keys) => keys.includes('customer')),
    ['customer, shop, created_at, id'],
  );
  assert.ok(indexes.includes('shop, status, created_at, id'));
});

test('the records that refer to those of a response are found by an index in their order', () => {
  const indexes = collectIndexes(planFor(reactions))
    .get('Reaction')!
    .map((keys) => keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(', '));
  for (const keys of ['issue, shop, id', 'issue, shop, -weight, -id', 'user, shop, id', 'reviewer, shop, -id'])
    assert.ok(indexes.includes(keys), `${keys} is not in ${indexes.join('; ')}`);
});
