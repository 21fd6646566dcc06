import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Houses', {
  purpose: 'Keeps houses.\n\n- In scope: houses',
  resources: `### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| city | string | required |
| kind | one of flat, cottage | default flat |
| floor | integer | |

### House

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| place | Place | |
| others | Place[] | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create House | POST | /houses | \`House\` | 201 \`House\` |
| list House | GET | /houses | | 200 \`{ data: House[] }\` |

### list House

- Order: id

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| city | filter place.city = | |
| kind | filter place.kind = | |
| not_kind | filter place.kind != | |
| other_kind | filter others.kind in | |
| other_city | filter others.city = | |
| floor | filter place.floor >= | |
| limit | page size | |`,
  authentication: keyed('| clerk | all House | `shop == caller.shop` |'),
  limits: 'Not shown.',
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Place.city | town | | |
| 2 | renamed | Place.kind flat | apartment | | |
| 2 | renamed | parameter city of list House | town | | |
| 2 | type | Place.floor | string | = \`string(floor)\` | = \`int(input.floor)\` |`,
  ),
});

for (const [store, address] of everyStore) {
  describe(`filters of older callers by members of objects ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    const ask = (shop: string, line: string, version: string, body?: unknown): Promise<Got> =>
      served.ask(line, {
        key: keys.get(shop)!,
        headers: { V: version },
        ...(body === undefined ? {} : { body }),
      });
    const count = async (shop: string, query: string, version: string): Promise<number> => {
      const got = await ask(shop, `GET /houses?${query}`, version);
      assert.equal(got.status, 200, got.text);
      return got.json.data.length;
    };
    before(async () => {
      served = await serve(text, {}, undefined, await address());
      for (const shop of ['north', 'south']) {
        keys.set(shop, await served.key(['clerk'], { shop }));
        const older = { place: { town: 'Ulm', kind: 'apartment', floor: '3' }, others: [{ town: 'Bonn' }] };
        assert.equal((await ask(shop, 'POST /houses', '1', older)).status, 201);
      }
      const newer = { place: { city: 'Ulm', kind: 'cottage', floor: 1 }, others: [{ city: 'Ulm' }, { city: 'Bonn' }] };
      assert.equal((await ask('north', 'POST /houses', '2', newer)).status, 201);
    });
    after(() => served.close());

    test('a renamed member is compared by the parameter of each version', async () => {
      assert.equal(await count('north', 'town=Ulm', '1'), 2);
      assert.equal(await count('south', 'town=Ulm', '1'), 1);
      assert.equal(await count('north', 'city=Ulm', '2'), 2);
      assert.equal(await count('north', 'other_city=Ulm', '1'), 1);
      assert.equal((await ask('north', 'GET /houses?city=Ulm', '1')).status, 422);
      assert.equal((await ask('north', 'GET /houses?town=Ulm', '2')).status, 422);
    });

    test('renamed values of members are those of each version', async () => {
      assert.equal(await count('north', 'kind=apartment', '1'), 1);
      assert.equal(await count('north', 'kind=flat', '2'), 1);
      assert.equal(await count('north', 'not_kind=apartment', '1'), 1);
      assert.equal(await count('south', 'not_kind=apartment', '1'), 0);
      assert.equal(await count('north', 'other_kind=apartment,cottage', '1'), 2);
      assert.equal(await count('south', 'other_kind=cottage', '1'), 0);
      assert.equal((await ask('north', 'GET /houses?kind=flat', '1')).status, 422);
    });

    test('an order of values of another type is refused, as of fields', async () => {
      assert.equal(await count('north', 'floor=2', '2'), 1);
      assert.equal((await ask('north', 'GET /houses?floor=2', '1')).status, 422);
    });
  });
}
