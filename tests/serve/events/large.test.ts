import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Texts

## Resources and their fields

### Text

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | required |

## Endpoints

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
| create Text | | /texts | 204 |
| list events | GET | /events | 200 \`{ data: { body: payload }[], next: next cursor }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |

## Events

| Event | When | Payload |
| --- | --- | --- |
| text.created | create Text | \`Text\` |

## Errors

- Codes: named after conditions
`;

for (const [store, address] of everyStore) {
  test(`a page of large events ends early and continues with the next one, ${store}`, async (t) => {
    const { ask, store: opened } = await serveIn(t, document, {}, undefined, await address());
    const text = 'x'.repeat(900_000);
    for (let at = 0; at < 30; at++) assert.equal((await ask('POST /texts', { body: { text } })).status, 204);
    await allNumbered(opened);
    const pages: number[][] = [];
    for (let cursor = ''; ; ) {
      const { status, json } = await ask(`GET /events?limit=1000${cursor}`);
      assert.equal(status, 200);
      pages.push(json.data.map(({ body }: { body: { id: number } }) => body.id));
      if (json.next === null) break;
      cursor = `&cursor=${json.next}`;
    }
    assert.deepEqual(
      pages.flat(),
      Array.from({ length: 30 }, (_, at) => at + 1),
    );
    assert.ok(pages.length > 2 && pages.every(({ length }) => length < 15), JSON.stringify(pages));
  });
}
