import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Shop', {
  purpose: 'Takes orders of clients.\n\n- In scope: orders',
  resources: `### Client

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| limit | decimal | required; 0.. |
| spent | decimal | = \`Order.sum(o, o.client == id, o.total)\` |
| least | decimal | = \`Order.min(o, o.client == id, o.total)\` |
| most | decimal | = \`Order.max(o, o.client == id, o.total)\` |
| equals | integer | = \`Order.count(o, o.total == limit)\` |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| client | ref Client | required |
| state | state | |
| lines | Line[] | required |
| rate | decimal | required; 0..1 |
| mark | string | unique where \`total > "900"\` |
| code | decimal | unique |
| net | decimal | = \`sum(lines.map(l, l.price * l.quantity))\` |
| tax | decimal | = \`round(net * rate, 2)\` |
| total | decimal | = \`net + tax\` |
| paid | decimal | read-only; default "0" |
| tip | decimal or null | |
| share | decimal | = \`divide(total, size(lines), 3)\` |
| whole | integer | = \`int(round(total, 0))\` |
| words | string | = \`"CHF " + string(-total)\` |

| Rule | Check | Error |
| --- | --- | --- |
| covered | \`total < 0 or paid <= total and (tip == null or tip < 3)\` | unpaid |
| limited | \`Order.sum(o, o.client == client, o.total) <= client.limit\` | over_limit |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| price | decimal | required |
| quantity | integer | required |`,
  states: `### Order

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| open | pay | paid | \`paid + input.amount == total\` | \`paid = total\` |
| open | pay | same | \`paid + input.amount < total\` | \`paid = paid + input.amount\` |
| open | halve | same | | \`paid = divide(total, 2, 1)\`; \`tip = has(input.tip) ? input.tip : 3\` |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Client | POST | /clients | \`Client\` | 201 \`Client\` |
| read Client | GET | /clients/{id} | | 200 \`Client\` |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| read Order | GET | /orders/{id} | | 200 \`{ id: Order.id, left: = total - paid, doubled: = total * 2 }\` |
| pay Order | POST | /orders/{id}/pay | \`{ amount: Order.rate }\` | 200 \`Order\` |
| halve Order | POST | /orders/{id}/halve | \`{ tip?: Order.tip }\` | 200 \`Order\` |
| list Order | GET | /orders | | 200 \`{ data: Order[], next: next cursor }\` |

### list Order

| Parameter | Maps to |
| --- | --- |
| total | filter total = |
| not | filter total != |
| tip_not | filter tip != |
| above | filter total > |
| up_to | filter total <= |
| among | filter total in |
| near | where \`total >= value and paid == 0\` |
| sort | sort total, tip |
| limit | page size |
| cursor | cursor |`,
  authentication: keyed(
    `| all | all Order, all Client | \`shop == caller.shop\` |
| small | list Order, read Order | \`shop == caller.shop and total < decimal(caller.least)\` |`,
    '| shop | string |\n| least | string |',
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| unpaid | 422 | rule broken |
| over_limit | 422 | rule broken |
| twice | 409 | not unique |`,
});

const lines = (...prices: readonly string[]): object[] => prices.map((price) => ({ price, quantity: 1 }));

for (const [store, address] of everyStore) {
  describe(`decimals in expressions ${store}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    const clients: Record<string, number> = {};
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      for (const shop of ['north', 'south']) {
        keys[shop] = await served.key(['all'], { shop, least: '0' });
        clients[shop] = (await ask(shop, 'POST /clients', { limit: '1000.00' })).json.id;
      }
      keys.small = await served.key(['small'], { shop: 'north', least: '100.0' });
      keys.odd = await served.key(['small'], { shop: 'north', least: 'a lot' });
    });
    after(() => served.close());
    const ask = (who: string, line: string, body?: unknown): Promise<Got> => served.ask(line, { key: keys[who], body });
    const order = async (who: string, body: object): Promise<Got> =>
      ask(who, 'POST /orders', { client: clients[who], rate: '0.081', ...body });

    test('sums, products and rounded amounts are exact, and keep the digits of their fractions', async () => {
      const got = await order('north', {
        lines: [
          { price: '19.90', quantity: 3 },
          { price: '0.1', quantity: 1 },
        ],
      });
      assert.equal(got.status, 201, got.text);
      const { net, tax, total, paid, share, whole, words } = got.json;
      assert.deepEqual(
        { net, tax, total, paid, share, whole, words },
        { net: '59.80', tax: '4.84', total: '64.64', paid: '0', share: '32.320', whole: 65, words: 'CHF -64.64' },
      );
      const read = await ask('north', `GET /orders/${got.json.id}`);
      assert.deepEqual(read.json, { id: got.json.id, left: '64.64', doubled: '129.28' });
      assert.equal((await ask('south', `GET /orders/${got.json.id}`)).status, 404);
    });

    test('a guard compares by value, and an effect adds exactly', async () => {
      const { json } = await order('south', { lines: lines('0.3'), rate: '0' });
      const pay = (amount: string): Promise<Got> => ask('south', `POST /orders/${json.id}/pay`, { amount });
      assert.deepEqual(json.total, '0.30');
      assert.equal((await pay('0.1')).json.paid, '0.1');
      assert.equal((await pay('0.10')).json.paid, '0.20');
      assert.equal((await pay('0.2')).status, 409);
      const paid = await pay('0.1000');
      assert.deepEqual([paid.json.state, paid.json.paid], ['paid', '0.30'], paid.text);
    });

    test('an effect rounds a quotient, and takes null and integers', async () => {
      const { json } = await order('north', { lines: lines('0.35'), rate: '0', client: clients.north });
      const halve = (body: object): Promise<Got> => ask('north', `POST /orders/${json.id}/halve`, body);
      const broken = await halve({});
      assert.deepEqual([broken.status, broken.json.code], [422, 'unpaid'], 'a tip of 3 is too much');
      const got = await halve({ tip: null });
      assert.deepEqual([got.json.paid, got.json.tip], ['0.2', null], got.text);
      assert.equal((await halve({ tip: '-0.00' })).json.tip, '-0.00', 'a value that is only read keeps its text');
    });

    test('more than 38 digits are refused where they are computed', async () => {
      const most = '9'.repeat(38);
      for (const prices of [
        [most, '1'],
        [`1${'0'.repeat(37)}`, `0.${'0'.repeat(36)}1`],
        [most, most],
      ]) {
        const got = await order('south', { lines: lines(...prices), rate: '0' });
        assert.deepEqual([got.status, got.json.code], [422, 'invalid'], got.text);
      }
    });

    test('a sum over other records is exact, and so is the rule that asks for it', async () => {
      const shop = 'north';
      const client = (await ask(shop, 'POST /clients', { limit: '1.10' })).json.id;
      const put = (price: string): Promise<Got> => order(shop, { client, lines: lines(price), rate: '0' });
      const shown = async (): Promise<unknown[]> => {
        const { json } = await ask(shop, `GET /clients/${client}`);
        return [json.spent, json.least, json.most, json.equals];
      };
      assert.deepEqual(await shown(), ['0', undefined, undefined, 0]);
      for (const price of ['0.1', '0.2', '-0.0', '0.200']) assert.equal((await put(price)).status, 201);
      assert.deepEqual(await shown(), ['0.500', '0.00', '0.20', 0]);
      const over = await put('0.60000000000000000000000000001');
      assert.deepEqual([over.status, over.json.code], [422, 'over_limit'], over.text);
      assert.equal((await put('-10')).status, 201);
      assert.equal((await put('1.1')).status, 201);
      assert.deepEqual(await shown(), ['-8.400', '-10.00', '1.10', 1]);
    });

    test('filters, conditions and row rules compare by value', async () => {
      const client = (await ask('south', 'POST /clients', { limit: '99999' })).json.id;
      const totals = ['1', '1.000', '-1', '-1.50', '0', '-0', '9', '10', '100.5', '99.999'];
      for (const [at, price] of totals.entries()) {
        const tip = at % 3 === 0 ? {} : { tip: at % 3 === 1 ? null : '-1.00' };
        const got = await order('south', { client, lines: lines(price), rate: '0', ...tip });
        assert.equal(got.status, 201, got.text);
      }
      const found = async (query: string): Promise<string[]> => {
        const got = await ask('south', `GET /orders?${query}`);
        assert.equal(got.status, 200, got.text);
        return got.json.data.map(({ total }: { total: string }) => total);
      };
      assert.deepEqual((await found('total=1.0')).toSorted(), ['1.00', '1.000']);
      assert.deepEqual(await found('total=-1.5000'), ['-1.50']);
      assert.equal((await found('not=1')).length, 9);
      assert.equal((await found('tip_not=-1')).length, 8);
      assert.deepEqual((await found('above=9.9')).toSorted(), ['10.00', '100.50', '99.999']);
      assert.deepEqual((await found('up_to=-0.00')).toSorted(), ['-1.00', '-1.50', '0.00', '0.00']);
      assert.deepEqual((await found('among=10,-1.00,100.500')).toSorted(), ['-1.00', '10.00', '100.50']);
      assert.deepEqual((await found('among=1.0,1,10,10.00')).toSorted(), ['1.00', '1.000', '10.00']);
      assert.deepEqual((await found('near=10.0')).toSorted(), ['10.00', '100.50', '99.999']);
      assert.equal((await ask('south', 'GET /orders?above=ten')).status, 422);
      const paged = async (sort: string): Promise<string[]> => {
        const values: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { json }: Got = await ask('south', `GET /orders?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`);
          values.push(
            ...json.data.map(({ total, tip }: Record<string, unknown>) => (sort.endsWith('tip') ? tip : total)),
          );
          cursor = json.next ?? null;
        }
        return values;
      };
      const ordered = ['-1.50', '-1.00', '0.00', '0.00', '0.30', '1.00', '1.000', '9.00', '10.00', '99.999', '100.50'];
      assert.deepEqual(await paged('total'), ordered);
      assert.deepEqual((await paged('-total')).map(Number), ordered.toReversed().map(Number));
      assert.deepEqual((await paged('tip')).slice(-3), ['-1.00', '-1.00', '-1.00']);
      assert.deepEqual((await paged('-tip')).slice(0, 4), ['-1.00', '-1.00', '-1.00', null]);
    });

    test('a row rule compares with a decimal of the caller, and holds for nobody whose value is none', async () => {
      const { json } = await order('north', { lines: lines('100.00'), rate: '0' });
      const small = await ask('small', 'GET /orders');
      assert.ok(small.json.data.length > 0);
      assert.ok(small.json.data.every(({ total }: { total: string }) => Number(total) < 100));
      assert.equal((await ask('small', `GET /orders/${json.id}`)).status, 404);
      assert.deepEqual((await ask('odd', 'GET /orders')).json.data, []);
    });

    test('a condition of a unique constraint is by value, and uniqueness by text', async () => {
      const client = (await ask('north', 'POST /clients', { limit: '99999' })).json.id;
      const put = async (price: string, more: object): Promise<number> =>
        (await order('north', { client, rate: '0', lines: lines(price), ...more })).status;
      assert.deepEqual([await put('899', { mark: 'a' }), await put('899', { mark: 'a' })], [201, 201]);
      assert.deepEqual([await put('1000', { mark: 'a' }), await put('2000', { mark: 'a' })], [201, 409]);
      assert.deepEqual([await put('1', { code: '1.0' }), await put('1', { code: '1.0' })], [201, 409]);
      assert.equal(await put('1', { code: '1.00' }), 201);
    });
  });
}
