import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = `# Pages

## Resources and their fields

### Page

| Field | Type | Constraints |
| --- | --- | --- |
| slug | string | required; identity; create-only |
| text | string | required |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| handle | string | required; unique |

## Endpoints

| Operation | Path |
| --- | --- |
| create, read, update, delete Page | /pages |
| create Person | /people |
| update Person | /people/{id} |
| read Person | /handles/{handle} |

## Errors

- Codes: named after conditions
`;

for (const [store, address] of everyStore) {
  test(`the tag of a deleted record does not hold for one with its identity, ${store}`, async (t) => {
    // the clock stands still: each record is new within one millisecond
    const { ask } = await serveIn(t, document, {}, () => 1_800_000_000_000, await address());
    const create = (text: string) => ask('POST /pages', { body: { slug: 'x', text } });
    await create('first');
    const tag = (await ask('GET /pages/x')).headers.get('etag')!;
    assert.equal((await ask('GET /pages/x', { headers: { 'If-None-Match': tag } })).status, 304);
    assert.equal((await ask('DELETE /pages/x', { headers: { 'If-Match': tag } })).status, 204);
    await create('second');
    const read = await ask('GET /pages/x', { headers: { 'If-None-Match': tag } });
    assert.deepEqual([read.status, read.json?.text], [200, 'second']);
    const sent = { body: { text: 'third' }, headers: { 'If-Match': tag } };
    assert.equal((await ask('PATCH /pages/x', sent)).status, 412);
    const own = { body: { text: 'third' }, headers: { 'If-Match': read.headers.get('etag')! } };
    assert.equal((await ask('PATCH /pages/x', own)).status, 200);
  });

  test(`the tag of a record does not hold for another one at its address, ${store}`, async (t) => {
    const { ask } = await serveIn(t, document, {}, () => 1_800_000_000_000, await address());
    for (const handle of ['ada', 'bob']) await ask('POST /people', { body: { handle } });
    const tag = (await ask('GET /handles/ada')).headers.get('etag')!;
    await ask('PATCH /people/1', { body: { handle: 'other' } });
    await ask('PATCH /people/2', { body: { handle: 'ada' } });
    const read = await ask('GET /handles/ada', { headers: { 'If-None-Match': tag } });
    assert.deepEqual([read.status, read.json?.id], [200, 2]);
  });
}
