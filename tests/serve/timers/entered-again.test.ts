import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const page = documentText('Nodes', {
  resources: `### Node

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | identity; 1..20 characters |
| shop | string | internal |
| address | string | required |
| beats | integer | default 0; read-only |
| seen_at | date-time | assigned on update |
| status | state | |

### Beat

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| node | ref Node | read-only; on delete cascade |`,
  states: `### Node

| State | Kind |
| --- | --- |
| alive | initial |
| lost | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| alive | update | alive | | |
| alive | replace | alive | | \`create Beat(node: name)\` |
| alive | miss | lost | after 1 minute | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| replace Node | PUT | /nodes/{name} | \`Node(address)\` | 200 \`Node\`; 201 \`Node\` when new |
| read, update Node | | /nodes | | |
| list Beat | GET | /beats | | 200 \`Beat[]\` |`,
  authentication: `- Tenant: shop

${keyed('| all | all | |')}`,
});

test('the steps of an update say that it restarts a timer', () => {
  const { operations } = planFor(page);
  const wordsOf = (name: string) =>
    operations.find((operation) => operation.name === name)!.steps.map(({ words }) => words);
  assert.ok(wordsOf('update Node').includes('stop here if no field has changed and no timer restarts'));
  const others = 'if no field has changed and no timer restarts, do only the effects on other records';
  assert.ok(wordsOf('replace Node').includes(others));
});

for (const [name, address] of everyStore) {
  test(`an update that enters the present state again restarts its timer, also if no field changes ${name}`, async (t) => {
    let now = Date.parse('2026-11-30T12:00:00Z');
    const served = await serveIn(t, page, {}, () => now, await address());
    const [north, south] = [await served.key(['all'], { shop: 'a' }), await served.key(['all'], { shop: 'b' })];
    const body = { address: '10.0.0.1' };
    for (const [path, key] of [
      ['/nodes/a', north],
      ['/nodes/b', north],
      ['/nodes/c', south],
    ] as const)
      assert.equal((await served.ask(`PUT ${path}`, { key, body })).status, 201);
    for (let beat = 0; beat < 3; beat++) {
      now += 40_000;
      const patched = await served.ask('PATCH /nodes/a', { key: north, body: {} });
      const put = await served.ask('PUT /nodes/b', { key: north, body });
      assert.deepEqual([patched.status, put.status], [200, 200], patched.text + put.text);
      assert.deepEqual([put.json.status, put.json.seen_at], ['alive', new Date(now).toISOString()]);
    }
    const late = await served.ask('PATCH /nodes/c', { key: south, body: {} });
    assert.equal(late.status, 409, 'without an update the timer ends');
    assert.equal((await served.ask('GET /nodes/c', { key: south })).json.status, 'lost');
    assert.equal((await served.ask('GET /beats', { key: north })).json.length, 3);
    assert.deepEqual((await served.ask('GET /beats', { key: south })).json, []);
  });

  test(`an update that keeps the state and every field is no change ${name}`, async (t) => {
    let now = Date.parse('2026-11-30T12:00:00Z');
    const staying = page.replace('| alive | update | alive |', '| alive | update | |');
    const served = await serveIn(t, staying, {}, () => now, await address());
    const key = await served.key(['all'], { shop: 'a' });
    await served.ask('PUT /nodes/a', { key, body: { address: '10.0.0.1' } });
    const made = await served.ask('GET /nodes/a', { key });
    now += 40_000;
    const same = await served.ask('PATCH /nodes/a', { key, body: {} });
    assert.deepEqual([same.status, same.json.seen_at], [200, made.json.seen_at]);
    now += 40_000;
    assert.equal((await served.ask('PATCH /nodes/a', { key, body: {} })).status, 409, 'the timer has ended');
  });
}
