import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFixes } from '../../../language-service/fixes.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { repairDocument } from './fix.ts';

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
