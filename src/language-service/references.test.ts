import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../parts/index.ts';
import { createSource } from '../text/location.ts';
import { findReferences } from './references.ts';
import { listSymbols } from './symbols.ts';

/** Variables, members of `input` and transitions that have the names of fields, resources and each other. */
const page = `# Tasks

## What the service does

Not shown.

## Resources and their fields

### T

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| refs | (ref U)[] | default [] |
| note | string | |

### U

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |

## States and transitions

### T

| Transition | Effect |
| --- | --- |
| fill | \`input.lst.each(name, create U(name: name))\`; \`U.each(u, u.name == "x", u.name = "y")\` |
| mark | \`refs.each(U, U.name = "marked")\` |
| close | \`note ?= input.close\` |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read T | /ts | | |
| create, read U | /us | | |
| fill T | /ts/{id}/fill | \`{ lst: U.name[] }\` | 200 \`T\` |
| mark T | /ts/{id}/mark | | 200 \`T\` |
| close T | /ts/{id}/close | \`{ close?: T.note }\` | 200 \`T\` |

## Authentication

None.

## Events

None.

## Errors

- Codes: named after conditions

## Limits

None.

## Versioning

None.
`;

const document = readDocument(createSource('tasks.md', page));

/** The page with filters by members of objects that have the name of a field. */
const filtered = page
  .replace(
    '| note | string | |',
    '| note | string | |\n| place | Place | |\n| places | Place[] | |\n| city | string | |',
  )
  .replace(
    '### U\n',
    '### Place (object)\n\n| Field | Type |\n| --- | --- |\n| city | string |\n| inner | Place |\n\n### U\n',
  )
  .replace('| close T |', '| list T | /ts | | 200 `{ data: T[] }` |\n| close T |')
  .replace(
    '## Authentication',
    `### list T

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| city | filter |
| place.city | filter |
| a | filter place.inner.city = |
| b | filter places.city in |
| c | filter refs.name contains |

## Authentication`,
  );
const errorsOf = (text: string) =>
  readDocument(createSource('tasks.md', text)).diagnostics.filter(({ severity }) => severity === 'error');

/** The document after a symbol was renamed. */
function renamed(kind: string, name: string, newName: string, of?: string, before = page): string {
  const read = readDocument(createSource('tasks.md', before));
  const symbol = listSymbols(read.service).find((one) => {
    return one.kind === kind && one.name === name && (of === undefined || one.of === of);
  });
  assert.ok(symbol, `${kind} ${name}`);
  const { spans, conflicts } = findReferences(read, symbol, newName);
  assert.deepEqual(conflicts, []);
  let text = before;
  for (const { start, end } of spans.toReversed()) text = text.slice(0, start) + newName + text.slice(end);
  assert.deepEqual(errorsOf(text), []);
  return text;
}

test('a variable, a member of input and another kind of name keep their name when one like it is renamed', () => {
  assert.deepEqual(errorsOf(page), []);
  const field = renamed('field', 'name', 'title');
  assert.match(field, /input\.lst\.each\(name, create U\(title: name\)\)/);
  assert.match(field, /U\.each\(u, u\.title == "x", u\.title = "y"\)/);
  assert.match(field, /refs\.each\(U, U\.title = "marked"\)/);
  assert.match(field, /\{ lst: U\.title\[\] \}/);
  const resource = renamed('resource', 'U', 'User');
  assert.match(resource, /refs\.each\(U, U\.name = "marked"\)/);
  assert.match(resource, /create User\(name: name\)\)`; `User\.each\(u/);
  assert.match(resource, /\(ref User\)\[\]/);
  const transition = renamed('transition', 'close', 'shut');
  assert.match(transition, /\| shut \| `note \?= input\.close` \|/);
  assert.match(transition, /\| shut T \| .* `\{ close\?: T\.note \}`/);
});

test('a member of an object has its new name in the paths of filters, and a field of the same name keeps its own', () => {
  assert.deepEqual(errorsOf(filtered), []);
  const member = renamed('field', 'city', 'town', 'Place', filtered);
  assert.match(member, /\| city \| filter \|/);
  assert.match(member, /\| place\.town \| filter \|/);
  assert.match(member, /filter place\.inner\.town =/);
  assert.match(member, /filter places\.town in/);
  const inner = renamed('field', 'inner', 'within', 'Place', filtered);
  assert.match(inner, /filter place\.within\.city =/);
  const other = renamed('field', 'name', 'title', 'U', filtered);
  assert.match(other, /filter refs\.title contains/);
  const list = renamed('field', 'places', 'spots', 'T', filtered);
  assert.match(list, /filter spots\.city in/);
});

test('a name that is taken is a conflict', () => {
  const symbol = listSymbols(document.service).find((one) => one.kind === 'field' && one.name === 'note')!;
  assert.notDeepEqual(findReferences(document, symbol, 'refs').conflicts, []);
});
