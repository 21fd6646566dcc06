import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getGapStatus } from '../../../src/parts/errors/conditions/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { type Asked, needPlanned, serve } from '../support/served.fixture.ts';

const resources = `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | |`;

const operations = {
  create: '| create Note | POST | /notes | `Note` | 201 `Note` |',
  read: '| read Note | GET | /notes/{id} | | 200 `Note` |',
  update: '| update Note | PATCH | /notes/{id} | `Note` | 200 `Note` |',
  delete: '| delete Note | DELETE | /notes/{id} | | 204 |',
};

function notes(
  names: readonly (keyof typeof operations)[],
  stated: { authentication: string; errors?: string },
): string {
  const rows = names.map((name) => operations[name]).join('\n');
  const endpoints = `| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n${rows}`;
  return documentText('Notes', { resources, endpoints, ...stated });
}

const open = { authentication: 'None.' };
const closed = { authentication: '| Scope | Allows |\n| --- | --- |\n| authenticated | all |' };

function gapsOf(document: string): string[] {
  const { gaps, diagnostics } = readDocument(createSource('notes.md', document));
  assert.ok(diagnostics.every(({ severity }) => severity === 'warning'));
  return gaps.filter(({ part }) => part === 'errors').map(({ column }) => column);
}

/** Refusals that a document leads to without a word about them, each with a request that meets it. */
const cases: readonly [condition: string, document: string, line: string, asked: Asked][] = [
  [
    'precondition failed',
    notes(['create', 'update'], open),
    'PATCH /notes/1',
    { body: {}, headers: { 'If-Match': '"9-x"' } },
  ],
  ['forbidden', notes(['create'], open), 'POST /notes', { body: {}, headers: { Origin: 'https://other.example' } }],
  ['invalid input', notes(['read'], open), 'GET /notes/1?loud=1', {}],
  [
    'unsupported media type',
    notes(['delete'], open),
    'DELETE /notes/1',
    { text: 'a,b', headers: { 'Content-Type': 'text/csv' } },
  ],
  ['malformed request', notes(['delete'], open), 'DELETE /notes/1', { text: '{' }],
  ['no credential', notes(['read'], closed), 'GET /notes/1', {}],
];

for (const [condition, document, line, asked] of cases) {
  test(`${condition} is a gap, and a request is refused so, where the document says nothing of it`, async () => {
    assert.ok(gapsOf(document).includes(condition), gapsOf(document).join(', '));
    const served = await serve(document);
    try {
      if (document.includes('create Note')) await served.ask('POST /notes', { body: { text: 'a' } });
      const got = await served.ask(line, asked);
      assert.deepEqual([got.status, got.json.code], [getGapStatus(condition), undefined], got.text);
    } finally {
      await served.close();
    }
  });
}

test('not acceptable is no gap where no answer has a body, and no request is refused so', async () => {
  const document = notes(['delete'], open);
  assert.ok(!gapsOf(document).includes('not acceptable'));
  const served = await serve(document);
  const got = await served.ask('DELETE /notes/1', { headers: { Accept: 'text/html' } });
  await served.close();
  assert.equal(got.status, 404);
});

test('a step that refuses by a code which its plan does not name fails the tests that meet it', async () => {
  const errors = '| Code | Status | Condition |\n| --- | --- | --- |\n| no_note | 404 | not found |';
  const served = await serve(notes(['read'], { ...open, errors }));
  const got = await served.ask('GET /notes/1');
  await served.close();
  assert.equal(got.json.code, 'no_note');
  const silent = served.plan.operations.map((operation) => ({
    ...operation,
    steps: operation.steps.map(({ refusals: _, ...step }) => step),
  }));
  assert.throws(
    () => needPlanned({ ...served.plan, operations: silent }, 'GET /notes/1', got),
    /does not name the refusal no_note/,
  );
});
