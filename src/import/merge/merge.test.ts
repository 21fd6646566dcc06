import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePages } from './merge.ts';

const page = (fields: string, operations: string, more = ''): string => `# Pets

## What the service does

Keeps pets.

Scope: not shown.

## Resources and their fields

### Pet

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
${fields}

## States and transitions

Not shown.

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Pet | GET | /pets/{id} | | 200 \`Pet\` |
${operations}

Base address: not shown.
${more}
## Limits

Not shown.
`;

const old = page('| name | string | |\n| kind | string | |', '| feedPet (handler) | POST | /pets/{id}/feed | | 204 |');
const completed = old
  .replace('| name | string | |', '| name | string | required; 1..40 characters |')
  .replace('| feedPet (handler) |', '| feed Pet |')
  .replace(
    '## Limits\n\nNot shown.',
    '## Limits\n\nSize limits: none.\n\nRate limits, page sizes, time-outs: not shown.',
  )
  .replace('Keeps pets.', 'Keeps the pets of a zoo.');
const newer = page(
  '| name | string | ..80 characters |\n| kind | one of cat, dog | |\n| born_on | date | |',
  '| feedPet (handler) | POST | /pets/{id}/feed | | 200 `Pet` |\n| list Pet | GET | /pets | | 200 `Pet[]` |',
);

test('what a person has stated stays, and what only the source has is added', () => {
  const { text, conflicts } = mergePages(completed, newer);
  assert.match(text, /\| name \| string \| required; 1\.\.40 characters \|/);
  assert.match(text, /\| born_on \| date \| \|/);
  assert.match(text, /\| feed Pet \| POST \| \/pets\/\{id\}\/feed \| \| 204 \|/);
  assert.match(text, /\| list Pet \| GET \| \/pets \| \| 200 `Pet\[\]` \|/);
  assert.match(text, /Keeps the pets of a zoo\./);
  assert.match(text, /Size limits: none\.\n\nRate limits, page sizes, time-outs: not shown\./);
  assert.deepEqual(conflicts, [
    { stays: 'required; 1..40 characters', source: '..80 characters', of: 'Pet name, Constraints' },
    { stays: 'string', source: 'one of cat, dog', of: 'Pet kind, Type' },
    { stays: '204', source: '200 `Pet`', of: 'feedPet (handler), Response' },
  ]);
});

test('with the older source, what the source has changed replaces what nobody has changed', () => {
  const { text, conflicts } = mergePages(completed, newer, old);
  assert.match(text, /\| kind \| one of cat, dog \| \|/);
  assert.match(text, /\| feed Pet \| POST \| \/pets\/\{id\}\/feed \| \| 200 `Pet` \|/);
  assert.deepEqual(conflicts, [
    { stays: 'required; 1..40 characters', source: '..80 characters', of: 'Pet name, Constraints' },
  ]);
});

test('what the source no longer has is left out, unless a person has changed it', () => {
  const less = page('| born_on | date | |', '').replace('Keeps pets.', 'Keeps animals.');
  const { text, conflicts } = mergePages(completed, less, old);
  assert.ok(!text.includes('| kind |'), text);
  assert.match(text, /\| name \| string \| required; 1\.\.40 characters \|/);
  assert.deepEqual(conflicts, [
    { stays: 'Keeps the pets of a zoo.', source: 'Keeps animals.', of: 'the prose of this part' },
    { stays: 'name | string | required; 1..40 characters', source: undefined, of: 'Pet name' },
    { stays: 'feed Pet | POST | /pets/{id}/feed | 204', source: undefined, of: 'feed Pet' },
  ]);
});

test('a page merged with its own source is the page', () => {
  for (const one of [old, newer, completed]) assert.equal(mergePages(one, one).text, one.replace(/\n+$/, '\n'));
  assert.equal(mergePages(completed, old, old).text, completed);
});

test('blocks of code and quotations stay whole', () => {
  const noted = completed.replace(
    'Keeps the pets',
    '```\n## Not a heading\n\n| a |\n```\n\n> quoted\n>\n> twice\n\nKeeps the pets',
  );
  assert.ok(mergePages(noted, newer).text.includes('```\n## Not a heading\n\n| a |\n```\n\n> quoted\n>\n> twice'));
});
