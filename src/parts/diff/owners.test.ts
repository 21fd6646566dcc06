import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource, slice } from '../../text/location.ts';
import { documentOf } from '../document.fixture.ts';
import { findRenamedOwners, renameOwners } from './owners.ts';

const table = '| Field | Type | Constraints |\n| --- | --- | --- |\n';
const resource = (name: string, ...fields: readonly string[]): string =>
  `### ${name}\n\n${table}| id | string | required |\n${fields.map((field) => `| ${field} | string | |\n`).join('')}\n`;
const object = (name: string): string => `### ${name} (object)\n\n${table}| text | string | |\n\n`;

function renamed(old: string, now: string): readonly (readonly [string, string])[] {
  const [older, newer] = [old, now].map((resources) => documentOf({ resources }).service);
  return [...findRenamedOwners(older!, newer!)];
}

test('what is gone and what is new are one where their fields are named alike and no others are', () => {
  assert.deepEqual(renamed(resource('Bill', 'memo'), resource('Invoice', 'memo')), [['Invoice', 'Bill']]);
  assert.deepEqual(renamed(object('Line'), object('Item')), [['Item', 'Line']]);
  assert.deepEqual(renamed(resource('Bill', 'memo'), resource('Invoice', 'note')), []);
  assert.deepEqual(renamed(resource('Bill', 'memo'), resource('Bill', 'memo') + resource('Invoice', 'memo')), []);
  assert.deepEqual(renamed(object('Line') + object('Part'), object('Item')), []);
  assert.deepEqual(renamed(object('Line'), object('Item') + object('Part')), []);
});

test('a resource of an identity alone is nothing to go by', () => {
  assert.deepEqual(renamed(resource('Bill'), resource('Invoice')), []);
});

test('names are turned in tables, headings and fact lines, and places lead back to the text as it stands', () => {
  const source = createSource(
    'x.md',
    '# Bill\nA Bill.\n| Bill | Bill.memo, `Bill(id)` | X-Bill /Bill/{id} Bills |\n- Shown as: Bill\n',
  );
  const { source: made, back } = renameOwners(source, new Map([['Invoice', 'Bill']]));
  const lines = [
    '# Invoice',
    'A Bill.',
    '| Invoice | Invoice.memo, `Invoice(id)` | X-Bill /Bill/{id} Bills |',
    '- Shown as: Invoice',
    '',
  ];
  assert.deepEqual(made.text.split('\n'), lines);
  for (const [found, was] of [
    ['Invoice(id)', 'Bill(id)'],
    ['X-Bill', 'X-Bill'],
    ['Invoice.memo, `Invoice', 'Bill.memo, `Bill'],
    ['memo', 'memo'],
  ] as const) {
    const start = made.text.indexOf(found);
    assert.equal(slice(source, back({ start, end: start + found.length })), was);
  }
});
