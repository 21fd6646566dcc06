import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toldVersions } from '../../../tests/serve/versions/told.fixture.ts';
import { createSource } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { stepsIn } from '../steps.fixture.ts';
import { planDeliveries, planEvents } from './plan.ts';

const invoices = readFileSync(join(import.meta.dirname, '../../../tests/documents/invoices.md'), 'utf8');
const read = (text: string) => readDocument(createSource('x.md', text)).service;

test('an event knows its resource, also where only a transition of time reports it', () => {
  const lapsed = planEvents(read(invoices)).find((event) => event.name === 'invoice.overdue');
  assert.equal(lapsed?.resource, 'Invoice');
  assert.deepEqual(lapsed?.when, [{ operation: 'lapse Invoice', emitted: false }]);
  assert.equal(lapsed?.payload?.kind, 'object');
});

test('a delivery whose To or Signature is not shown sends nothing', () => {
  const to = invoices.replace(
    '| webhook | each WebhookEndpoint at url where `shop == event.shop` |',
    '| webhook | not shown |',
  );
  assert.equal(planDeliveries(read(to))[0]?.disabled, true);
  const signed = invoices.replace('| standard webhooks with secret |', '| not shown |');
  assert.equal(planDeliveries(read(signed))[0]?.disabled, true);
  assert.equal(planDeliveries(read(invoices))[0]?.disabled, undefined);
});

test('an operation records the events of its own change and no others', () => {
  const service = read(invoices);
  const words = (name: string) => stepsIn(service, name, 'events/').map((step) => step.words);
  assert.deepEqual(words('pay Invoice'), ['record invoice.paid with the change if it ends in paid']);
  assert.deepEqual(words('create Invoice'), ['record invoice.created with the change']);
  assert.deepEqual(words('update Invoice'), []);
});

test('where there are versions, an operation that makes a subscription keeps the version that it is made in', () => {
  const words = (document: string, name: string) => {
    const service = read(document);
    return stepsIn(service, name, 'events/').map((step) => step.words);
  };
  const kept = ['store the API version of the subscription'];
  assert.deepEqual(words(toldVersions(), 'create Hook'), kept);
  assert.deepEqual(words(toldVersions(), 'update Hook'), []);
  assert.deepEqual(words(toldVersions(), 'create Bill'), ['record bill.made with the change']);
  assert.deepEqual(words(toldVersions({ versions: '' }), 'create Hook'), []);
});
