import assert from 'node:assert/strict';
import { test } from 'node:test';
import { telling } from '../../../../tests/serve/events/events.fixture.ts';
import { changed } from '../../../../tests/serve/handlers/coded.fixture.ts';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { findEmittedEvent, listMatchingEvents } from './matching.ts';

const document = changed(
  telling,
  [
    '| withdraw Invoice | POST | /invoices/{id}/withdraw | | 200 `Invoice` | |',
    '| withdraw Invoice as take_back | POST | /invoices/{id}/withdraw | | 200 `Invoice` | |\n| create Customer as register | POST | /register | `Customer` | 201 `Customer` | |',
  ],
  ['pay Invoice, withdraw Invoice, remind', 'pay Invoice, take_back, register, remind'],
  [
    '| customer.left | delete Customer |',
    '| customer.registered | register | | |\n| customer.left | delete Customer |',
  ],
  ['already_paid_into | 409 | guard fails on withdraw Invoice', 'already_paid_into | 409 | guard fails on take_back'],
);
const plan = planFor(document);

function kinds(name: string, after?: object): string {
  const change = plan.operations.find((operation) => operation.name === name)!;
  return listMatchingEvents(plan, change)
    .filter(({ happens }) => happens(after as Record<string, unknown> | undefined, undefined))
    .map(({ event }) => event.name)
    .join();
}

test('an operation that has a name of its own is meant by that name, a transition by its words as well', () => {
  assert.equal(kinds('create Customer', {}), 'customer.changed');
  assert.equal(kinds('register', {}), 'customer.registered');
  assert.equal(kinds('take_back', { status: 'void' }), 'invoice.moved');
});

test('a change that must end in a state makes its event there alone, and never of an erased record', () => {
  assert.equal(kinds('pay Invoice', { status: 'paid' }), 'invoice.paid,invoice.moved');
  assert.equal(kinds('pay Invoice', { status: 'open' }), 'invoice.moved');
  assert.equal(kinds('see Reminder', { state: 'read' }), 'reminder.seen');
  assert.equal(kinds('see Reminder', { state: 'new' }), '');
  assert.equal(kinds('see Reminder'), '');
});

test('code emits the events that are its own', () => {
  assert.equal(findEmittedEvent(plan, 'remind Invoice', 'invoice.reminded')?.name, 'invoice.reminded');
  assert.equal(findEmittedEvent(plan, 'split Invoice', 'invoice.reminded'), undefined);
  assert.equal(findEmittedEvent(plan, 'pay Invoice', 'invoice.paid'), undefined);
});
