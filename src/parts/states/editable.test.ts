import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../document.fixture.ts';
import { buildPlan } from '../plan.ts';

const resources = `
### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| title | string | required |
| text | string | |
| due | string | |
| kind | string | create-only |
| count | integer | read-only; default 0 |
| status | state | |
`;
const transitions = `
| From | Transition | To |
| --- | --- | --- |
| draft | send | open |
| open | end | done |
`;
const endpoints = '| Operation | Path |\n| --- | --- |\n| create, read, update, send, end Note | /notes |';

/** The fields by state of a document with these tables below its heading, without lines. */
function matrixOf(tables: string): unknown {
  const states = `### Note\n\n${tables}\n${transitions}`;
  const { service, diagnostics } = documentOf({ resources, states, endpoints });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    [],
  );
  const [machine] = buildPlan(service).resources[0]!.machines;
  return machine!.matrix.map(({ field, cells }) => [field, cells]);
}

const listed = (draft: string, open: string, done: string): string =>
  `| State | Kind | Editable |\n| --- | --- | --- |\n| draft | initial | ${draft} |\n| open | | ${open} |\n| done | final | ${done} |\n`;
const plain = '| State | Kind |\n| --- | --- |\n| draft | initial |\n| open | |\n| done | final |\n';

test('the column Editable is the same as a table of fields by state, for each field that clients may change', () => {
  const rows = [
    '| Field | draft | open | done |',
    '| --- | --- | --- | --- |',
    '| text | editable | editable | fixed |',
    '| due | fixed | fixed | fixed |',
    '| title | editable | fixed | fixed |',
  ];
  const sort = (matrix: unknown): unknown => (matrix as readonly (readonly [string])[]).toSorted();
  const short = matrixOf(listed('title, text', 'text', ''));
  assert.deepEqual(sort(short), sort(matrixOf(`${plain}\n${rows.join('\n')}\n`)));
  assert.deepEqual(sort(short), [
    ['due', { draft: 'fixed', open: 'fixed', done: 'fixed' }],
    ['text', { done: 'fixed' }],
    ['title', { open: 'fixed', done: 'fixed' }],
  ]);
});

test('a field that is listed in every state has no restriction', () => {
  assert.deepEqual(matrixOf(listed('title, text, due', 'due, text, title', 'text, title, due')), []);
});

test('a cell of the table of fields by state stands for itself, and an empty one follows the column', () => {
  const table = '| Field | draft | open | done |\n| --- | --- | --- | --- |\n| due | | required | |\n';
  assert.deepEqual(matrixOf(`${listed('title, text, due', 'title, text', 'title, text')}\n${table}`), [
    ['due', { open: 'required', done: 'fixed' }],
  ]);
});
