import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Fields that version 1 always shows: they have a default or may be null. */
const document = documentText('Items', {
  resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| m | integer | |
| part | Part | default {} |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| m | integer | |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path |
| --- | --- |
| create, read, update, list Item | /items |`,
  authentication: keyed('| clerk | all Item | |'),
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['2', '1'],
    `| 2 | removed | Item.plain | integer; default 5 | | ignored |
| 2 | removed | Item.wide | int64; default 9007199254740993 | | ignored |
| 2 | removed | Item.none | integer or null | | ignored |
| 2 | removed | Item.more | integer; default 5 | = \`m + 1\` | ignored |
| 2 | removed | Item.maybe | integer or null | = \`m + 1\` | ignored |
| 2 | removed | Item.word | string; default some | = \`string(100 / m)\` | ignored |
| 2 | removed | Item.free | integer | = \`m + 1\` | ignored |
| 2 | removed | Part.plain | integer; default 5 | | ignored |
| 2 | removed | Part.more | integer; default 6 | = \`m + 1\` | ignored |
| 2 | removed | Part.maybe | integer or null | = \`m + 1\` | ignored |`,
  ),
});

const lost = '"plain":5,"wide":9007199254740993,"none":null';

for (const [name, address] of everyStore) {
  describe(`fields that an older version always shows, ${name}`, () => {
    test('have their old default, or null, where no row gives another value', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const key = await served.key(['clerk'], {});
      const headers = { V: '1' };
      const read = async (id: number) => (await served.ask(`GET /items/${id}`, { key, headers })).text;
      for (const body of [{}, { m: 0, part: { m: 1 } }, { m: 50 }]) {
        assert.equal((await served.ask('POST /items', { key, body })).status, 201);
      }
      const part = '"plain":5,"more":6,"maybe":null';
      assert.equal(await read(1), `{"id":1,"part":{${part}},${lost},"more":5,"maybe":null,"word":"some"}`);
      assert.equal(
        await read(2),
        `{"id":2,"m":0,"part":{"m":1,"plain":5,"more":2,"maybe":2},${lost},"more":1,"maybe":1,"word":"some","free":1}`,
      );
      assert.equal(await read(3), `{"id":3,"m":50,"part":{${part}},${lost},"more":51,"maybe":51,"word":"2","free":51}`);
      const list = await served.ask('GET /items', { key, headers });
      assert.equal(list.json.data.length, 3);
      const changed = await served.ask('PATCH /items/1', { key, headers, body: { plain: 5, none: null, m: 7 } });
      assert.deepEqual([changed.status, changed.json.more], [200, 8]);
    });
  });
}
