import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConstraintPlan, Json, ValueSchema } from '../../../plan/schema.ts';
import { createValue } from './value.ts';

const now = Date.UTC(2026, 5, 1, 9, 30);
const none = { resources: [], objects: [], unions: [], events: [], deliveries: [] };

function value(name: string, schema: ValueSchema, index = 0, meaning?: string): Json | undefined {
  const source = { plan: none, now, index, identity: () => undefined };
  return createValue(source, schema, { name, unique: true, ...(meaning === undefined ? {} : { meaning }) });
}

const range = (unit: 'value' | 'characters', from?: string, to?: string): readonly ConstraintPlan[] => [
  { kind: 'range', unit, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), line: 1 },
];

test('values look as people would write them', () => {
  assert.equal(value('name', { type: 'string' }), 'Ada Lovelace');
  assert.equal(value('name', { type: 'string' }, 1), 'Grace Hopper');
  assert.equal(value('email', { type: 'string', format: { name: 'email' } }), 'ada@example.com');
  assert.equal(value('total', { type: 'integer' }), 12_000);
  assert.equal(value('total', { type: 'number' }), 120);
  assert.equal(value('price', { type: 'string', format: { name: 'decimal' } }), '120.00');
  assert.equal(value('due_on', { type: 'string', format: { name: 'date' } }), '2026-07-01');
  assert.equal(value('ends_at', { type: 'string', format: { name: 'date-time' } }), '2026-06-11T09:00:00.000Z');
  assert.equal(value('place', { type: 'string' }, 0, 'such as `B7`'), 'B7');
});

test('values keep their constraints', () => {
  const pattern: ConstraintPlan = { kind: 'pattern', pattern: '^[a-z]{3}$', line: 1 };
  assert.equal(value('currency', { type: 'string', constraints: [pattern] }), 'eur');
  assert.equal(value('quantity', { type: 'integer', constraints: range('value', '5', '9') }), 5);
  assert.equal(
    value('amount', { type: 'integer', constraints: [{ kind: 'multiple of', of: '700', line: 1 }] }),
    12_600,
  );
  assert.equal(value('country', { type: 'string', constraints: range('characters', '2', '2') }), 'GB');
  const short = value('name', { type: 'string', constraints: range('characters', '1', '6') });
  assert.ok(typeof short === 'string' && short.length <= 6, String(short));
  const list = value('tags', {
    type: 'list',
    item: { type: 'string' },
    constraints: [{ kind: 'unique items', line: 1 }],
  });
  assert.deepEqual(list, ['computing', 'history']);
});

test('no value is made of a ref without a record', () => {
  assert.equal(value('customer', { type: 'ref', resource: 'Customer' }), undefined);
});
