import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTest, type TestClient } from '../../../src/testing.ts';
import { everyStore } from '../support/stores.fixture.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const text = (facts: string): string => `# Tasks

## Resources and their fields

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| title | string | required |
| kind | string | create-only |
| status | state | |
| made_at | date-time | assigned |
| note | string | read-only |
| loud | string | = \`title + "!"\` |

## States and transitions

### Task

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| open | finish | done | |

## Endpoints

${facts}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| update Task as retitle | PATCH | /tasks/{id}/title | \`{ task: Task(title) }\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task\` | 200 \`Task\` |
| finish Task | POST | /tasks/{id}/finish | | 200 \`Task\` |
`;

/** What clients never send, and no value that the record could have. */
const never = { id: 'x', status: 9, made_at: 'now', note: 1, loud: null, nothing: true };

for (const [store, addressOf] of everyStore) {
  describe(`bodies ${store}`, () => {
    const opened = (what: string, facts: string, work: (client: TestClient) => Promise<void>): void => {
      test(what, async () => {
        const service = await openTest({ document: text(facts), store: await addressOf() });
        try {
          await work(service.anonymous);
        } finally {
          await service.close();
        }
      });
    };

    const patches = 'application/json, application/json-patch+json';
    const ignoring = `- Unknown fields: ignored\n- Request media types: ${patches}`;
    opened(
      'a field that clients never send is ignored by creates, updates and replaces alike',
      ignoring,
      async (client) => {
        const created = await client.post('/tasks', { title: 'a', kind: 'k', ...never });
        const shown = { id: 1, title: 'a', kind: 'k', status: 'open', made_at: created.body.made_at, loud: 'a!' };
        assert.deepEqual([created.status, created.body], [201, shown]);
        const updated = await client.patch('/tasks/1', { title: 'b', ...never });
        assert.deepEqual([updated.status, updated.body], [200, { ...shown, title: 'b', loud: 'b!' }]);
        assert.equal((await client.patch('/tasks/1/title', { task: { title: 'c', ...never } })).body.title, 'c');
        const replaced = await client.put('/tasks/1', { title: 'd', kind: 'k', ...never });
        assert.deepEqual([replaced.status, replaced.body], [200, { ...shown, title: 'd', loud: 'd!' }]);
        const patch = [
          { op: 'test', path: '/status', value: 'open' },
          { op: 'replace', path: '/status', value: 'done' },
          { op: 'replace', path: '/title', value: 'e' },
        ];
        const patched = await client.patch('/tasks/1', patch, { 'Content-Type': 'application/json-patch+json' });
        assert.deepEqual([patched.status, patched.body], [200, { ...shown, title: 'e', loud: 'e!' }]);
        assert.equal((await client.patch('/tasks/1', { kind: 'other' })).status, 422);
      },
    );

    opened('a field that clients never send is refused where unknown ones are', '', async (client) => {
      await client.post('/tasks', { title: 'a' });
      for (const [name, value] of Object.entries(never)) {
        assert.equal((await client.post('/tasks', { title: 'a', [name]: value })).status, 422, name);
        assert.equal((await client.patch('/tasks/1', { [name]: value })).status, 422, name);
        assert.equal((await client.put('/tasks/1', { title: 'a', [name]: value })).status, 422, name);
      }
    });

    const forms = '- Request media types: application/x-www-form-urlencoded';
    opened('an update takes the media types that are stated, and no others', forms, async (client) => {
      assert.equal((await client.post('/tasks', 'title=a&kind=k', form)).status, 201);
      const updated = await client.patch('/tasks/1', 'title=b', form);
      assert.deepEqual([updated.status, updated.body.title, updated.body.kind], [200, 'b', 'k']);
      for (const type of ['application/json', 'application/merge-patch+json']) {
        const refused = await client.patch('/tasks/1', { title: 'c' }, { 'Content-Type': type });
        assert.deepEqual([refused.status, refused.headers.get('accept-patch')], [415, form['Content-Type']]);
      }
    });
  });
}
