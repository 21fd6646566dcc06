import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Notes', {
  purpose: `Keeps notes, and takes away what is no longer said.

- In scope: notes`,
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| text | string | |
| count | int64 | default 7 |
| due | date-time | |
| memo | string or null | |
| owner | ref Note | on delete clear |
| constructor | string | |
| place | Place | |
| raw | any | |
| size | integer | = \`size(text)\` |
| state | state | |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| shelf | string | |
| level | integer | default 3 |
| row | integer | |`,
  states: `### Note

| State | Kind |
| --- | --- |
| open | initial |
| done | |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | finish | done | \`text = null\`; \`due = null\`; \`count = null\`; \`owner = null\`; \`record["constructor"] = null\`; \`memo = null\`; \`raw = null\` |
| open | shelve | same | \`place.shelf = null\`; \`place.level = null\` |
| open | retell | same | \`text = has(input.text) ? input.text : null\`; \`place.row = input.row\` |
| done | reopen | open | \`text = memo\` |
| open | memorize | same | \`memo = has(text) ? text : null\` |

| Field | open | done |
| --- | --- | --- |
| text | editable | absent |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` |
| finish Note | POST | /notes/{id}/finish | | 200 \`Note\` |
| shelve Note | POST | /notes/{id}/shelve | | 200 \`Note\` |
| retell Note | POST | /notes/{id}/retell | \`{ text?: Note.text, row?: Place.row }\` | 200 \`Note\` |
| reopen Note | POST | /notes/{id}/reopen | | 200 \`Note\` |
| memorize Note | POST | /notes/{id}/memorize | | 200 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[] }\` |

### list Note

| Parameter | Maps to |
| --- | --- |
| text | filter text = |
| limit | page size |`,
  authentication: keyed(`| notes | all Note | \`shop == caller.shop\` |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| note.finished | finish Note | \`Note\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |`,
});

for (const [store, address] of everyStore) {
  describe(`an Effect that takes a field away ${store}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      for (const shop of ['north', 'south']) keys[shop] = await served.key(['notes'], { shop });
    });
    after(() => served.close());

    const ask = (line: string, body?: object, shop = 'north'): Promise<Got> =>
      served.ask(line, { key: keys[shop]!, ...(body === undefined ? {} : { body }) });
    const made = async (body: object, shop = 'north'): Promise<string> => {
      const got = await ask('POST /notes', body, shop);
      assert.equal(got.status, 201, got.text);
      return `/notes/${got.json.id}`;
    };
    const done = async (line: string, body?: object, shop = 'north') => {
      const got = await ask(line, body, shop);
      assert.equal(got.status, 200, got.text);
      const read = await ask(`GET ${line.split(' ')[1]!.replace(/\/[a-z]+$/, '')}`, undefined, shop);
      assert.deepEqual(got.json, read.json);
      return read.json;
    };

    test('null makes a field absent that is never null, gives it its default, and is null where it may be', async () => {
      const owner = await made({});
      const path = await made({
        text: 'one',
        count: 9,
        due: '2030-01-01T00:00:00Z',
        memo: 'm',
        owner: owner.slice('/notes/'.length),
        constructor: 'c',
        raw: { a: 1 },
      });
      const other = await made({ text: 'one', memo: 'm' }, 'south');
      const json = await done(`POST ${path}/finish`);
      const { id, shop, ...rest } = json;
      assert.deepEqual([id, shop], [path.slice('/notes/'.length), 'north']);
      assert.deepEqual(rest, { count: 7, memo: null, state: 'done' });
      assert.equal((await ask(`GET ${other}`, undefined, 'south')).json.text, 'one', 'records of others stay');
      assert.deepEqual((await ask('GET /notes?text=one')).json.data, []);
    });

    test('a member of an object is taken away, and has its default again', async () => {
      const path = await made({ place: { shelf: 'A', level: 5, row: 2 } });
      assert.deepEqual((await done(`POST ${path}/shelve`)).place, { level: 3, row: 2 });
    });

    test('an object that is not there does not come into being', async () => {
      assert.equal('place' in (await done(`POST ${await made({})}/shelve`)), false);
    });

    test('the value decides whether the field is set or taken away', async () => {
      const path = await made({ text: 'one' });
      assert.equal((await done(`POST ${path}/retell`, { text: 'two', row: 1 })).text, 'two');
      assert.equal('text' in (await done(`POST ${path}/retell`, { row: 1 })), false);
      assert.equal((await done(`POST ${path}/memorize`)).memo, null);
      const finished = await made({ memo: 'kept' });
      await done(`PATCH ${finished}`, { text: 'x' });
      await done(`POST ${finished}/finish`);
      assert.equal('text' in (await done(`POST ${finished}/reopen`)), false, 'a null from elsewhere takes it away too');
    });
  });
}
