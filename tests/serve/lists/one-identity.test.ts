import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** A list with a filter by the identity, and a row rule with two sides. */
const document = documentText('Items', {
  resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| owner | string | assigned from caller.id |
| open | boolean | default false |`,
  endpoints: `- Lists: { data, next, total: total count } by cursor

| Operation | Path |
| --- | --- |
| create, list Item | /items |

### list Item

| Parameter | Maps to |
| --- | --- |
| id | filter |
| sort | sort owner, id |`,
  authentication: `| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| clerk | create Item | |
| clerk | list Item | \`open or owner == caller.id\` |`,
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  describe(`a list by one identity, ${name}`, () => {
    test('contains the record if a side of the row rule holds', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const ada = await served.key(['clerk'], {}, { subject: 'ada' });
      const bob = await served.key(['clerk'], {}, { subject: 'bob' });
      const own = (await served.ask('POST /items', { key: ada, body: {} })).json.id;
      const open = (await served.ask('POST /items', { key: ada, body: { open: true } })).json.id;
      const list = async (key: string, query: string) => {
        const got = await served.ask(`GET /items?${query}`, { key });
        assert.equal(got.status, 200, got.text);
        return [got.json.data.map(({ id }: { id: string }) => id), got.json.next, got.json.total];
      };
      for (const query of ['', '&sort=-id', '&sort=owner']) {
        assert.deepEqual(await list(ada, `id=${own}${query}`), [[own], null, 1]);
        assert.deepEqual(await list(bob, `id=${own}${query}`), [[], null, 0]);
        assert.deepEqual(await list(bob, `id=${open}${query}`), [[open], null, 1]);
      }
    });
  });
}
