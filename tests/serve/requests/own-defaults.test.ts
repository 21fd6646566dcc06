import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Objects with members that clients never send and that have a default, by which a rule and a computed field decide. */
const document = documentText('Parcels', {
  resources: `### Label (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| origin | string | read-only; default "shop" |

### Box (object)

| Field | Type | Constraints |
| --- | --- | --- |
| width | integer | required |
| seal | integer | internal; default 7 |
| kind | string | read-only; default plain |
| label | Label | |

### Bag (object)

| Field | Type | Constraints |
| --- | --- | --- |
| size | integer | |
| seal | integer | read-only; default 9 |

### Wrap (one of)

- Tagged by: type

| Tag | Object |
| --- | --- |
| box | Box |
| bag | Bag |

### Parcel

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | create-only |
| note | string | |
| box | Box | required |
| more | Box[] | |
| by | map of Box | |
| wrap | Wrap | |
| status | state | |
| called | string | = \`box.kind\` |

Rules:

| Rule | Check |
| --- | --- |
| sealed | \`box.seal == 7 && box.kind == "plain"\` |`,
  states: `### Parcel

| State | Kind |
| --- | --- |
| packed | initial |
| sent | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| packed | pack | sent | \`box = input.box\` |
| packed | update | | |
| packed | replace | | |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Parcel | PUT | /parcels/{id} | \`Parcel\` | 201 \`Parcel\`; 200 \`Parcel\` |
| read Parcel | GET | /parcels/{id} | | 200 \`Parcel\` |
| update Parcel | PATCH | /parcels/{id} | \`Parcel\` | 200 \`Parcel\` |
| pack Parcel | POST | /parcels/{id}/pack | \`{ box: Parcel.box }\` | 200 \`Parcel\` |
| replace Parcel | PUT | /replaced/{id} | \`Parcel\` | 200 \`Parcel\` |`,
  authentication: keyed('| clerk | all Parcel | |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| broken | 409 | rule broken |`,
  versioning: versioned(['2', '1'], '| 2 | renamed | Box.width | w | | |'),
});

for (const [store, address] of everyStore) {
  describe(`defaults of members that clients never send ${store}`, () => {
    let served: Served;
    let key = '';
    let nth = 0;
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      key = await served.key(['clerk'], {});
    });
    after(() => served.close());

    const ask = (line: string, body?: unknown, version = '2', headers = {}) =>
      served.ask(line, { key, body, headers: { V: version, ...headers } });
    const path = (): string => `/parcels/00000000-0000-4000-8000-${String(++nth).padStart(12, '0')}`;
    const make = async (body: object, version = '2'): Promise<string> => {
      const at = path();
      const got = await ask(`PUT ${at}`, body, version);
      assert.equal(got.status, 201, got.text);
      return at;
    };
    const shown = async (at: string): Promise<Record<string, unknown>> => (await ask(`GET ${at}`)).json;

    test('a create gives them to objects in every place', async () => {
      const at = await make({
        box: { width: 1, label: { text: 'a' } },
        more: [{ width: 2 }],
        by: { x: { width: 3 } },
        wrap: { type: 'bag' },
      });
      const { id: _, ...record } = await shown(at);
      assert.deepEqual(record, {
        box: { width: 1, label: { text: 'a', origin: 'shop' }, kind: 'plain' },
        more: [{ width: 2, kind: 'plain' }],
        by: { x: { width: 3, kind: 'plain' } },
        wrap: { type: 'bag', seal: 9 },
        status: 'packed',
        called: 'plain',
      });
      assert.equal(
        (
          await ask(`PUT ${at}`, {
            box: { width: 1, label: { text: 'a' } },
            more: [{ width: 2 }],
            by: { x: { width: 3 } },
            wrap: { type: 'bag' },
          })
        ).status,
        200,
      );
    });

    test('a create of an older caller gives them before rules and computed fields read them', async () => {
      const { box, called } = await shown(await make({ box: { w: 1 } }, '1'));
      assert.deepEqual([box, called], [{ width: 1, kind: 'plain' }, 'plain']);
    });

    test('a transition gives them to an object that its effect sets', async () => {
      const at = await make({ box: { width: 1 } });
      const got = await ask(`POST ${at}/pack`, { box: { width: 2 } });
      assert.equal(got.status, 200, got.text);
      assert.deepEqual([got.json.box, got.json.called], [{ width: 2, kind: 'plain' }, 'plain']);
    });

    test('an update and a replace give them to new objects', async () => {
      const at = await make({ box: { width: 1 } });
      assert.equal((await ask(`PATCH ${at}`, { wrap: { type: 'bag' }, more: [{ width: 1 }] })).status, 200);
      let record = await shown(at);
      assert.deepEqual([record.wrap, record.more], [{ type: 'bag', seal: 9 }, [{ width: 1, kind: 'plain' }]]);
      const whole = { box: { width: 1, label: { text: 'b' } }, by: { y: { width: 5 } } };
      assert.equal((await ask(`PUT ${at.replace('parcels', 'replaced')}`, whole)).status, 200);
      record = await shown(at);
      assert.deepEqual(record.by, { y: { width: 5, kind: 'plain' } });
      assert.deepEqual(record.box, { width: 1, kind: 'plain', label: { text: 'b', origin: 'shop' } });
      const patch = [{ op: 'add', path: '/more', value: [{ width: 4 }] }];
      const type = { 'Content-Type': 'application/json-patch+json' };
      assert.equal((await ask(`PATCH ${at}`, patch, '2', type)).status, 200);
      assert.deepEqual((await shown(at)).more, [{ width: 4, kind: 'plain' }]);
      assert.equal((await ask(`PATCH ${at}`, { by: { z: { w: 1 } } }, '1')).status, 200);
      assert.deepEqual((await shown(at)).by, { y: { width: 5, kind: 'plain' }, z: { width: 1, kind: 'plain' } });
    });
  });
}
