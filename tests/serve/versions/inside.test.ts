import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Bills', {
  purpose: `Keeps bills.

- In scope: bills`,
  resources: `### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| amount | integer | required |

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| memo | string | |
| kind | one of goods, services | default goods |
| lines | Line[] | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`{ memo?: Bill.memo, kind?: Bill.kind, lines?: Line(text, amount)[] }\` | 201 \`Bill(kind, lines)\` |
| list Bill | GET | /bills | | 200 \`{ data: Bill(kind, lines)[] }\` |

### list Bill

| Parameter | Maps to |
| --- | --- |
| kind | filter kind = |`,
  authentication: keyed(`| clerk | all Bill | \`shop == caller.shop\` |`),
  limits: 'Not shown.',
  versioning: versioned(
    ['2', '1'],
    `| 2 | added | parameter kind of list Bill | | absent | |
| 2 | removed | parameter services of list Bill | boolean | | = \`input.services ? "services" : "goods"\` |
| 2 | required | Line.amount | | default 0 | default 7 |
| 2 | renamed | Line.text | label | | |`,
  ),
});

for (const [store, address] of everyStore) {
  describe(`what older callers send inside of bodies and of parameters that went ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    before(async () => {
      served = await serve(text, {}, undefined, await address());
      for (const shop of ['north', 'south']) keys.set(shop, await served.key(['clerk'], { shop }));
      await ask('north', 'POST /bills', { kind: 'services', lines: [{ label: 'a' }, { label: 'b', amount: 2 }] });
      await ask('north', 'POST /bills', { kind: 'goods' });
      await ask('south', 'POST /bills', { kind: 'services' });
    });
    after(() => served.close());

    const ask = (shop: string, line: string, body?: unknown, version = '1'): Promise<Got> => {
      const headers: Record<string, string> = { V: version };
      return served.ask(line, { key: keys.get(shop)!, ...(body === undefined ? {} : { body }), headers });
    };

    test('members of objects in a part of a Request are named and given as today', async () => {
      const lines = (name: string) => [
        { [name]: 'a', amount: 7 },
        { [name]: 'b', amount: 2 },
      ];
      const older = (await ask('north', 'GET /bills?services=true')).json.data;
      assert.deepEqual(older, [{ kind: 'services', lines: lines('label') }]);
      const newer = (await ask('north', 'GET /bills?kind=services', undefined, '2')).json.data;
      assert.deepEqual(newer, [{ kind: 'services', lines: lines('text') }]);
    });

    test('a parameter that went asks what the one beside it asks, of the own records alone', async () => {
      assert.deepEqual((await ask('north', 'GET /bills?services=false')).json.data, [{ kind: 'goods' }]);
      assert.deepEqual((await ask('south', 'GET /bills?services=true')).json.data, [{ kind: 'services' }]);
      assert.deepEqual((await ask('south', 'GET /bills?services=false')).json.data, []);
      assert.equal((await ask('north', 'GET /bills?services=false', undefined, '2')).status, 422);
      assert.equal((await ask('north', 'GET /bills?kind=goods')).status, 422);
    });
  });
}
