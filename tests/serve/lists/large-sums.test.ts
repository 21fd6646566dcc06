import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| of | string | required |
| weight | number | required |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[], sum?: sum of weight }\` |

### list Note

| Parameter | Maps to |
| --- | --- |
| of | filter |
| limit | page size |
| page | page number |`,
  limits: 'Not shown.',
});

const sums: readonly (readonly [of: string, weights: readonly number[], sum: number | undefined])[] = [
  ['one', [1e308], 1e308],
  ['opposite', [1e308, -1e308, 0.5], 0.5],
  ['largest', [Number.MAX_VALUE], Number.MAX_VALUE],
  ['smallest', [-Number.MAX_VALUE, 1e-320], -Number.MAX_VALUE],
  ['beyond', [Number.MAX_VALUE, 1e-320], undefined],
  ['below', [-1e308, -1e308], undefined],
];

for (const [store, address] of everyStore)
  test(`numbers are summed up to the largest one, ${store}`, async (t) => {
    const { ask } = await serveIn(t, document, {}, undefined, await address());
    for (const [of, weights, sum] of sums) {
      for (const weight of weights)
        assert.equal((await ask('POST /notes', { body: { of, weight } })).status, 201, `${of} ${weight}`);
      const listed = await ask(`GET /notes?of=${of}`);
      assert.equal(listed.status, 200, listed.text);
      assert.equal(listed.json.sum, sum, of);
    }
  });
