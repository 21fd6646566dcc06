import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTypescriptClient } from '../../../src/describe/client/typescript/index.ts';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { createWholePlanFinder } from '../../../src/operator/whole-plans.ts';
import { createSource } from '../../../src/text/location.ts';
import { serveIn } from '../support/served.fixture.ts';

const notes = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | required |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Note | /notes | \`Note\` | 201 \`Note\` |
| list Note | /notes | | 200 \`{ data: Note[], after?: next cursor, next: next cursor, back?: previous cursor, all?: total count }\` |

### list Note

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |
| total | total |

## Authentication

None.
`;

test('an optional built-in value is left out instead of null, and described so', async (t) => {
  const served = await serveIn(t, notes);
  for (const text of ['a', 'b']) assert.equal((await served.ask('POST /notes', { body: { text } })).status, 201);
  const first = (await served.ask('GET /notes?limit=1')).json;
  assert.deepEqual(Object.keys(first), ['data', 'after', 'next']);
  assert.equal(first.after, first.next);
  const last = (await served.ask(`GET /notes?limit=1&cursor=${first.next}&total=true`)).json;
  assert.deepEqual(Object.keys(last), ['data', 'next', 'back', 'all']);
  assert.deepEqual([last.next, last.all], [null, 2]);

  const plan = (await createWholePlanFinder(createSource('notes.md', notes))())!;
  const text = JSON.stringify(describeOpenapi(plan));
  assert.match(
    text,
    /"after":\{"type":"string","description":"The cursor of the next page; absent on the last page\."/,
  );
  assert.match(text, /"next":\{"type":\["string","null"\]/);
  assert.match(describeTypescriptClient(plan), /after\?: string;\s+readonly next: string \| null;/);
});
