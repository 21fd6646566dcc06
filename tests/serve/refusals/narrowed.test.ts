import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Tasks', {
  purpose: `Keeps what is to be done.

- In scope: tasks`,
  resources: `### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| text | string | required |
| state | state | |`,
  states: `### Task

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| open | finish | done | \`text != "stay"\` |
| open | update | | \`text != "wrong"\` |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task\` | 200 \`Task\` |
| finish Task as complete | POST | /tasks/{id}/complete | | 200 \`Task\` |`,
  authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| nothing_to_finish | 404 | not found on finish Task |
| no_task | 404 | not found |
| stays | 409 | guard fails on finish Task |
| not_so | 409 | guard fails on update Task |
| is_over | 409 | wrong state on finish Task; wrong state on update Task |`,
});

test('rows narrowed to a transition cover each operation that its rows bind', () => {
  const { diagnostics, gaps } = readDocument(createSource('tasks.md', document));
  assert.ok(diagnostics.every(({ severity }) => severity === 'warning'));
  const columns = gaps.map(({ column }) => column);
  assert.deepEqual(
    columns.filter((column) => /not found|guard fails|wrong state/.test(column)),
    [],
  );
});

for (const [store, address] of everyStore) {
  describe(`rows narrowed to a transition ${store}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      ours = await served.key(['all'], { shop: 'north' });
      theirs = await served.key(['all'], { shop: 'south' });
    });
    after(() => served.close());

    const made = async (text: string): Promise<string> =>
      `/tasks/${(await served.ask('POST /tasks', { key: ours, body: { text } })).json.id}`;
    const code = async (line: string, body?: object, key = ours): Promise<string> => {
      const { status, json } = await served.ask(line, { key, ...(body === undefined ? {} : { body }) });
      return `${status} ${json.code ?? json.state}`;
    };

    test('answer for an operation that runs it under a name of its own, whatever refuses it', async () => {
      const path = await made('stay');
      assert.equal(await code(`POST ${path}/complete`), '409 stays');
      assert.equal(await code(`POST ${path}/complete`, undefined, theirs), '404 nothing_to_finish');
      assert.equal(await code(`PATCH ${path}`, { text: 'go' }, theirs), '404 no_task');
      assert.equal(await code(`PATCH ${path}`, { text: 'go' }), '200 open');
      assert.equal(await code(`POST ${path}/complete`), '200 done');
      assert.equal(await code(`POST ${path}/complete`), '409 is_over');
    });

    test('answer for a replace that is bound by rows of update', async () => {
      const path = await made('first');
      assert.equal(await code(`PUT ${path}`, { text: 'wrong' }), '409 not_so');
      assert.equal(await code(`PATCH ${path}`, { text: 'wrong' }), '409 not_so');
      assert.equal(await code(`PUT ${path}`, { text: 'second' }, theirs), '404 no_task');
      assert.equal(await code(`POST ${path}/complete`), '200 done');
      assert.equal(await code(`PUT ${path}`, { text: 'third' }), '409 is_over');
    });
  });
}
