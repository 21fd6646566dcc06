import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodePlan, ConditionPlan } from '../../plan/plan.ts';
import { createErrorChooser } from './choose.ts';

const on = (name: string, kind: 'operation' | 'transition' | 'resource', place: string): ConditionPlan => ({
  name,
  on: { kind, name: place },
});
const row = (code: string, ...conditions: ConditionPlan[]): CodePlan => ({
  code,
  status: 409,
  conditions,
  own: {},
  byName: conditions.length === 0,
  line: 1,
});
const choose = createErrorChooser({
  codes: [
    row('taken', { name: 'not unique' }),
    row('email_taken', on('not unique', 'operation', 'create Customer')),
    row('customer_taken', on('not unique', 'resource', 'Customer')),
    row('not_payable', on('wrong state', 'transition', 'pay Invoice')),
    row('lonely'),
    row('first', { name: 'rule broken', byName: true }),
    row('second', { name: 'rule broken' }),
    row('raised', { name: 'raised by', raisedBy: 'remind Invoice' }),
  ],
});

test('a code that is named answers, whatever the condition', () => {
  assert.equal(choose('guard fails', {}, 'lonely')?.code, 'lonely');
});

test('a name that is no code leaves the choice to the condition', () => {
  assert.equal(choose('not unique', {}, 'nothing')?.code, 'taken');
});

test('the narrowest row answers: operation, transition, resource, none', () => {
  const place = { operation: 'create Customer', resource: 'Customer' };
  assert.equal(choose('not unique', place)?.code, 'email_taken');
  assert.equal(choose('not unique', { operation: 'update Customer', resource: 'Customer' })?.code, 'customer_taken');
  assert.equal(choose('not unique', { operation: 'create Invoice', resource: 'Invoice' })?.code, 'taken');
  const called = { operation: 'settle Invoice', transition: 'pay Invoice', resource: 'Invoice' };
  assert.equal(choose('wrong state', called)?.code, 'not_payable');
});

test('a condition that no row covers here is a gap', () => {
  assert.equal(choose('wrong state', { operation: 'send Invoice', transition: 'send Invoice' }), undefined);
  assert.equal(choose('gone', {}), undefined);
});

test('a row that is only chosen by name never answers by condition', () => {
  assert.equal(choose('rule broken', {})?.code, 'second');
  assert.equal(choose('rule broken', {}, 'first')?.code, 'first');
  assert.equal(choose('raised by', { operation: 'remind Invoice' }), undefined);
});
