import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Maps and objects with a number of keys. The tests hold each accepted request against its description. */
const document = documentText('Things', {
  resources: `### Address (object)

| Field | Type | Constraints |
| --- | --- | --- |
| town | string | required |
| zip | string | |

### X

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| by | map of Address | 1..2 keys |
| texts | map of string | 1..2 keys |
| lists | map of string[] | |
| free | object | ..2 keys |
| deep | map of Deep | |

### Deep (object)

| Field | Type | Constraints |
| --- | --- | --- |
| named | map of Address | 1..2 keys |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create X | /xs | \`X\` | 201 \`X\` |
| update X | /xs/{id} | \`X\` | 200 \`X\` |`,
  errors: '- Codes: named after conditions',
  versioning: versioned(['2', '1'], '| 2 | renamed | X.texts | strings | | |'),
});

const first = {
  by: { a: { town: 'A', zip: '1' } },
  texts: { a: '1', b: '2' },
  lists: { a: ['x'] },
  free: { a: 1, b: 2 },
  deep: { x: { named: { a: { town: 'A' } } } },
};

for (const [store, address] of everyStore) {
  test(`a merge patch adds, changes and removes entries of maps, and the result has the right number of keys, ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const { id } = (await served.ask('POST /xs', { body: first })).json;
    const patch = async (body: object, version = '2') => {
      const { status, json } = await served.ask(`PATCH /xs/${id}`, { body, headers: { V: version } });
      return status === 200 ? json : [status, json.errors];
    };
    const wrong = (pointer: string) => [422, [{ pointer, message: 'must have 1 to 2 keys' }]];
    assert.deepEqual((await patch({ by: { a: { zip: '2' } } })).by, { a: { town: 'A', zip: '2' } });
    const { by } = await patch({ by: { a: null, b: { town: 'B' }, c: { town: 'C' } } });
    assert.deepEqual(by, { b: { town: 'B' }, c: { town: 'C' } });
    assert.deepEqual((await patch({ texts: { a: null, b: null, c: '3' } })).texts, { c: '3' });
    assert.deepEqual((await patch({ strings: { c: null, d: '4', e: '5' } }, '1')).strings, { d: '4', e: '5' });
    assert.deepEqual(await patch({ texts: {} }), await patch({}));
    assert.deepEqual(await patch({ texts: { c: '3' } }), wrong('/texts'));
    assert.deepEqual(await patch({ strings: { c: '3' } }, '1'), wrong('/strings'));
    assert.deepEqual(await patch({ texts: { d: null, e: null } }), wrong('/texts'));
    assert.deepEqual((await patch({ lists: { a: null, b: [] } })).lists, { b: [] });
    assert.deepEqual((await patch({ free: { a: null, b: null, c: null } })).free, {});
    const { deep } = await patch({ deep: { x: { named: { a: null, b: { town: 'B' }, c: { town: 'C' } } } } });
    assert.deepEqual(deep, { x: { named: { b: { town: 'B' }, c: { town: 'C' } } } });
    assert.deepEqual(await patch({ deep: { x: { named: { b: null, c: null } } } }), wrong('/deep/x/named'));
    const added = await patch({ by: { b: null, d: { zip: '2' } } });
    assert.deepEqual(added, [422, [{ pointer: '/by/d/town', message: 'is required' }]]);
  });
}
