import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildSubject } from './nats.ts';

const of = (kind: string, recordId?: string) => ({ kind, ...(recordId === undefined ? {} : { recordId }) });

test('a subject has the name of its event as tokens, and the identity of its record as one', () => {
  assert.equal(buildSubject('billing', of('invoice.paid', 'inv_1')), 'billing');
  assert.equal(buildSubject('billing.{event}.{id}', of('invoice.paid', 'inv_1')), 'billing.invoice.paid.inv_1');
  assert.equal(
    buildSubject('{id}.x-{event}', of('invoice.paid', 'a.b c*>%é')),
    'a%2Eb%20c%2A%3E%25%C3%A9.x-invoice.paid',
  );
});

test('an event without a record has a dash in place of its identity, which no record has', () => {
  assert.equal(buildSubject('billing.{id}', of('closed')), 'billing.-');
  assert.equal(buildSubject('billing.{id}', of('closed', '-')), 'billing.%2D');
});

test('a name of dots side by side or at its end has no empty token', () => {
  assert.equal(buildSubject('a.{event}', of('b..c.')), 'a.b%2E.c%2E');
});

test('any identity makes a subject that servers take, and two identities make two', () => {
  const identity = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(identity, identity, (first, other) => {
      const subject = buildSubject('notes.{event}.{id}', of('note.made', first));
      assert.match(subject, /^notes\.note\.made\.[A-Za-z0-9_%-]+$/);
      assert.equal(subject === buildSubject('notes.{event}.{id}', of('note.made', other)), first === other);
    }),
  );
});
