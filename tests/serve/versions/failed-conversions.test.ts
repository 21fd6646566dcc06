import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** A field that the service assigns was a number, and no text that it has now is one. */
const page = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| text | string | required |
| rank | string | |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read Note | /notes |`,
  authentication: 'None.',
  versioning: versioned(
    ['2', '1'],
    '| 2 | type | Note.id | integer | = `int(id)` | |\n| 2 | type | Note.rank | integer | = `int(rank)` | = `string(input.rank)` |',
  ),
});

for (const [name, address] of everyStore) {
  test(`a value that is always there is never null for old clients, whatever fails ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const made = await served.ask('POST /notes', { body: { text: 'a', rank: 'first' } });
    assert.equal(made.status, 201, made.text);
    const headers = { v: '1' };
    const read = await served.ask(`GET /notes/${made.json.id}`, { headers });
    assert.deepEqual([read.status, read.json.id], [500, undefined]);
    const again = await served.ask('POST /notes', { body: { text: 'a' }, headers });
    assert.deepEqual([again.status, again.json.id], [500, undefined]);
    assert.ok(served.logged.some((line) => line.includes('Note.id cannot be computed for an older version')));
  });
}
