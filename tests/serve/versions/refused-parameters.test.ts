import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Lists whose older versions had parameters with a default, or that every request had to have, and that are refused now. */
const document = documentText('Depots', {
  resources: `### Depot

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | |
| note | string | |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path |
| --- | --- |
| create, list Depot | /depots |`,
  authentication: `- Tenant: shop

${keyed('| clerk | all Depot | |')}`,
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | removed | parameter size of list Depot | integer; default 5 | | refused |
| 3 | removed | parameter kind of list Depot | string; required | | refused |
| 2 | renamed | parameter size of list Depot | width | | |`,
  ),
});

for (const [name, address] of everyStore) {
  test(`a removed parameter that is refused is not asked for by its default ${name}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    for (const shop of ['a', 'b']) {
      const key = await served.key(['clerk'], { shop });
      assert.equal((await served.ask('POST /depots', { key, body: { note: shop } })).status, 201);
      for (const [version, size] of [
        ['2', 'size'],
        ['1', 'width'],
      ] as const) {
        const list = (query: string) => served.ask(`GET /depots${query}`, { key, headers: { V: version } });
        const { status, json, text } = await list('');
        assert.equal(status, 200, text);
        assert.deepEqual(
          json.data.map(({ note }: { note: string }) => note),
          [shop],
        );
        for (const [parameter, value] of [
          [size, 5],
          [size, 6],
          ['kind', 'x'],
        ]) {
          const refused = await list(`?${parameter}=${value}`);
          assert.equal(refused.status, 422, refused.text);
          assert.deepEqual(refused.json.errors, [{ parameter, message: 'is no longer supported' }]);
        }
      }
    }
  });
}
