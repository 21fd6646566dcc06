import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTest, type TestClient } from '../../../src/testing.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Tasks

## Resources and their fields

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| number | int64 | required; unique |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| team | ref Team | required |
| slug | string | unique; default "none" |
| title | string | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | POST | /teams | \`Team\` | 201 \`Team\` |
| create Task | POST | /teams/{team}/tasks | \`Task\` | 201 \`Task\` |
| create Task as numbered | POST | /numbers/{team.number}/tasks | \`Task\` | 201 \`Task\` |
| add Task (handler) | POST | /teams/{team}/add | \`Task(title)\` | 201 \`Task\` |
| list Task | GET | /teams/{team}/tasks | | 200 \`Task[]\` |
| update Task | PATCH | /tasks/{slug} | \`Task(slug, title)\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{slug} | \`Task\` | 200 \`Task\` |
| update Task as move | PATCH | /teams/{team}/tasks/{slug} | \`Task(team)\` | 200 \`Task\` |
`;

for (const [store, addressOf] of everyStore) {
  describe(`fields that a path names ${store}`, () => {
    const opened = (what: string, work: (client: TestClient) => Promise<void>): void => {
      test(what, async () => {
        const handlers = {
          // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by \`nonet generate types\`, not in these tests
          'add Task': ({ input, store }: any) => store.create('Task', { ...input, slug: 'added' }),
        };
        const service = await openTest({ document, handlers, store: await addressOf() });
        try {
          for (const number of [10, 20]) await service.anonymous.post('/teams', { number });
          await work(service.anonymous);
        } finally {
          await service.close();
        }
      });
    };

    opened('a record is created below a parent whose identity is a 64-bit integer', async (client) => {
      assert.deepEqual((await client.post('/teams/1/tasks', { slug: 'a' })).body, { id: 1, team: 1, slug: 'a' });
      assert.deepEqual((await client.post('/teams/1/tasks', { team: 1, slug: 'b' })).body.team, 1);
      assert.equal((await client.post('/teams/1/tasks', { team: 2, slug: 'c' })).status, 422);
      assert.deepEqual((await client.post('/numbers/20/tasks', { slug: 'c' })).body.team, 2);
      assert.deepEqual((await client.post('/teams/2/add', { title: 't' })).body.team, 2);
      assert.equal((await client.get('/teams/2/tasks')).body.length, 2);
      assert.equal((await client.post('/teams/3/tasks', { slug: 'd' })).status, 404);
    });

    opened('an update or replace may change a field of its path', async (client) => {
      await client.post('/teams/1/tasks', { slug: 'a', title: 't' });
      assert.deepEqual((await client.patch('/tasks/a', { slug: 'b' })).body, { id: 1, team: 1, slug: 'b', title: 't' });
      assert.equal((await client.patch('/tasks/a', { slug: 'c' })).status, 404);
      assert.deepEqual((await client.put('/tasks/b', { team: 1, slug: 'c' })).body, { id: 1, team: 1, slug: 'c' });
      assert.equal((await client.patch('/teams/1/tasks/c', { team: 3 })).status, 422);
      assert.equal((await client.patch('/teams/1/tasks/c', { team: 2 })).body.team, 2);
      assert.equal((await client.get('/teams/1/tasks')).body.length, 0);
    });

    opened('a replace that leaves a field of its path out keeps its value', async (client) => {
      await client.post('/teams/1/tasks', { slug: 'a', title: 't' });
      assert.deepEqual((await client.put('/tasks/a', { team: 1 })).body, { id: 1, team: 1, slug: 'a' });
    });
  });
}
