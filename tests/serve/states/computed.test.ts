import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| n | integer | |
| twice | integer | = \`n * 2\` |
| was | integer | read-only |
| owner | ref Owner | on delete clear |
| owned | boolean | = \`has(owner)\` |

### Owner

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |`,
  states: `### Box

| Transition | Guard | Effect | Error |
| --- | --- | --- | --- |
| create | \`twice > 4\` | \`was = twice\` | small |
| update | \`(twice > 6 and twice < 9) or not owned\` | \`was = twice\` | small |
| replace | \`twice > 8\` | | small |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read, update, replace Box | /boxes |
| create, delete Owner | /owners |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions\n\n| Code | Status | Condition |\n| --- | --- | --- |\n| small | 409 | |',
});

for (const [name, address] of everyStore) {
  test(`guards and effects read fields as they are computed from the request, ${name}`, async (t) => {
    const served = await serveIn(t, text, {}, undefined, await address());
    const key = await served.key(['all'], {});
    const ask = async (line: string, body?: object) => {
      const { status, json } = await served.ask(line, { key, ...(body === undefined ? {} : { body }) });
      return [status, json?.code ?? json?.was];
    };
    const owner = (await served.ask('POST /owners', { key, body: {} })).json.id;
    assert.deepEqual(await ask('POST /boxes', { n: 2 }), [409, 'small']);
    const made = await served.ask('POST /boxes', { key, body: { n: 3, owner } });
    assert.deepEqual([made.status, made.json.twice, made.json.was], [201, 6, 6]);
    const path = `/boxes/${made.json.id}`;
    assert.deepEqual(await ask(`PATCH ${path}`, { n: 2 }), [409, 'small']);
    assert.deepEqual(await ask(`PATCH ${path}`, { n: 4 }), [200, 8]);
    assert.deepEqual(await ask(`PUT ${path}`, { n: 4, owner }), [409, 'small']);
    assert.deepEqual(await ask(`PUT ${path}`, { n: 5, owner }), [200, 8]);
    assert.equal((await served.ask(`DELETE /owners/${owner}`, { key })).status, 204);
    const left = (await served.ask(`GET ${path}`, { key })).json;
    assert.deepEqual([left.owned, left.owner, left.was], [false, undefined, 10]);
  });
}

const twoMachines = documentText('Crates', {
  resources: `### Crate

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| n | integer | |
| twice | integer | = \`n * 2\` |
| phase | state | |
| size | state | |`,
  states: `### Crate.phase

| State | Kind |
| --- | --- |
| begun | initial |
| done | |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| begun | update | done | \`n == 3\` | \`n = 4\` |
| done | update | begun | \`n == 0\` | |
| any | update | — | | |

### Crate.size

| State | Kind |
| --- | --- |
| small | initial |
| large | |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| small | update | large | \`twice == 8\` |
| large | update | small | \`twice == 0\` |
| any | update | — | |`,
  endpoints: '| Operation | Path |\n| --- | --- |\n| create, read, update Crate | /crates |',
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  test(`a second state machine reads fields as they are computed from the effects of the first, ${name}`, async (t) => {
    const served = await serveIn(t, twoMachines, {}, undefined, await address());
    const key = await served.key(['all'], {});
    const path = `/crates/${(await served.ask('POST /crates', { key, body: { n: 1 } })).json.id}`;
    const put = async (n: number) => {
      const { json } = await served.ask(`PATCH ${path}`, { key, body: { n } });
      return [json.phase, json.size, json.n, json.twice];
    };
    assert.deepEqual(await put(2), ['begun', 'small', 2, 4]);
    assert.deepEqual(await put(3), ['done', 'large', 4, 8]);
    assert.deepEqual(await put(0), ['begun', 'small', 0, 0]);
  });
}
