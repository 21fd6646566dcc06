import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { buildVersionPlan } from '../../../src/parts/versions.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Defaults that hold objects whose members each version calls and has otherwise. */
const document = documentText('Depots', {
  resources: `### Geo (object)

| Field | Type | Constraints |
| --- | --- | --- |
| lat | integer | required |
| level | one of low, high | |
| height | integer | default 0 |

### Address (object)

| Field | Type | Constraints |
| --- | --- | --- |
| town | string | required |
| geo | Geo | default {"lat": 4, "level": "high", "height": 7} |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| last | string | required |
| bank | string | |

### Method (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |

### Price (object)

| Field | Type | Constraints |
| --- | --- | --- |
| euros | integer | required |

### Depot

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| address | Address | default {"town": "Bonn", "geo": {"lat": 1, "level": "low", "height": 9}} |
| others | Address[] | default [{"town": "Ulm"}] |
| named | map of Address | default {"a": {"town": "Ulm", "geo": {"lat": 2}}} |
| plan | Price or null | default {"euros": 1} |
| mood | string or null | default calm |
| method | Method | default {"kind": "card", "last": "1", "bank": "B"} |
| price | Price | default {"euros": 3} |
| room | integer | default 5 |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Depot | /depots | \`Depot\` | 201 \`Depot\` |
| read Depot | /depots/{id} | | 200 \`Depot\` |
| update Depot | /depots/{id} | \`Depot\` | 200 \`Depot\` |
| replace Depot | /depots/{id} | \`Depot\` | 200 \`Depot\` |`,
  authentication: keyed('| clerk | all Depot | |'),
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | added | Geo.height | | absent | |
| 3 | renamed | Geo.level high | tall | | |
| 3 | added | Card.bank | | absent | |
| 3 | type | Price.euros | integer | = \`euros * 100\` | = \`input.euros / 100\` |
| 3 | type | Depot.room | integer | = \`room * 100\` | = \`input.room / 100\` |
| 2 | renamed | Address.town | city | | |
| 2 | renamed | Geo.lat | latitude | | |
| 2 | renamed | Card.last | digits | | |
| 2 | removed | Address.country | string; required | default "DE" | ignored |
| 2 | renamed | Depot.address | home | | |
| 2 | removed | Depot.old | string; default o | default O | refused |
| 2 | removed | Price.tax | integer or null | default 0 | refused |`,
  ),
});

const whole = {
  address: { town: 'Bonn', geo: { lat: 1, level: 'low', height: 9 } },
  others: [{ town: 'Ulm', geo: { lat: 4, level: 'high', height: 7 } }],
  named: { a: { town: 'Ulm', geo: { lat: 2, height: 0 } } },
  plan: { euros: 1 },
  mood: 'calm',
  method: { kind: 'card', last: '1', bank: 'B' },
  price: { euros: 3 },
  room: 5,
};

test('defaults of objects have the names and members of an older version', () => {
  const { service } = readDocument(createSource('depots.md', document));
  const { resources, objects } = buildVersionPlan(service, '1')!.interface;
  const defaults = [...resources[0]!.fields, ...objects.flatMap(({ members }) => members)].flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default]],
  );
  assert.deepEqual(defaults, [
    ['home', { city: 'Bonn', geo: { latitude: 1, level: 'low' }, country: 'DE' }],
    ['others', [{ city: 'Ulm', country: 'DE' }]],
    ['named', { a: { city: 'Ulm', geo: { latitude: 2 }, country: 'DE' } }],
    ['mood', 'calm'],
    ['method', { kind: 'card', digits: '1' }],
    ['old', 'o'],
    ['geo', { latitude: 4, level: 'tall' }],
  ]);
});

for (const [store, address] of everyStore) {
  describe(`defaults of objects ${store}`, () => {
    let served: Served;
    let key = '';
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      key = await served.key(['clerk'], {});
    });
    after(() => served.close());

    const ask = async (line: string, version: string, body?: unknown, headers = {}) => {
      const got = await served.ask(line, { key, body, headers: { V: version, ...headers } });
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const now = async (id: number) => {
      const { id: _, ...fields } = await ask(`GET /depots/${id}`, '3');
      return fields;
    };

    test('a create, a replace and an update that leave out a field give it the whole present default', async () => {
      for (const version of ['3', '2', '1']) {
        const { id } = await ask('POST /depots', version, {});
        assert.deepEqual(await now(id), whole, version);
        const address = { town: 'Köln', geo: { lat: 8, height: 8 } };
        await ask(`PATCH /depots/${id}`, '3', {
          address,
          others: [],
          named: { b: address },
          price: { euros: 1 },
          room: 1,
        });
        await ask(`PUT /depots/${id}`, version, {});
        assert.deepEqual(await now(id), whole, version);
        await ask(`PATCH /depots/${id}`, '3', { address, method: { bank: 'C', last: '9' } });
        const name = version === '1' ? 'home' : 'address';
        await ask(`PATCH /depots/${id}`, version, { [name]: null, method: null });
        assert.deepEqual(await now(id), whole, version);
        await ask(`PATCH /depots/${id}`, '3', { address });
        const patch = [{ op: 'remove', path: `/${name}` }];
        await ask(`PATCH /depots/${id}`, version, patch, { 'Content-Type': 'application/json-patch+json' });
        assert.deepEqual(await now(id), whole, version);
      }
    });

    test('a removed field that is refused is not asked for by its default', async () => {
      const { id } = await ask('POST /depots', '1', { plan: { euros: 200 } });
      assert.deepEqual((await now(id)).plan, { euros: 2 });
      await ask(`PUT /depots/${id}`, '1', { plan: { euros: 300 }, old: 'O' });
      await ask(`PUT /depots/${id}`, '1', { plan: { euros: 300, tax: 0 } });
      assert.deepEqual((await now(id)).plan, { euros: 3 });
      for (const body of [{ old: 'x' }, { plan: { euros: 300, tax: 1 } }]) {
        const { status, json } = await served.ask('POST /depots', { key, body, headers: { V: '1' } });
        assert.deepEqual([status, json.errors[0].message], [422, 'is no longer accepted']);
      }
    });

    test('null that an older client sends is not replaced by a default', async () => {
      const { id } = await ask('POST /depots', '2', { plan: null, mood: null });
      assert.deepEqual(await now(id), { ...whole, plan: null, mood: null });
      await ask(`PUT /depots/${id}`, '3', {});
      await ask(`PUT /depots/${id}`, '2', { plan: null, mood: null });
      assert.deepEqual(await now(id), { ...whole, plan: null, mood: null });
      await ask(`PUT /depots/${id}`, '2', {});
      await ask(`PATCH /depots/${id}`, '2', { plan: null, mood: null });
      assert.deepEqual(await now(id), { ...whole, plan: null, mood: null });
    });

    test('what an older client sends is not completed from the default of the field', async () => {
      const { id } = await ask('POST /depots', '1', { home: { city: 'Bonn', geo: { latitude: 1 }, country: 'FR' } });
      assert.deepEqual((await now(id)).address, { town: 'Bonn', geo: { lat: 1, height: 0 } });
    });
  });
}
