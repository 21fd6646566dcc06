import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issues } from '../../tests/serve/lists/issues.fixture.ts';
import { reactions } from '../../tests/serve/lists/reactions.fixture.ts';
import { writePayments } from '../../tests/serve/requests/kept-errors.fixture.ts';
import { grammars } from '../parts/grammars.ts';
import { readDocument } from '../parts/index.ts';
import { createSource } from '../text/location.ts';
import { completeShape } from './completion/shapes.ts';
import { findReferences } from './references.ts';
import { listSymbols } from './symbols.ts';

/** The texts that mean a field of a resource, each with what follows it. */
function placesOf(text: string, of: string, field: string): readonly string[] {
  const document = readDocument(createSource('issues.md', text));
  const symbol = listSymbols(document.service).find((other) => other.of === of && other.name === field)!;
  const { spans, conflicts } = findReferences(document, symbol);
  assert.deepEqual(conflicts, []);
  return spans.map(({ start, end }) => text.slice(start, end + 12).split('\n')[0]!);
}

test('a field is followed to the members that embed its record, or the records of its list', () => {
  const places = placesOf(issues, 'Issue', 'assignees');
  assert.equal(places.filter((place) => place.startsWith('assignees: User(')).length, 4);
});

test('a field is followed to the order and the reference of a bound', () => {
  assert.deepEqual(placesOf(reactions, 'Reaction', 'reviewer'), [
    'reviewer | ref User ',
    'reviewer by -id])` |',
    'reviewer | | | |',
  ]);
  const weights = placesOf(reactions, 'Reaction', 'weight');
  assert.equal(weights.filter((place) => place.startsWith('weight])')).length, 2);
});

test('a code is followed to the responses that are its error', () => {
  const text = writePayments();
  const document = readDocument(createSource('payments.md', text));
  const symbol = listSymbols(document.service).find(({ kind, name }) => kind === 'code' && name === 'card_declined')!;
  const { spans, conflicts } = findReferences(document, symbol, 'refused');
  assert.deepEqual(conflicts, []);
  const before = spans.map(({ start }) => text.slice(0, start).split('| ').at(-1)!.split('; ').at(-1));
  assert.equal(before.filter((words) => words === 'error ').length, 5);
});

test('a shape completes the records that refer to its record, by each field that does', () => {
  const document = readDocument(createSource('reactions.md', reactions));
  const part = grammars.find((grammar) => grammar.part === 'endpoints')!;
  const complete = (operation: string, inBraces: boolean) => {
    const place = {
      section: { part, subject: undefined, table: undefined, inCode: false },
      row: { Operation: operation },
      part: 'endpoints',
    };
    const all = completeShape({ document, place, before: '', offset: 0 }, inBraces);
    return all.filter(({ label }) => label.includes('[..')).map(({ label, insert }) => [label, insert]);
  };
  assert.deepEqual(complete('read Issue', false), [
    ['Issue[..20]', 'Issue($0)[..20]'],
    ['Reaction[..20]', 'Reaction($0)[..20]'],
  ]);
  assert.deepEqual(complete('read User as profile', true), [
    ['Issue[..20]', 'Issue($0)[..20]'],
    ['Reaction[..20 through user]', 'Reaction($0)[..20 through user]'],
    ['Reaction[..20 through reviewer]', 'Reaction($0)[..20 through reviewer]'],
  ]);
  assert.deepEqual(complete('', false), []);
});

test('a list completes figures, and the fields that have one', () => {
  const fields = [
    'title | string',
    'rank | integer',
    'price | decimal',
    'labels | string[]',
    'key | secret',
    'due | date',
  ];
  const rows = fields.map((field) => `| ${field} | |\n`).join('');
  const response = '200 `{ labels: values of labels, by: { rank: counts of rank, sum: sum of rank } }`';
  const text = `# Notes\n\n## Resources and their fields\n\n### Note\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuid | assigned |\n${rows}\n## Endpoints\n\n| Operation | Path | Response |\n| --- | --- | --- |\n| list Note | /notes | ${response} |\n`;
  const document = readDocument(createSource('notes.md', text));
  const part = grammars.find((grammar) => grammar.part === 'endpoints')!;
  const complete = (operation: string, before: string) => {
    const section = { part, subject: undefined, table: undefined, inCode: false };
    const place = { section, row: { Operation: operation }, part: 'endpoints' };
    return completeShape({ document, place, before, offset: 0 }, true).map(({ label }) => label);
  };
  assert.deepEqual(
    complete('list Note', '{ a: ').filter((label) => label.includes(' of ')),
    ['values', 'counts', 'sum', 'minimum', 'maximum', 'day', 'month', 'year'].map((word) => `${word} of …`),
  );
  assert.ok(!complete('read Note', '{ a: ').some((label) => label.includes(' of ')));
  assert.deepEqual(complete('list Note', '{ a: counts of ').toSorted(), ['due', 'id', 'labels', 'rank', 'title']);
  assert.deepEqual(complete('list Note', '{ a: month of '), ['due']);
  assert.deepEqual(complete('list Note as all', '{ a: sum of ra').toSorted(), ['price', 'rank']);
  assert.deepEqual(placesOf(text, 'Note', 'rank'), ['rank | integer |', 'rank, sum: sum o', 'rank } }` |']);
  assert.deepEqual(placesOf(text, 'Note', 'labels'), ['labels | string[] ', 'labels, by: { rank']);
});
