import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex } from './page/search-index.ts';

const search = createIndex([
  { id: 'field', title: 'Invoice.created_at', about: 'when it was created', text: 'Invoice.created_at date and time' },
  { id: 'event', title: 'invoice.paid', about: 'after the last payment', text: 'invoice.paid after the last payment' },
  { id: 'operation', title: 'pay Invoice', about: 'POST /invoices/{id}/pay', text: 'pay Invoice 409 overpaid' },
]);

test('a word is found by its pieces, by its beginning, and in any case', () => {
  assert.deepEqual(search('paid'), ['event']);
  assert.deepEqual(search('CREATED'), ['field']);
  assert.deepEqual(search('overp'), ['operation']);
  assert.deepEqual(search('/invoices/{id}/pay'), ['operation']);
});

test('a text has every word of the query, and the one with the words in its title comes first', () => {
  assert.deepEqual(search('invoice pay')[0], 'operation');
  assert.deepEqual(search('invoice nothing'), []);
  assert.deepEqual(search('payment created'), []);
});

test('one wrong letter is forgiven in words of four letters or more', () => {
  for (const misspelled of ['ovrpaid', 'overrpaid', 'ovexpaid', 'voerpaid']) {
    assert.deepEqual(search(misspelled), ['operation'], misspelled);
  }
  assert.deepEqual(search('pxi'), []);
});
