import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Lists with figures of fields that have another name now, and of states and `one of` that have other names or are new. */
const parcels = documentText('Parcels', {
  resources: `### Parcel

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| status | state | |
| size | one of small, large, huge | required |
| marks | (one of red, blue)[] | |
| weight | integer | |
| hint | string | |`,
  states: `### Parcel

| State | Kind |
| --- | --- |
| open | initial |
| sent | final |

| From | Transition | To |
| --- | --- | --- |
| open | send | sent |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Parcel | POST | /parcels | \`Parcel\` | 201 \`Parcel\` |
| send Parcel | POST | /parcels/{id}/send | | 200 \`Parcel\` |
| list Parcel | GET | /parcels | | 200 \`{ status: counts of status, sizes: values of size, by_size: counts of size, marks: counts of marks, weight: sum of weight, most: maximum of weight, hints: values of hint }\` |`,
  authentication: keyed('| clerk | all Parcel | `shop == caller.shop` |'),
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | renamed | Parcel.weight | grams | | |
| 3 | value added | Parcel.size huge | | as large | |
| 3 | renamed | Parcel.size large | big | | |
| 2 | renamed | Parcel.status | phase | | |
| 2 | renamed | Parcel.status sent | gone | | |
| 2 | renamed | Parcel.marks red | scarlet | | |
| 2 | added | Parcel.hint | | | |`,
  ),
});

for (const [store, address] of everyStore) {
  describe(`figures in older versions ${store}`, () => {
    test('show the names of fields and values that the version has', async (t) => {
      const served = await serve(parcels, {}, undefined, await address());
      t.after(() => served.close());
      const key = await served.key(['clerk'], { shop: 'a' });
      const other = await served.key(['clerk'], { shop: 'b' });
      for (const [by, body] of [
        [key, { size: 'small', weight: 3, marks: ['red', 'blue'], hint: 'x' }],
        [key, { size: 'huge', weight: 4, marks: ['red'] }],
        [key, { size: 'large', weight: 5 }],
        [other, { size: 'large', weight: 500, marks: ['blue'], hint: 'y' }],
      ] as const)
        assert.equal((await served.ask('POST /parcels', { key: by, body })).status, 201);
      assert.equal((await served.ask('POST /parcels/1/send', { key })).status, 200);
      const get = async (version: string) =>
        JSON.parse((await served.ask('GET /parcels', { key, headers: { V: version } })).text);
      const same = { weight: 12, most: 5 };
      assert.deepEqual(await get('3'), {
        status: { open: 2, sent: 1 },
        sizes: ['huge', 'large', 'small'],
        by_size: { small: 1, large: 1, huge: 1 },
        marks: { red: 2, blue: 1 },
        hints: ['x'],
        ...same,
      });
      const large = { sizes: ['big', 'small'], by_size: { small: 1, big: 2 } };
      assert.deepEqual(await get('2'), {
        ...{ status: { open: 2, sent: 1 }, marks: { red: 2, blue: 1 }, hints: ['x'] },
        ...large,
        ...same,
      });
      assert.deepEqual(await get('1'), {
        ...{ status: { open: 2, gone: 1 }, marks: { scarlet: 2, blue: 1 } },
        ...large,
        ...same,
      });
    });
  });
}
