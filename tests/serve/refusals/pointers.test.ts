import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Tasks', {
  purpose: `Keeps what is to be done.

- In scope: tasks`,
  resources: `### List

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| list | ref List | required; on delete cascade |
| others | ref List[] | |
| text | string | required |
| note | string | |
| state | state | |`,
  states: `### Task

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To |
| --- | --- | --- |
| open | finish | done |

| Field | open | done |
| --- | --- | --- |
| note | required | editable |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create List | POST | /lists | \`List\` | 201 \`List\` |
| create Task | POST | /tasks | \`{ "a/b": Task.list, also?: Task.others, words: Task.text, remark?: Task.note }\` | 201 \`Task\` |
| create Task as add | POST | /lists/{list}/tasks | \`{ under?: Task.list, words: Task.text, remark?: Task.note }\` | 201 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`{ under?: Task.list, remark?: Task.note }\` | 200 \`Task\` |
| finish Task | POST | /tasks/{id}/finish | | 200 \`Task\` |`,
  authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
});

for (const [store, address] of everyStore) {
  describe(`places of what is wrong ${store}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      ours = await served.key(['all'], { shop: 'north' });
      theirs = await served.key(['all'], { shop: 'south' });
    });
    after(() => served.close());

    const list = async (key: string): Promise<string> => (await served.ask('POST /lists', { key, body: {} })).json.id;
    const wrong = async (line: string, body: object): Promise<string[]> => {
      const { status, json } = await served.ask(line, { key: ours, body });
      assert.equal(status, 422, JSON.stringify(json));
      return json.errors.map((error: { pointer: string }) => error.pointer);
    };

    test('a field that the request names otherwise is told by the name that was sent', async () => {
      const [mine, its] = [await list(ours), await list(theirs)];
      const words = 'x';
      assert.deepEqual(await wrong('POST /tasks', { 'a/b': its, words, remark: 'x' }), ['/a~1b']);
      assert.deepEqual(await wrong('POST /tasks', { 'a/b': its, also: [mine, its], words, remark: 'x' }), [
        '/a~1b',
        '/also/1',
      ]);
      assert.deepEqual(await wrong('POST /tasks', { 'a/b': mine, words }), ['/remark']);
      assert.deepEqual(await wrong(`POST /lists/${mine}/tasks`, { under: its, words, remark: 'x' }), ['/under']);
      const made = await served.ask('POST /tasks', { key: ours, body: { 'a/b': mine, words, remark: 'x' } });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(await wrong(`PATCH /tasks/${made.json.id}`, { under: its }), ['/under']);
      assert.deepEqual(await wrong(`PATCH /tasks/${made.json.id}`, { remark: null }), ['/remark']);
    });
  });
}
