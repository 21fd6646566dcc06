import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { createSampleLines } from './sample-requests.ts';

const example = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');

/** The lines for a document, the example with some of its text put otherwise. */
function lines(...changes: readonly (readonly [from: string | RegExp, to: string])[]): readonly string[] {
  let text = example;
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, String(from));
    text = changed;
  }
  const document = readDocument(createSource('invoices.md', text));
  const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, [], errors.map(({ message }) => message).join('\n'));
  return createSampleLines({
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
