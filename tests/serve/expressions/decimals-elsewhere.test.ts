import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Shop', {
  purpose: 'Keeps items in boxes.\n\n- In scope: items',
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| sum | decimal | read-only; default "0" |
| log | string | read-only; default "" |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| box | ref Box | required |
| price | decimal | required |
| count | integer | required |
| parts | decimal[] | default [] |
| odd | map of decimal | |
| same | boolean | = \`parts == ["1.0", "2"] or has(odd) and odd == odd and has(odd.a) and odd.a == 3\` |
| fits | boolean | = \`price in parts\` |`,
  states: `### Item

| Transition | Effect |
| --- | --- |
| create | \`box.sum = box.sum + price * count\`; \`box.log = box.log + string(-price) + ";"\` |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, read Box | /boxes |
| create, read, list Item | /items |

### list Item

| Parameter | Maps to |
| --- | --- |
| part | where \`value in parts\` |
| in_box_over | where \`box.sum > value\` |
| limit | page size |
| cursor | cursor |`,
  authentication: keyed('| shop | all Box | `shop == caller.shop` |\n| shop | all Item | `box.shop == caller.shop` |'),
  errors: '- Body: problem details\n- Codes: named after conditions',
  versioning: versioned(
    ['2', '1'],
    '| 2 | type | Item.price | integer | = `int(price * 100)` | = `divide(input.price, 100, 2)` |',
  ),
});

for (const [name, address] of everyStore) {
  describe(`decimals ${name}`, () => {
    test('are added to another record, found in lists and behind references, and converted for older clients', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      const keys = { a: await served.key(['shop'], { shop: 'a' }), b: await served.key(['shop'], { shop: 'b' }) };
      const ask = (who: 'a' | 'b', line: string, body?: object, version = '2') =>
        served.ask(line, { key: keys[who], body, headers: { V: version } });
      for (const who of ['a', 'b'] as const) assert.equal((await ask(who, 'POST /boxes', {})).status, 201);
      const put = async (who: 'a' | 'b', body: object, version?: string) => {
        const got = await ask(who, 'POST /items', { box: who === 'a' ? 1 : 2, count: 3, ...body }, version);
        assert.equal(got.status, 201, got.text);
        return got.json;
      };
      const first = await put('a', { price: '0.10', parts: ['1', '2.00'] });
      assert.deepEqual([first.same, first.fits], [true, false]);
      const second = await put('a', { price: '-7', parts: ['0.5', '-7.000'], odd: { a: '3.0' } });
      assert.deepEqual([second.same, second.fits], [true, true]);
      assert.equal((await put('b', { price: '5', parts: ['2'] })).same, false);
      assert.deepEqual((await ask('a', 'GET /boxes/1')).json, { id: 1, shop: 'a', sum: '-20.70', log: '-0.10;7;' });
      assert.equal((await ask('a', 'GET /boxes/2')).status, 404);

      const found = async (who: 'a' | 'b', query: string) =>
        (await ask(who, `GET /items?${query}`)).json.data.map(({ id }: { id: number }) => id);
      assert.deepEqual(await found('a', 'part=2'), [1]);
      assert.deepEqual(await found('a', 'part=0.50'), [2]);
      assert.deepEqual(await found('b', 'part=2.0'), [3]);
      assert.deepEqual(await found('a', 'in_box_over=-20.701'), [1, 2]);
      assert.deepEqual(await found('a', 'in_box_over=-20.7'), []);

      const older = await put('a', { price: 1999 }, '1');
      assert.equal(older.price, 1999);
      assert.equal((await ask('a', `GET /items/${older.id}`)).json.price, '19.99');
      assert.equal((await ask('a', 'GET /items/1', undefined, '1')).json.price, 10);
    });
  });
}
