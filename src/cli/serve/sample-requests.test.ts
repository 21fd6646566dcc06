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
    address: 'http://127.0.0.1:4000',
    today: '2026-11-21',
  });
}

test('records are made, and a transition is tried in a state that refuses it', () => {
  const [customer = '', invoice = '', refused = '', ...more] = lines();
  assert.match(
    customer,
    /^customer=\$\(curl -s .* -d '\{"name":"Ada Lovelace","email":"[^"]+"\}' \S+\/customers \| grep -o '"id":"\[\^"\]\*"' .*\)$/,
  );
  assert.match(invoice, /^invoice=\$\(curl -s .*"customer":"'"\$customer"'".*\/invoices \|/);
  assert.match(refused, /"http:\/\/127\.0\.0\.1:4000\/invoices\/\$invoice\/pay"$/);
  assert.deepEqual(more, []);
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
  const all = [
    'curl -s http://127.0.0.1:4000/customers',
    'curl -s http://127.0.0.1:4000/invoices',
    'curl -s http://127.0.0.1:4000/webhook_endpoints',
  ];
  assert.deepEqual(lines([/(\| create Invoice.* )allowed \|/, '$1refused |']), all);
  assert.deepEqual(lines([/(\| create Invoice \| POST .*)201 `Invoice`/, '$1201 `{ made: true }`']), all);
});

test('nothing is tried where each request has to name its version', () => {
  assert.deepEqual(lines(['| header | Invoices-Version | current |', '| header | Invoices-Version | refused |']), []);
});

test('a caller signs up, and reads with the credential that it gets', () => {
  const text = readFileSync(new URL('../../../tests/messages/documents/people.md', import.meta.url), 'utf8');
  const { service } = readDocument(createSource('people.md', text));
  const { lines: all } = createSampleRequests({
    plan: buildPlan(service),
    address: 'http://127.0.0.1:4000',
    today: '2026-11-21',
  });
  const [signUp = '', me = '', ...more] = all;
  assert.match(
    signUp,
    /^key=\$\(curl -s .* -d '\{"email":"[^"]+","password":"[^"]+"\}' \S+\/users \| grep -o '"token":.*\)$/,
  );
  assert.equal(me, 'curl -s -H "Authorization: Bearer $key" http://127.0.0.1:4000/me');
  assert.deepEqual(more, []);
});
