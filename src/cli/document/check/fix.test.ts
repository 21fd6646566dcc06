import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosticCases, readCase } from '../../../../tests/support/cases.ts';
import { listFixes } from '../../../language-service/fixes.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { describeRepair, repairDocument } from './fix.ts';

const wrong = `# Boxes

## Resources

### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv77 | assigned |
| name | emial | requird |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bx | post | boxes | Box(nme) | 201 \`Box\` |
`;

test('repairs bring out what was not understood before, and fix that too', () => {
  const { document, repairs } = repairDocument(readDocument(createSource('boxes.md', wrong)));
  assert.match(document.source.text, /^\| create Box \| POST \| \/boxes \| `Box\(name\)` \| 201 `Box` \|$/m);
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const said = repairs.map(describeRepair);
  assert.ok(said.includes('boxes.md:9:8: wrote `uuidv7` for `uuidv77` (resources/unknown-type)'), said.join('\n'));
  assert.ok(
    said.some((line) => line.endsWith('(shape/unknown-field)')),
    said.join('\n'),
  );
});

test('a document without suggestions stays as it is', () => {
  const text = '# Boxes\n\nNothing is wrong here.\n';
  const { document, repairs } = repairDocument(readDocument(createSource('boxes.md', text)));
  assert.deepEqual([document.source.text, repairs], [text, []]);
});

test('a row of Versions that is missing or repeated changes no row of Changes', () => {
  const versioning = (names: readonly string[]) => `# Boxes

## Resources and their fields

### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | |

## Endpoints

| Operation | Path |
| --- | --- |
| create, read Box | /boxes |

## Versioning

| Version | Status |
| --- | --- |
${names.map((name, at) => `| ${name} | ${at === 0 ? 'current' : 'supported'} |`).join('\n')}

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2026-03-01 | renamed | Box.name | called |
| 2026-02-01 | renamed | Box.called | title |
`;
  for (const names of [
    ['2026-03-01', '2026-01-01'],
    ['2026-03-01', '2026-03-01', '2026-01-01'],
    ['2026-03-01', '2026-02-01', '2026-02-01'],
    ['2026-03-01', '2026-02-01', '2026-02-01', '2026-01-01'],
  ]) {
    const text = versioning(names);
    assert.deepEqual(repairDocument(readDocument(createSource('boxes.md', text))).repairs, [], String(names));
  }
});

test('the repairs of each case end, leave no suggestion, and no more errors than there were', () => {
  let count = 0;
  const left: string[] = [];
  for (const file of diagnosticCases.keys()) {
    const { text } = readCase(file);
    if (text.length > 20_000) continue;
    const wrong = readDocument(createSource(file, text));
    const { document, repairs } = repairDocument(wrong);
    assert.ok(countErrors(document) <= countErrors(wrong), file);
    count += repairs.length;
    if (listFixes(document, { start: 0, end: document.source.text.length }).length > 0) left.push(file);
  }
  // One of its suggestions would bring out more errors.
  assert.deepEqual(left, ['states/words.md']);
  assert.ok(count > 300, `${count} repairs`);
});

function countErrors({ diagnostics }: Document): number {
  return diagnostics.filter(({ severity }) => severity === 'error').length;
}

/** A document of notes with these rows of operations. */
const notes = (...rows: readonly string[]): string => `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | required |

## Endpoints

- Lists: { data, next } by cursor

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
${rows.join('\n')}
`;

function repairNotes(...rows: readonly string[]): readonly string[] {
  const { document } = repairDocument(readDocument(createSource('notes.md', notes(...rows))));
  assert.deepEqual(listFixes(document, { start: 0, end: document.source.text.length }), []);
  return document.source.text.split('\n').filter((line) => / Note( as \w+)? \|/.test(line));
}

test('a method that does not fit each operation of a row is removed: none fits all', () => {
  for (const method of ['GET', 'POST', 'PUT']) {
    assert.deepEqual(repairNotes(`| create, list Note | ${method} | /notes | |`), [
      '| create, list Note |  | /notes | |',
    ]);
  }
  assert.deepEqual(repairNotes('| create Note | GET | /notes | |', '| list Note | POST | /notes | |'), [
    '| create Note | POST | /notes | |',
    '| list Note | GET | /notes | |',
  ]);
});

test('a repaired status has a body where a shape follows', () => {
  assert.deepEqual(
    repairNotes(
      '| delete Note | DELETE | /notes/{id} | 201 `Note` |',
      '| delete Note as erase | DELETE | /all/{id} | 201 |',
      '| read Note | GET | /notes/{id} | 201 `Note` |',
    ),
    [
      '| delete Note | DELETE | /notes/{id} | 200 `Note` |',
      '| delete Note as erase | DELETE | /all/{id} | 204 |',
      '| read Note | GET | /notes/{id} | 200 `Note` |',
    ],
  );
});

test('a repair that brings out errors is left out, and the others are written', () => {
  const text = `${wrong.replaceAll('Bx', 'Box').replace('Box(nme)', '')}| read media | get | /media/{id} | | 200 |\n`;
  const document = readDocument(
    createSource(
      'boxes.md',
      text.replace('### Box', '### Media\n\n| Field | Type |\n| --- | --- |\n| code | string |\n\n### Box'),
    ),
  );
  const repaired = repairDocument(document);
  const [before, after] = [document, repaired.document].map(
    ({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error').length,
  );
  assert.ok(after! <= before!, `${before} errors, then ${after}`);
  assert.match(repaired.document.source.text, /\| name \| email \| required \|/);
});
