import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { ExchangePlan, HeaderPlan, StatusPlan } from '../../plan/exchange.ts';
import { createSource } from '../../text/location.ts';
import { buildPlan, buildWholePlan, readDocument } from '../index.ts';

const file = 'tests/documents/written-out/invoices.md';
const { service } = readDocument(createSource(file, readFileSync(file, 'utf8')));
const plan = buildWholePlan(service);

function exchangeOf(name: string): ExchangePlan {
  return plan.operations.find((operation) => operation.name === name)!.exchange!;
}

function headersOf(name: string, header: string): readonly Pick<HeaderPlan, 'on' | 'when'>[] {
  return exchangeOf(name).headers.flatMap(({ name: headerName, ...rest }) => (headerName === header ? [rest] : []));
}

function statusOf(name: string, status: number): StatusPlan | undefined {
  return exchangeOf(name).statuses.find((candidate) => candidate.status === status);
}

test('an operation names the media types of what it takes and gives', () => {
  const types = (name: string) => [exchangeOf(name).requestTypes, exchangeOf(name).responseTypes];
  assert.deepEqual(types('create Invoice'), [['application/json'], ['application/json']]);
  assert.deepEqual(types('update Invoice'), [
    ['application/merge-patch+json', 'application/json'],
    ['application/json'],
  ]);
  assert.deepEqual(types('list Invoice'), [[], ['application/json']]);
  assert.deepEqual(types('delete Invoice'), [[], []]);
  assert.deepEqual(types('issue token'), [['application/x-www-form-urlencoded'], ['application/json']]);
  assert.deepEqual(types('stream events'), [[], ['text/event-stream']]);
  assert.equal(exchangeOf('create Invoice').refusalType, 'application/problem+json');
});

test('an operation names the headers of its responses, each with what has it', () => {
  assert.deepEqual(headersOf('create Invoice', 'Location'), [{ on: 'success', when: 'the status is 201' }]);
  assert.deepEqual(
    headersOf('list Invoice', 'Link').map(({ on }) => on),
    ['success', 'all'],
  );
  assert.deepEqual(
    headersOf('read Invoice', 'Link').map(({ on }) => on),
    ['all'],
  );
  assert.equal(headersOf('read Invoice', 'ETag').length, 1);
  assert.equal(headersOf('delete Invoice', 'ETag').length, 0);
  assert.deepEqual(
    headersOf('pay Invoice', 'Retry-After').map(({ on }) => on),
    [['rate limit'], ['idempotency key in progress'], 'refusals'],
  );
  assert.deepEqual(headersOf('stream events', 'X-Accel-Buffering'), [{ on: 'success' }]);
  assert.equal(headersOf('update Invoice', 'Accept-Patch').length, 1);
  assert.equal(headersOf('read Invoice', 'Invoices-Version').length, 1);
});

test('an operation names each of its statuses once, with the body and with what is refused by it', () => {
  for (const { name, exchange } of plan.operations) {
    const all = exchange!.statuses.map(({ status }) => status);
    assert.equal(new Set(all).size, all.length, name);
  }
  assert.deepEqual(statusOf('read Invoice', 200), { status: 200, on: 'success', body: 'shape' });
  assert.deepEqual(statusOf('read Invoice', 304), { status: 304, on: 'success' });
  assert.deepEqual(statusOf('delete Invoice', 204), { status: 204, on: 'success' });
  assert.equal(statusOf('issue token', 200)?.body, 'token');
  assert.equal(statusOf('issue token', 401)?.body, 'token error');
  assert.deepEqual(statusOf('pay Invoice', 409), {
    status: 409,
    on: 'refusals',
    conditions: ['idempotency key in progress', 'wrong state', 'guard fails'],
    codes: ['still_working', 'wrong_state', 'overpaid'],
    body: 'error',
  });
});

test('a plan holds the bodies that standards give, as far as an operation has them', () => {
  assert.deepEqual(Object.keys(plan.bodies!), ['problem details', 'token', 'token error', 'event stream']);
});

test('the plan that a service holds has nothing of it', () => {
  const held = buildPlan(service);
  assert.equal(held.bodies, undefined);
  assert.ok(
    held.operations.every(({ exchange, steps }) => exchange === undefined && !steps.some((step) => step.sends)),
  );
  assert.equal(held.digest, plan.digest);
});

test('an operation names the codes that its handler or hook raises, a handler also those of the operations that it may call', () => {
  const name = 'examples/guides/shop/shop.md';
  const shop = buildWholePlan(readDocument(createSource(name, readFileSync(name, 'utf8'))).service);
  const statuses = (of: string): readonly StatusPlan[] =>
    shop.operations.find((operation) => operation.name === of)!.exchange!.statuses;
  const conflict = statuses('remind Invoice').find(({ status }) => status === 409);
  assert.deepEqual(conflict?.codes, ['too_soon', 'too_many', 'elsewhere']);
  assert.deepEqual(statuses('create Invoice').find(({ status }) => status === 409)?.codes, ['too_many']);
  assert.ok(conflict?.conditions?.includes('raised by'));
  assert.ok(!statuses('read Invoice').some(({ status }) => status === 409));
});
