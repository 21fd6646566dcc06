import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const page = documentText('Tickets', {
  resources: `### Desk

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| solved | integer | default 0; read-only |
| open | boolean | default true |

### Ticket

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| desk | ref Desk | |
| title | string | required |
| owner | string or null | default null |
| note | string | |
| tags | string[] | default [] |
| place | Place | |
| spot | Place or null | default null |
| status | state | |

### Place (object)

| Field | Type |
| --- | --- |
| city | string |
| gate | Gate |

### Gate (object)

| Field | Type |
| --- | --- |
| number | integer |

### Change

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| ticket | ref Ticket | on delete cascade; read-only |
| what | string | read-only |`,
  states: `### Ticket

| State | Kind |
| --- | --- |
| open | initial |
| solved | |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | create | | \`create Change(ticket: id, what: "owned")\` when \`owner != null\`; \`create Change(ticket: id, what: "new")\` when \`changed(title)\` |
| any | update | | \`create Change(ticket: id, what: "title")\` when \`changed(title)\`; \`create Change(ticket: id, what: "owner")\` when \`changed(owner)\`; \`create Change(ticket: id, what: "note")\` when \`changed(note)\`; \`create Change(ticket: id, what: "tags")\` when \`changed(record.tags)\`; \`create Change(ticket: id, what: "place")\` when \`changed(place)\`; \`create Change(ticket: id, what: "city")\` when \`changed(place.city)\`; \`create Change(ticket: id, what: "gate")\` when \`changed(record.place.gate.number)\`; \`create Change(ticket: id, what: "spot")\` when \`changed(spot.city)\` |
| open | solve | solved | \`desk.solved = desk.solved + 1\` when \`has(desk) and desk.open\`; \`tags.each(t, create Change(ticket: id, what: t))\` when \`input.log\` |
| solved | reopen | open | \`Change.each(c, c.ticket == id, delete c)\` when \`not Change.exists(c, c.ticket == id and c.what == "keep")\`; \`create Change(ticket: id, what: "long")\` when \`size(note) > 3\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read, update Desk | | /desks | | |
| create, read, update Ticket | | /tickets | | |
| solve Ticket | POST | /tickets/{id}/solve | \`{ log: Desk.open }\` | 200 \`Ticket\` |
| reopen Ticket | POST | /tickets/{id}/reopen | | 200 \`Ticket\` |
| list Change | GET | /tickets/{ticket}/changes | | 200 \`Change[]\` |`,
  authentication: `- Tenant: shop

${keyed('| all | all | |')}`,
});

for (const [name, address] of everyStore) {
  test(`an effect is done if its condition holds ${name}`, async (t) => {
    const served: Served = await serveIn(t, page, {}, undefined, await address());
    const [north, south] = [await served.key(['all'], { shop: 'a' }), await served.key(['all'], { shop: 'b' })];
    const ask = (line: string, body?: object, key = north) => served.ask(line, { key, ...(body && { body }) });
    const changes = async (ticket = 1, key = north) =>
      (await ask(`GET /tickets/${ticket}/changes`, undefined, key)).json.map(({ what }: { what: string }) => what);

    await ask('POST /desks', {});
    assert.equal((await ask('POST /tickets', { title: 'a', desk: 1 })).status, 201);
    assert.equal((await ask('POST /tickets', { title: 'b', owner: 'ada' }, south)).status, 201);
    assert.deepEqual([await changes(), await changes(2, south)], [['new'], ['owned', 'new']]);

    const patch = async (body: object): Promise<readonly string[]> => {
      const before = (await changes()).length;
      const answered = await ask('PATCH /tickets/1', body);
      assert.equal(answered.status, 200, answered.text);
      return (await changes()).slice(before);
    };
    assert.deepEqual(await patch({ title: 'a' }), []);
    assert.deepEqual(await patch({ title: 'b', owner: 'ada' }), ['title', 'owner']);
    assert.deepEqual(await patch({ owner: null }), ['owner']);
    assert.deepEqual(await patch({ note: 'x' }), ['note']);
    assert.deepEqual(await patch({ note: 'x', owner: null }), []);
    assert.deepEqual(await patch({ note: null }), ['note']);
    assert.deepEqual(await patch({ tags: ['red', 'blue'], place: { city: 'Bern' } }), ['tags', 'place', 'city']);
    assert.deepEqual(await patch({ tags: ['red', 'blue'], place: { city: 'Bern' } }), []);
    assert.deepEqual(await patch({ place: { city: 'Thun' } }), ['place', 'city']);
    assert.deepEqual(await patch({ place: { gate: {} } }), ['place']);
    assert.deepEqual(await patch({ place: { gate: { number: 1 } } }), ['place', 'gate']);
    assert.deepEqual(await patch({ place: { gate: null } }), ['place', 'gate']);
    assert.deepEqual(await patch({ place: null }), ['place', 'city']);
    assert.deepEqual(await patch({ spot: {} }), []);
    assert.deepEqual(await patch({ spot: { city: 'Bern' } }), ['spot']);
    assert.deepEqual(await patch({ spot: null }), ['spot']);
    assert.equal((await ask('PATCH /tickets/1', { title: 5 })).status, 422);

    const solve = async (log: boolean): Promise<readonly string[]> => {
      const before = (await changes()).length;
      assert.equal((await ask('POST /tickets/1/solve', { log })).status, 200);
      return (await changes()).slice(before);
    };
    const solved = async () => (await ask('GET /desks/1')).json.solved;
    assert.deepEqual([await solve(false), await solved()], [[], 1]);
    // The condition reads a field that is absent: the request is refused, and nothing is written.
    const failed = await ask('POST /tickets/1/reopen');
    assert.deepEqual([failed.status, (await ask('GET /tickets/1')).json.status], [422, 'solved']);
    assert.match(failed.text, /the condition of an effect cannot be computed/);
    await ask('PATCH /tickets/1', { note: 'four' });
    assert.equal((await ask('POST /tickets/1/reopen')).status, 200);
    assert.deepEqual(await changes(), ['long']);
    await ask('PATCH /desks/1', { open: false });
    assert.deepEqual([await solve(true), await solved()], [['red', 'blue'], 1]);
    assert.deepEqual(await changes(2, south), ['owned', 'new']);
  });
}
