import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex } from './page/search-index.ts';

const find = createIndex([
  { id: 'field', title: 'Invoice.created_at', about: 'when it was created', text: 'Invoice.created_at date and time' },
  { id: 'event', title: 'invoice.paid', about: 'after the last payment', text: 'invoice.paid after the last payment' },
  { id: 'operation', title: 'pay Invoice', about: 'POST /invoices/{id}/pay', text: 'pay Invoice 409 overpaid' },
  {
    id: 'create',
    title: 'Create an invoice',
    about: 'POST /invoices',
    text: 'Create an invoice POST /invoices Retry-After',
    weight: 1.5,
  },
  {
    id: 'parameter',
    title: 'List invoices',
    about: 'GET /invoices',
    text: 'limit cursor: where to continue',
    weight: 1.5,
  },
  {
    id: 'limit',
    title: 'calls rate',
    about: 'at most 600 requests',
    text: 'calls rate at most 600 requests per minute',
  },
]);
const search = (query: string): readonly string[] => {
  const { ids, hasAll } = find(query);
  return hasAll ? ids : [];
};

test('a word is found by its pieces, by its beginning, and in any case', () => {
  assert.deepEqual(search('paid'), ['event']);
  assert.deepEqual(search('CREATED_AT'), ['field']);
  assert.deepEqual(search('overp'), ['operation']);
  assert.deepEqual(search('/invoices/{id}/pay'), ['operation']);
});

test('a text has every word of the query, and the one with the words in its title comes first', () => {
  assert.deepEqual(search('invoice pay')[0], 'operation');
  assert.deepEqual(search('invoice nothing'), []);
  assert.deepEqual(search('payment created'), []);
  assert.deepEqual(find('nothing').ids, []);
  assert.equal(find('payment created').ids.length, 3);
});

test('one wrong letter is forgiven in words of four letters or more', () => {
  for (const misspelled of ['ovrpaid', 'overrpaid', 'ovexpaid', 'voerpaid']) {
    assert.deepEqual(search(misspelled), ['operation'], misspelled);
  }
  assert.deepEqual(search('pxi'), []);
});

test('people ask in their own words: questions, other forms of a word, and synonyms', () => {
  for (const query of ['how do I create an invoice', 'creating invoices', 'add invoice', 'new invoice?', 'create']) {
    assert.equal(search(query)[0], 'create', query);
  }
  for (const query of ['pagination', 'how to paginate', 'pages']) assert.equal(search(query)[0], 'parameter', query);
  assert.equal(search('rate limit')[0], undefined);
  assert.equal(find('rate limiting').ids[0], 'limit');
  assert.equal(search('throttling')[0], undefined);
  assert.equal(search('pay')[0], 'operation');
});
