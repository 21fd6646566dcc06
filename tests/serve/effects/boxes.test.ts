import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Boxes of items that change their box, and that are changed with it. */
const boxes = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| top | ref Top | on delete clear |
| n | integer | default 0 |
| place | Place | |
| state | state | |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| city | string | |
| shelf | integer | |

### Top

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

### Badge

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| top | ref Top | required; on delete cascade |

### Tag

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| n | integer | default 0 |
| state | state | |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| box | ref Box | required; on delete cascade |
| tag | ref Tag | on delete clear |
| other | ref Item | on delete clear |
| state | state | |`,
  states: `### Box

| State | Kind |
| --- | --- |
| open | initial |
| shut | gone |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open | delete | shut | | \`Item.each(i, i.box == id, count i)\` |
| open | empty | same | | \`Item.each(i, i.box == id, release i)\` |
| open | drop | same | \`has(top)\` | \`delete top\` |
| open | tidy | same | | \`Item.each(i, i.box == id and not has(i.other), delete i)\` |

### Tag

| State | Kind |
| --- | --- |
| on | initial |
| off | gone |

| From | Transition | To |
| --- | --- | --- |
| on | delete | off |

### Badge

| Transition | Effect |
| --- | --- |
| void | \`delete top\` |

### Item

| State | Kind |
| --- | --- |
| held | initial |
| free | final |
| lost | gone |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| held | release | free | \`has(tag)\` | \`box.n = box.n + 1\`; \`delete tag\`; \`tag.n = 1\` |
| held | count | same | | \`box.n = box.n + 1\` |
| held | clean | same | | \`box.place.city = null\`; \`tag.n ?= tag.n + 1\` |
| held | delete | lost | | \`box.n = box.n + 10\` |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, read, delete Box | /boxes |
| empty, drop, tidy Box | /boxes/{id} |
| create Top | /tops |
| create, read Badge | /badges |
| void Badge | /badges/{id}/void |
| create, read Tag | /tags |
| create, list Item | /items |
| clean Item | /items/{id}/clean |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  describe(`effects that meet ${name}`, () => {
    const open = async (t: TestContext) => {
      const served = await serveIn(t, boxes, {}, undefined, await address());
      const key = await served.key(['all'], {});
      const ask = async (line: string, body?: object) => {
        const got = await served.ask(line, { key, body });
        assert.ok(got.status < 500, `${line} ${got.text}\n${served.logged.join('\n')}`);
        return got;
      };
      const made = async (path: string, body: object = {}): Promise<string> =>
        (await ask(`POST ${path}`, body)).json.id;
      return { ask, made };
    };

    test('a refusal deep inside an each refuses all', async (t) => {
      const { ask, made } = await open(t);
      const [box, tag] = [await made('/boxes'), await made('/tags')];
      await made('/items', { box, tag });
      // The tag is gone when the last effect of the release comes to it.
      assert.equal((await ask(`POST /boxes/${box}/empty`)).status, 410);
      assert.equal((await ask(`GET /boxes/${box}`)).json.n, 0);
      assert.deepEqual((await ask(`GET /tags/${tag}`)).json.state, 'on');
      assert.deepEqual((await ask('GET /items')).json.data[0].state, 'held');
    });

    test('a soft deletion keeps what its effects and its followers change in the record', async (t) => {
      const { ask, made } = await open(t);
      const box = await made('/boxes');
      for (let i = 0; i < 3; i++) await made('/items', { box });
      assert.equal((await ask(`DELETE /boxes/${box}`)).status, 204);
      assert.equal((await ask(`GET /boxes/${box}`)).status, 410);
      assert.deepEqual((await ask('GET /items')).json.data, []);
    });

    test('a record that its own effects change is answered as it then is', async (t) => {
      const { ask, made } = await open(t);
      const box = await made('/boxes', { top: await made('/tops'), n: 5 });
      const dropped = await ask(`POST /boxes/${box}/drop`);
      const read = await ask(`GET /boxes/${box}`);
      assert.deepEqual([dropped.status, dropped.json], [200, read.json]);
      assert.equal('top' in read.json, false);
      assert.equal(dropped.headers.get('etag'), read.headers.get('etag'));
    });

    test('an effect that would delete the record of the request is refused', async (t) => {
      const { ask, made } = await open(t);
      const top = await made('/tops');
      const badge = await made('/badges', { top });
      const refused = await ask(`POST /badges/${badge}/void`);
      assert.deepEqual(
        [refused.status, refused.json.errors],
        [422, [{ pointer: '', message: 'would delete the record itself' }]],
      );
      assert.equal((await ask(`GET /badges/${badge}`)).status, 200);
    });

    test('an each does nothing with records that no longer meet its condition', async (t) => {
      const { ask, made } = await open(t);
      const box = await made('/boxes');
      const first = await made('/items', { box });
      await made('/items', { box, other: first });
      assert.equal((await ask(`POST /boxes/${box}/tidy`)).status, 200);
      assert.equal((await ask('GET /items')).json.data.length, 1);
      assert.equal((await ask(`GET /boxes/${box}`)).json.n, 10);
    });

    test('null takes a member of an object away, and ?= does nothing where the reference is absent', async (t) => {
      const { ask, made } = await open(t);
      const box = await made('/boxes', { place: { city: 'Bern', shelf: 3 } });
      const tag = await made('/tags');
      const [plain, tagged] = [await made('/items', { box }), await made('/items', { box, tag })];
      for (const item of [plain, tagged]) assert.equal((await ask(`POST /items/${item}/clean`)).status, 200);
      assert.deepEqual((await ask(`GET /boxes/${box}`)).json.place, { shelf: 3 });
      assert.equal((await ask(`GET /tags/${tag}`)).json.n, 1);
    });
  });
}
