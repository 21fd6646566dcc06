import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Posts that are numbered within their board, by a constraint or by an Effect. */
function boards(number: string, states: string): string {
  return documentText('Boards', {
    resources: `### Board

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Post

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| board | ref Board | required |
| text | string | |
| number | integer | ${number} |`,
    states,
    endpoints: `| Operation | Path |
| --- | --- |
| create Board | /boards |
| create, update Post | /posts |`,
    errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| taken | 409 | not unique |
| invalid | 422 | invalid input |`,
  });
}

const byEffect = `### Post

| Transition | Effect |
| --- | --- |
| create | \`number = next(number, board)\` |`;

const cases = [
  ['by a constraint', boards('assigned; unique with board', 'None.')],
  ['by an Effect', boards('read-only; unique with board', byEffect)],
] as const;

for (const [name, address] of everyStore) {
  for (const [how, document] of cases) {
    test(`an update to where the number of the record is taken is a planned refusal: ${how} ${name}`, async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const send = async (line: string, body: object) => {
        const { status, json } = await served.ask(line, { body });
        return [status, json.number ?? json.errors?.[0].pointer];
      };
      await send('POST /boards', {});
      await send('POST /boards', {});
      assert.deepEqual(await send('POST /posts', { board: 1 }), [201, 1]);
      assert.deepEqual(await send('POST /posts', { board: 2 }), [201, 1]);
      assert.deepEqual(await send('POST /posts', { board: 2 }), [201, 2]);
      assert.deepEqual(await send('PATCH /posts/1', { board: 2 }), [409, '/number']);
      assert.deepEqual(await send('PATCH /posts/3', { board: 1 }), [200, 2]);
      const creating = served.plan.operations.find(({ kind, resource }) => kind === 'create' && resource === 'Post')!;
      const codes = creating.steps.flatMap(({ refusals = [] }) => refusals.map(({ code }) => code));
      assert.ok(!codes.includes('taken'));
    });
  }
}
