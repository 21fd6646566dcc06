import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fix } from '../../../language-service/fixes.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { repairDocument } from './fix.ts';
import { findWrittenInVain, listWritten, moveWritten, toEditKey } from './written.ts';

/** A document of persons, whose salary no response shows. */
const persons = `# Persons

## Resources and their fields

### Person

- Shown as: \`Person(id, name)\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| salary | integer | |

### A (object)

| Field | Type | Constraints |
| --- | --- | --- |
| one | string | required |
| secret | string | |

## Endpoints

- Lists: { data, next } by cursor; 50, at most 200

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /p | \`Person(name)\` | 201 \`Person(id, name)\` |
| read Person | GET | /p/{id} | | 200 \`Person(id, name)\` |
| list Person | GET | /p | | 200 \`{ data: Person(id, name)[], next: next cursor }\` |
`;

const read = (text: string): Document => readDocument(createSource('persons.md', text));

function repair(from: string, to: string, text = persons): { readonly line: string; readonly document: Document } {
  const at = text.indexOf(from);
  assert.notEqual(at, -1, from);
  const wrong = text.slice(0, at) + to + text.slice(at + from.length);
  const { document } = repairDocument(read(wrong));
  const again = repairDocument(document);
  assert.deepEqual(again.repairs, [], to);
  const number = wrong.slice(0, at).split('\n').length - 1;
  return { line: document.source.text.split('\n')[number]!, document };
}

test('repairs keep the fields that a response chooses', () => {
  const list = '{ data: Person(id, name)[], next: next cursor }';
  for (const [from, to, expected] of [
    [list, 'Person(id, name)', '200 `Person(id, name)[]` |'],
    [list, '{ data: Person(id, name), next: next cursor }', '200 `{ data: Person(id, name)[], next: next cursor }` |'],
    ['/p/{id} | | 200 `Person(id, name)`', '/p/{id} | | 200 `Person(id, name)[]`', '200 `Person(id, name)` |'],
    ['| `Person(name)` |', '| `Person(name)[]` |', '| `Person(name)` | 201'],
    ['| `Person(name)` |', '| `{ data: Person(name)[] }` |', '| `{ data: Person(name) }` | 201'],
    ['Shown as: `Person(id, name)`', 'Shown as: `People(id, name)`', 'Shown as: `Person(id, name)`'],
    ['Shown as: `Person(id, name)`', 'Shown as: `A(all except salary)`', 'Shown as: `Person(all except salary)`'],
  ] as const) {
    const { line, document } = repair(from, to);
    assert.ok(line.includes(expected), `${to}: ${line}`);
    assert.equal(document.diagnostics.filter(({ severity }) => severity === 'error').length, 0, to);
  }
});

test('a shape without readable fields is left to the author', () => {
  for (const words of ['id, name', 'Per son(id, name)', 'People', 'Person(id, name)[]']) {
    const { line } = repair('Shown as: `Person(id, name)`', `Shown as: \`${words}\``);
    assert.equal(line, `- Shown as: \`${words}\``);
  }
  const list = '{ data: Person(id, name)[], next: next cursor }';
  assert.match(repair(list, '{ data: Person.name }').line, /200 `\{ data: Person\.name \}`/);
});

test('a value that is quoted is not quoted again', () => {
  const field = '| salary | integer | |';
  for (const [from, to] of [
    ['one of "c\\\\d", x', 'one of "c\\\\\\\\d", x'],
    ['one of "c\\d", x', 'one of "c\\\\\\\\d", x'],
    ['one of a\\|b, x', 'one of "a\\|b", x'],
    ['one of "a"b", x', 'one of "a"b", x'],
  ] as const) {
    const { line, document } = repair(field, `| salary | ${from} | |`);
    assert.equal(line, `| salary | ${to} | |`);
    const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
    assert.equal(errors.length > 0, from === to, from);
  }
});

test('a typing error in the name of a field changes no use of the name', () => {
  for (const name of ['name –', 'name -', 'name*', 'na me', 'None', 'n/a']) {
    const from = '| name | string | required |';
    const { document } = repair(from, `| ${name} | string | required |`);
    assert.equal(document.source.text, persons.replace(from, `| ${name} | string | required |`));
  }
});

const scopes = `${persons}
## Authentication

| Scheme | Kind | Sent in | Lifetime |
| --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | 30 days |

| Scope | Allows | Where |
| --- | --- | --- |
| reader | read Person, list Person | |
| writer | create Person | |
`;

test('no repair opens a row to everyone, or grants an operation', () => {
  for (const [from, to] of [
    ['| reader |', '| publics |'],
    ['| reader |', '| publicx |'],
    ['| reader |', '| pub1ic |'],
    ['| reader |', '| authenticate |'],
    ['| reader |', '| .public |'],
    ['| reader |', '| !authenticated |'],
    ['| writer | create Person |', '| writer | reate Person |'],
    ['| writer | create Person |', '| writer | create Persons |'],
  ] as const) {
    const { line } = repair(from, to, scopes);
    assert.ok(line.includes(to), line);
  }
});

test('an edit that leaves the same error is not written', () => {
  const source = createSource('persons.md', persons);
  const at = persons.indexOf('salary');
  const make = (start: number, found: string, text: string): Fix => ({
    title: text,
    diagnostic: { code: 'a/b', severity: 'error', span: { start, end: start + found.length }, message: '', note: '' },
    span: { start, end: start + found.length },
    text,
  });
  const first = make(at, 'salary', 'pay');
  const [written] = listWritten(source, [make(2, 'Persons', 'People'), first]);
  assert.deepEqual(written?.span, { start: 2, end: 8 });
  const texts = listWritten(source, [make(2, 'Persons', 'People'), first]).slice(1);
  assert.deepEqual(texts[0]?.span, { start: at - 1, end: at + 2 });
  const moved = moveWritten(texts, [make(2, 'People', 'Those')]);
  assert.deepEqual(moved[0]?.span, { start: at - 2, end: at + 1 });
  assert.deepEqual(findWrittenInVain(moved, [make(at - 2, 'pay', 'wage')]), [toEditKey(source, first)]);
  assert.deepEqual(findWrittenInVain(moved, [make(at + 1, 'x', 'y')]), []);
  assert.deepEqual(moveWritten(texts, [make(at, 'a', 'b')]), []);
});
