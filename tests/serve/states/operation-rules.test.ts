import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import type { Context } from '../handlers/handlers.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Tasks', {
  purpose: `Keeps the tasks of projects.

- In scope: projects, tasks, notes`,
  resources: `### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |
| status | state | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| nothing_to_do | delete | \`not Task.exists(t, t.project == id and t.status == "doing")\` | busy |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| project | ref Project | required; create-only; on delete cascade |
| owner | string | assigned from caller.id |
| title | string | required |
| points | integer | default 1 |
| hours | integer | read-only |
| status | state | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| project_open | create | \`project.name != "closed"\` | project_closed |
| no_test | create, update | \`title != "test"\` | no_tests |
| own | update, delete | \`owner == caller.id\` | not_yours |
| effort | start | \`input.hours < 9\` | too_long |
| at_most_two | start | \`Task.count(t, t.project == project and t.status == "doing") < 2\` | too_many |
| worth_it | lapse, restart | \`points > 1\` | |
| few_points | | \`points < 100\` | |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| task | ref Task | create-only; on delete cascade |
| about | ref Task | create-only; on delete clear |
| text | string | required |

| Rule | On | Check |
| --- | --- | --- |
| not_kept | delete | \`text != "keep"\` |
| not_fixed | update | \`text != "fixed"\` |`,
  states: `### Project

| State | Kind |
| --- | --- |
| active | initial |
| away | gone |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| any | delete | away | |
| active | hurry | same | \`Task.each(t, t.project == id and t.status == "todo", start t(hours: 10))\` |

### Task

| State | Kind |
| --- | --- |
| todo | initial |
| doing | |
| done | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| todo | start | doing | | \`hours = input.hours\` |
| doing | lapse | todo | after 1 day | |
| doing | restart | same | | |
| doing | finish | done | | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read, delete Project | | /projects | | |
| hurry Project | POST | /projects/{id}/hurry | | 200 \`Project\` |
| create Task | POST | /projects/{project}/tasks | \`Task(title, points?)\` | 201 \`Task\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task\` | 200 \`Task\` |
| delete Task | DELETE | /tasks/{id} | | 204 |
| start Task | POST | /tasks/{id}/start | \`{ hours: Task.hours }\` | 200 \`Task\` |
| restart Task | POST | /tasks/{id}/restart | | 200 \`Task\` |
| finish Task | POST | /tasks/{id}/finish | | 200 \`Task\` |
| write (handler) | POST | /write | \`{ project: Project.id, title: Task.title }\` | 200 \`Task\` |
| create, read Note | | /notes | | |

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| start Task, restart Task | header Idempotency-Key | 1 day | allowed |`,
  authentication: keyed('| Shop.All | all Project, all Task, all Note, write | |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| busy | 409 | |
| project_closed | 409 | |
| no_tests | 422 | |
| not_yours | 403 | |
| too_long | 422 | |
| too_many | 409 | |
| broken | 422 | rule broken |
| wrong_state | 409 | wrong state |
| referenced | 409 | still referenced |
| missing | 404 | not found |
| invalid | 422 | invalid input |`,
});

const day = 86_400_000;

for (const [store, address] of everyStore) {
  describe(`rules of operations ${store}`, () => {
    let served: Served;
    let keys: readonly string[];
    let moment = Date.now();
    before(async () => {
      const handlers = { write: ({ store, input }: Context) => store.create('Task', input) };
      served = await serve(document, {}, () => moment, await address(), handlers);
      keys = await Promise.all([1, 2].map(() => served.key(['Shop.All'], { shop: 'north' })));
    });
    after(() => served.close());

    const ask = (line: string, body?: object, more: { by?: number; headers?: Record<string, string> } = {}) => {
      const { by = 0, headers } = more;
      return served.ask(line, { key: keys[by]!, ...(body && { body }), ...(headers && { headers }) });
    };
    const says = ({ status, json }: Got): unknown => [status, json?.code];
    const project = async (name = 'open'): Promise<string> => (await ask('POST /projects', { name })).json.id;
    const task = async (of: string, more: object = {}): Promise<string> => {
      const got = await ask(`POST /projects/${of}/tasks`, { title: 'one', ...more });
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    };

    test('a create is judged as the record would be, with what its references name', async () => {
      const got = await ask(`POST /projects/${await project('closed')}/tasks`, { title: 'test' });
      assert.deepEqual(says(got), [409, 'project_closed']);
      const other = await ask(`POST /projects/${await project()}/tasks`, { title: 'test' });
      assert.deepEqual(says(other), [422, 'no_tests']);
    });

    test('updates and replaces are judged by rules of either', async () => {
      const id = await task(await project());
      assert.deepEqual(says(await ask(`PATCH /tasks/${id}`, { title: 'test' })), [422, 'no_tests']);
      assert.deepEqual(says(await ask(`PUT /tasks/${id}`, { title: 'test' })), [422, 'no_tests']);
      assert.deepEqual(says(await ask(`PATCH /tasks/${id}`, { title: 'two' }, { by: 1 })), [403, 'not_yours']);
      assert.deepEqual(says(await ask(`PATCH /tasks/${id}`, { title: 'test' }, { by: 1 })), [422, 'no_tests']);
      assert.deepEqual(says(await ask(`PATCH /tasks/${id}`, { points: 100 })), [422, 'broken']);
      assert.equal((await ask(`PUT /tasks/${id}`, { title: 'two' })).json.title, 'two');
    });

    test('a transition is judged by its input, after its state', async () => {
      const id = await task(await project());
      assert.deepEqual(says(await ask(`POST /tasks/${id}/start`, { hours: 9 })), [422, 'too_long']);
      assert.equal((await ask(`POST /tasks/${id}/start`, { hours: 8 })).json.status, 'doing');
      assert.deepEqual(says(await ask(`POST /tasks/${id}/start`, { hours: 9 })), [409, 'wrong_state']);
      assert.deepEqual(says(await ask(`POST /tasks/${id}/restart`)), [422, 'broken']);
      assert.equal((await ask(`POST /tasks/${id}/finish`)).json.status, 'done');
    });

    test('a rejection is kept for its idempotency key', async () => {
      const id = await task(await project());
      await ask(`POST /tasks/${id}/start`, { hours: 1 });
      const headers = { 'Idempotency-Key': `key-${id}` };
      const first = await ask(`POST /tasks/${id}/restart`, undefined, { headers });
      await ask(`PATCH /tasks/${id}`, { points: 2 });
      const again = await ask(`POST /tasks/${id}/restart`, undefined, { headers });
      assert.deepEqual([says(first), again.text], [[422, 'broken'], first.text]);
      assert.equal((await ask(`POST /tasks/${id}/restart`)).status, 200);
    });

    test('an effect, a handler and a time are judged too', async () => {
      const of = await project();
      const id = await task(of);
      assert.deepEqual(says(await ask(`POST /projects/${of}/hurry`)), [422, 'too_long']);
      assert.deepEqual(says(await ask('POST /write', { project: of, title: 'test' })), [422, 'no_tests']);
      assert.equal((await ask('POST /write', { project: of, title: 'two' })).status, 200);
      const other = await task(of, { points: 2 });
      for (const each of [id, other]) await ask(`POST /tasks/${each}/start`, { hours: 1 });
      moment += 2 * day;
      for (const each of [id, other]) await ask(`PATCH /tasks/${each}`, { title: 'late' });
      const states = [await ask(`GET /tasks/${id}`), await ask(`GET /tasks/${other}`)];
      assert.deepEqual(
        states.map(({ json }) => json.status),
        ['doing', 'todo'],
      );
    });

    test('a deletion is judged as the record is; one that follows it may make it still referenced', async () => {
      const of = await project();
      const id = await task(of);
      assert.deepEqual(says(await ask(`DELETE /tasks/${id}`, undefined, { by: 1 })), [403, 'not_yours']);
      await ask(`POST /tasks/${id}/start`, { hours: 1 });
      assert.deepEqual(says(await ask(`DELETE /projects/${of}`)), [409, 'busy']);
      await ask(`POST /tasks/${id}/finish`);
      const note = (await ask('POST /notes', { task: id, text: 'keep' })).json.id;
      assert.deepEqual(says(await ask(`DELETE /tasks/${id}`)), [409, 'referenced']);
      assert.deepEqual(says(await ask(`DELETE /projects/${of}`)), [409, 'referenced']);
      assert.deepEqual(says(await ask(`DELETE /projects/${of}`, undefined, { by: 1 })), [409, 'referenced']);
      assert.equal((await ask(`GET /notes/${note}`)).status, 200);
      const free = await task(of);
      await ask('POST /notes', { task: free, text: 'go' });
      const clear = (await ask('POST /notes', { about: free, text: 'fixed' })).json.id;
      assert.deepEqual(says(await ask(`DELETE /tasks/${free}`)), [409, 'referenced']);
      assert.equal((await ask(`GET /notes/${clear}`)).json.about, free);
      const last = await task(of);
      await ask('POST /notes', { about: last, text: 'loose' });
      assert.equal((await ask(`DELETE /tasks/${last}`)).status, 204);
    });

    test('of many at once no more succeed than a question allows', async () => {
      const of = await project();
      const ids = await Promise.all(Array.from({ length: 8 }, () => task(of)));
      const got = await Promise.all(ids.map((id) => ask(`POST /tasks/${id}/start`, { hours: 1 })));
      assert.deepEqual(got.map(({ status }) => status).sort(), [200, 200, ...Array.from({ length: 6 }, () => 409)]);
    });
  });
}
