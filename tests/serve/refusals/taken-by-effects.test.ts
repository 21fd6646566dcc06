import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Seats', {
  resources: `### Seat

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| holder | string | read-only; unique |
| note | string | |

### Guest

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | |
| slug | string | = \`slug(name)\`; unique |
| seat | ref Seat | |`,
  states: `### Guest

| Transition | Effect |
| --- | --- |
| hide | \`name = "Hidden"\` |
| sit | \`seat.holder = "taken"\` |
| remark | \`seat.note = "taken"\` |
| delete | \`seat.holder = "left"\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Seat | /seats | | |
| create, delete Guest | /guests | | |
| hide Guest | /guests/{id}/hide | | 200 \`Guest\` |
| sit Guest | /guests/{id}/sit | | 200 \`Guest\` |
| remark Guest | /guests/{id}/remark | | 200 \`Guest\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| taken | 409 | not unique |
| invalid | 422 | invalid input |`,
});

for (const [name, address] of everyStore) {
  test(`values that effects set and that another record has are a planned refusal ${name}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const send = async (line: string, body?: object) => (await served.ask(line, { body })).status;
    for (const id of [1, 2]) {
      assert.equal(await send('POST /seats', {}), 201);
      assert.equal(await send('POST /guests', { name: `Guest ${id}`, seat: id }), 201);
    }
    // A field that is computed from what the Effect sets.
    assert.equal(await send('POST /guests/1/hide'), 200);
    assert.equal(await send('POST /guests/2/hide'), 409);
    // A field of another record that no client may change.
    assert.equal(await send('POST /guests/1/sit'), 200);
    const sat = await served.ask('POST /guests/2/sit', {});
    assert.equal(sat.status, 409);
    // It is no member of the request: the error names the resource instead.
    assert.deepEqual(sat.json.errors, [{ pointer: '', message: 'Seat.holder is already in use' }]);
    assert.equal(await send('POST /guests/2/remark'), 200);
    assert.equal(await send('DELETE /guests/1'), 204);
    assert.equal(await send('DELETE /guests/2'), 409);
    const { steps } = served.plan.operations.find((operation) => operation.name === 'remark Guest')!;
    const codes = steps.flatMap(({ refusals = [] }) => refusals.map(({ code }) => code));
    assert.ok(!codes.includes('taken'));
  });
}
