import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Things

## Resources and their fields

### Parent

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| raw | any | |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| parent | ref Parent | on delete restrict |
| raw | any | |
| status | state | |

### Box (object)

| Field | Type | Constraints |
| --- | --- | --- |
| inner | any | |

## States and transitions

### Thing

| State | Kind |
| --- | --- |
| open | initial |
| full | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | fill | same | \`raw = [input.inner]\` |
| open | end | full | |

## Endpoints

- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Parent | | /parents | | |
| create, read, update Thing | | /things | | |
| fill Thing | | /things/{id}/fill | \`Box\` | |
| end Thing | | /things/{id}/end | | |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[], next: next cursor }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |

## Events

| Event | When | Payload |
| --- | --- | --- |
| thing.changed | create Thing, update Thing, fill Thing | \`Thing(id, parent: Parent, raw)\` |

## Errors

- Codes: named after conditions
`;

/** A value with this many levels of lists. */
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

for (const [store, address] of everyStore) {
  test(`a record is nested at most 64 levels, and each event of one can be read, ${store}`, async (t) => {
    const { ask, plan, store: opened } = await serveIn(t, document, {}, undefined, await address());
    const steps = plan.operations.find(({ name }) => name === 'create Thing')!.steps.map(({ words }) => words);
    assert.ok(steps.includes('check that the Thing is nested at most 64 levels deep in raw'));
    const said: string[] = [];
    const send = async (line: string, text: string, type = 'application/json') => {
      const { status, json } = await ask(line, { text, headers: { 'content-type': type } });
      said.push(...(json.errors ?? []).map(({ message }: { message: string }) => message));
      return [status, json.code ?? json.id, json.errors?.[0].pointer];
    };
    assert.deepEqual(await send('POST /parents', `{"raw":${nested(63)}}`), [201, 1, undefined]);
    assert.deepEqual(await send('POST /parents', `{"raw":${nested(64)}}`), [400, 'malformed_request', '']);
    assert.deepEqual(await send('POST /things', `{"parent":1,"raw":${nested(63)}}`), [201, 1, undefined]);

    const patch = (path: string, levels: number) =>
      send(
        'PATCH /things/1',
        `[{"op":"add","path":"${path}","value":${nested(levels)}}]`,
        'application/json-patch+json',
      );
    assert.deepEqual(await patch('/raw', 1), [200, 1, undefined]);
    assert.deepEqual(await patch('/raw/-', 60), [200, 1, undefined]);
    assert.deepEqual(await patch(`/raw${'/0'.repeat(60)}/-`, 3), [422, 'invalid_input', '/0']);
    assert.deepEqual(await patch(`/raw${'/0'.repeat(60)}/-`, 2), [200, 1, undefined]);

    assert.deepEqual(await send('POST /things/1/fill', `{"inner":${nested(62)}}`), [200, 1, undefined]);
    assert.deepEqual(await send('POST /things/1/fill', `{"inner":${nested(63)}}`), [422, 'invalid_input', '/raw']);

    assert.equal(said.at(-1), 'makes the record nested deeper than 64 levels');

    await allNumbered(opened);
    const events = await ask('GET /events');
    assert.equal(events.status, 200, events.text);
    const raws = events.json.data.map(({ body }: { body: { raw: unknown } }) => JSON.stringify(body.raw));
    assert.deepEqual(raws, [nested(63), nested(1), nested(61), nested(63), nested(63)]);
  });
}
