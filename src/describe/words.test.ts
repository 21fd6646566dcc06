import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withArticle } from '../text/article.ts';
import { numberRepeated, toCamel, toPascal, toPlural, toSentence, toWords } from './words.ts';

test('names become other names and words', () => {
  assert.equal(toPascal('create Invoice'), 'CreateInvoice');
  assert.equal(toPascal('not_found'), 'NotFound');
  assert.deepEqual([toPascal('IN_PROGRESS'), toPascal('OPEN'), toPascal('URLList')], ['InProgress', 'OPEN', 'URLList']);
  assert.deepEqual(numberRepeated(['Paid', 'Sent', 'Paid', 'Paid']), ['Paid', 'Sent', 'Paid2', 'Paid3']);
  assert.equal(toCamel('list Invoice as bills'), 'listInvoiceAsBills');
  assert.equal(toWords('WebhookEndpoint'), 'webhook endpoint');
  assert.equal(toWords('URLList'), 'URL list');
});

test('nouns have their article and their plural', () => {
  assert.deepEqual(['invoice', 'user', 'hour', 'unit', 'umbrella'].map(withArticle), [
    'an invoice',
    'a user',
    'an hour',
    'a unit',
    'an umbrella',
  ]);
  assert.deepEqual(['invoice', 'category', 'box', 'day', 'match'].map(toPlural), [
    'invoices',
    'categories',
    'boxes',
    'days',
    'matches',
  ]);
});

test('a Meaning becomes a sentence, but a name in it stays as it is', () => {
  assert.equal(toSentence('where invoices are sent'), 'Where invoices are sent.');
  assert.equal(toSentence('iPhone or Android'), 'iPhone or Android.');
  assert.equal(toSentence('ask again in a moment.'), 'Ask again in a moment.');
  assert.equal(toSentence('`total` in cents'), '`total` in cents.');
});
