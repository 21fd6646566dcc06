import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { createSampleRequests, type SampleRequests } from './sample-requests.ts';

const example = readFileSync(new URL('../../../tests/documents/written-out/invoices.md', import.meta.url), 'utf8');

type Change = readonly [from: string | RegExp, to: string];

/** The lines for a document, the example with some of its text replaced. */
const lines = (...changes: readonly Change[]): readonly string[] => samples(...changes).lines;

function samples(...changes: readonly Change[]): SampleRequests {
  let text = example;
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, String(from));
    text = changed;
  }
  const document = readDocument(createSource('invoices.md', text));
  const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, [], errors.map(({ message }) => message).join('\n'));
  return createSampleRequests({
    plan: buildPlan(document.service),
    command: 'nonet call invoices.md',
    hasKey: true,
    today: '2026-11-21',
  });
}

test('records are made, and a transition is tried in a state that refuses it', () => {
  const [customer = '', ...others] = lines();
  assert.match(customer, /^nonet call invoices\.md create Customer name='Ada Lovelace' email=[^ ]+@[^ ]+$/);
  assert.deepEqual(others, [
    'nonet call invoices.md create Invoice customer=@last lines=@example due_on=2026-12-21',
    'nonet call invoices.md pay Invoice amount=12000',
  ]);
});

test('the status of the rejected request is that of its code', () => {
  const row = example.split('\n').findIndex((line) => /^\|[^|]*\| pay \|/.test(line)) + 1;
  const rejected = { operation: 'pay Invoice', state: 'draft', status: 409, line: row };
  assert.deepEqual(samples().rejected, rejected);
  assert.deepEqual(samples([/\| wrong_state \| 409 \|/, '| wrong_state | 422 |']).rejected, {
    ...rejected,
    status: 422,
  });
});

test('where a request needs more than its body, what can be read is tried', () => {
  const all = ['Customer', 'Invoice', 'WebhookEndpoint'].map((name) => `nonet call invoices.md list ${name}`);
  assert.deepEqual(lines([/(\| create Invoice.* )allowed \|/, '$1refused |']), all);
  assert.deepEqual(lines([/(\| create Invoice \| POST .*)201 `Invoice`/, '$1201 `{ made: true }`']), all);
});

test('a caller signs up, and reads with the credential that it gets', () => {
  const text = readFileSync(new URL('../../../tests/messages/documents/people.md', import.meta.url), 'utf8');
  const { service } = readDocument(createSource('people.md', text));
  const command = 'npx nonet call people.md';
  const { lines: all } = createSampleRequests({
    plan: buildPlan(service),
    command,
    hasKey: false,
    today: '2026-11-21',
  });
  const [signUp = '', ...others] = all;
  assert.match(signUp, /^npx nonet call people\.md create User email=[^ ]+ password='[^']+'$/);
  assert.deepEqual(others, ['export NONET_KEY=…  # the token of the response', 'npx nonet call people.md me']);
});
