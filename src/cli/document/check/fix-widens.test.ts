import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fix } from '../../../language-service/fixes.ts';
import { buildPlan, type Document, readDocument } from '../../../parts/index.ts';
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
| publish | create Person | |
`;

test('no repair opens a row to everyone, or grants an operation', () => {
  for (const [from, to] of [
    ['| reader |', '| publics |'],
    ['| reader |', '| publicx |'],
    ['| reader |', '| pub1ic |'],
    ['| reader |', '| authenticate |'],
    ['| reader |', '| .public |'],
    ['| reader |', '| !authenticated |'],
    ['| publish | create Person |', '| publish | reate Person |'],
    ['| publish | create Person |', '| publish | create Persons |'],
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

test('what no edit repairs is described in words', () => {
  const name = '| name | string | required |';
  const shown = 'Shown as: `Person(id, name)`';
  for (const [from, to, message, help] of [
    [
      name,
      '| None | string | required |',
      'The column needs a value, but "None" is read as none.',
      'write a value; if "None" is the value, write it in a code span',
    ],
    [
      name,
      '| na me | string | required |',
      'The field name `na me` is not in a code span.',
      'remove the other characters, or write the name in a code span',
    ],
    [name, '| name | one of "c\\d" | |', 'The value `"c\\d"` is not a valid JSON string.', undefined],
    [
      shown,
      'Shown as: `People`',
      'This is not a shape of `Person`.',
      'write `Person(…)` with the fields that are shown',
    ],
    [
      '| `Person(name)` |',
      '| `{ data: Person(name)[][] }` |',
      'Clients cannot send a list of `Person` here.',
      'write the members of one record, not in a list',
    ],
  ] as const) {
    const { diagnostics } = read(persons.replace(from, () => to));
    const found = diagnostics.filter((diagnostic) => diagnostic.message === message);
    assert.deepEqual(
      found.map((diagnostic) => diagnostic.help),
      [help],
      to,
    );
  }
  const none = read(persons.replace(name, '| None | string | required |'));
  assert.ok(none.diagnostics.every(({ code }) => code !== 'markdown/missing-value'));
});

/** The rows that allow each operation of a document, and whether its response shows the salary; undefined if it has errors. */
function describeAccess(document: Document): ReadonlyMap<string, readonly string[]> | undefined {
  if (document.diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  const plan = buildPlan(document.service);
  return new Map(
    plan.operations.map(({ name, access, ...operation }) => [
      name,
      [
        ...access.grants.map(({ kind, where }) => JSON.stringify([kind, where])),
        ...(JSON.stringify(operation).includes('"salary"') ? ['shows the salary'] : []),
      ],
    ]),
  );
}

test('whatever word or mark is wrong, the repairs show and allow no more than the document did', () => {
  const right = describeAccess(read(scopes))!;
  assert.ok([...right.values()].every((allowed) => allowed.length === 1));
  let repaired = 0;
  for (const line of scopes.split('\n').filter((one) => /^- Shown|Person \||\| (?:reader|publish) /.test(one))) {
    for (const { 0: word, index } of line.matchAll(/\w+|\[\]|[^\s\w]/g)) {
      for (const put of ['', word.slice(0, -1), `${word}s`, `${word}[]`, `"${word}"`]) {
        const text = scopes.replace(line, () => line.slice(0, index) + put + line.slice(index + word.length));
        const wrong = read(text);
        if (text === scopes || describeAccess(wrong) !== undefined) continue;
        const { document } = repairDocument(wrong);
        assert.deepEqual(repairDocument(document).repairs, [], text);
        const access = describeAccess(document);
        if (access === undefined) continue;
        repaired += 1;
        for (const [name, allowed] of access) {
          const more = allowed.filter((one) => right.get(name)?.includes(one) !== true);
          assert.deepEqual(more, [], `${name}\n${text}\n${document.source.text}`);
        }
      }
    }
  }
  assert.ok(repaired > 50, `${repaired} documents`);
});
