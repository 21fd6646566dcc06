import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describePythonClient } from '../../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../../src/describe/client/typescript/index.ts';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { createWholePlanFinder } from '../../../src/operator/whole-plans.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const orders = documentText('Orders', {
  purpose: `Keeps orders of shops.

- In scope: orders`,
  resources: `### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| customer | ref Customer | |
| status | state | |
| kind | one of retail, wholesale, gift | |
| note | string | |
| tags | string[] | |
| sizes | (one of s, m)[] | |
| codes | integer[] | |
| gift | boolean | default false |
| count | integer | |
| less | integer | = \`count - 1\` |
| big | int64 | |
| price | decimal | |
| weight | number | |
| due | date | |
| sent | date-time | |
| maybe | string or null | |`,
  states: `### Order

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |
| cancelled | gone |

| From | Transition | To |
| --- | --- | --- |
| open | pay | paid |
| open | delete | cancelled |`,
  endpoints: `- Base URL: https://orders.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Customer | POST | /customers | \`Customer\` | 201 \`Customer\` |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| pay Order | POST | /orders/{id}/pay | | 200 \`Order\` |
| delete Order | DELETE | /orders/{id} | | 204 |
| list Order | GET | /orders | | 200 \`{ data: Order(id)[], next: next cursor, total: total count, facets: { status: counts of status, tags: values of tags } }\` |
| list Order as counts | GET | /counts | | 200 \`{ status: counts of status, kind: counts of kind, gift: counts of gift, customer: counts of customer, note: counts of note, tags: counts of tags, sizes: counts of sizes, codes: counts of codes, due: counts of due, count: counts of count, maybe: counts of maybe }\` |
| list Order as values | GET | /values | | 200 \`{ status: values of status, kind: values of kind, gift: values of gift, customer: values of customer, note: values of note, tags: values of tags, sizes: values of sizes, codes: values of codes, due: values of due, big: values of big }\` |
| list Order as sums | GET | /sums | | 200 \`{ all: total count, count: sum of count, less: sum of less, big: sum of big, price: sum of price, weight: sum of weight }\` |
| list Order as ends | GET | /ends | | 200 \`{ from: minimum of due, to: maximum of due, sent: maximum of sent, low: minimum of price, high: maximum of price, big: maximum of big, light: minimum of weight, most: maximum of count, least?: minimum of count }\` |
| list Order as maybe | GET | /maybe | | 200 \`{ sum?: sum of count }\` |

### list Order

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |

### counts, values, sums, ends, maybe

| Parameter | Maps to |
| --- | --- |
| status | filter |
| kind | filter kind in |
| q | search note, tags |
| over | where \`count > value\` |`,
  authentication: keyed(
    `| any | all | |
| own | create Order, list Order, counts, values, sums, ends, maybe, pay Order, delete Order | \`shop == caller.shop\` |
| own | read Customer | |`,
  ),
});

for (const [name, address] of everyStore) {
  describe(`figures of a list ${name}`, () => {
    test('count all records that the caller may read and that the request asks for, not only the page', async (t) => {
      const served = await serveIn(t, orders, {}, undefined, await address());
      const [north, south, all] = [
        await served.key(['own'], { shop: 'north' }),
        await served.key(['own'], { shop: 'south' }),
        await served.key(['any'], { shop: 'north' }),
      ];
      const get = async (path: string, key: string): Promise<unknown> => {
        const answer = await served.ask(`GET ${path}`, { key });
        assert.equal(answer.status, 200, answer.text);
        return JSON.parse(answer.text);
      };
      assert.deepEqual(await get('/counts', north), {
        status: { open: 0, paid: 0, cancelled: 0 },
        kind: { retail: 0, wholesale: 0, gift: 0 },
        gift: { true: 0, false: 0 },
        customer: {},
        note: {},
        tags: {},
        sizes: { s: 0, m: 0 },
        codes: {},
        due: {},
        count: {},
        maybe: {},
      });
      assert.deepEqual(await get('/sums', north), { all: 0, count: 0, less: 0, big: 0, price: '0', weight: 0 });
      const none = { from: null, to: null, sent: null, low: null, high: null, big: null, light: null, most: null };
      assert.deepEqual(await get('/ends', north), none);
      for (const name of ['Ada', 'Bo'])
        assert.equal((await served.ask('POST /customers', { key: all, body: { name } })).status, 201);
      const create = async (key: string, body: object): Promise<number> => {
        const answer = await served.ask('POST /orders', { key, body });
        assert.equal(answer.status, 201, answer.text);
        return answer.json.id;
      };
      const first = await create(north, {
        customer: 2,
        kind: 'gift',
        note: 'Zoë, "quick"',
        tags: ['b', 'a', 'b'],
        sizes: ['m'],
        codes: [7, 9],
        gift: true,
        count: 3,
        big: 2 ** 62,
        price: '0.1',
        weight: 0.1,
        due: '2026-02-01',
        sent: '2026-01-01T10:00:00.5Z',
        maybe: null,
      });
      await create(north, {
        customer: 2,
        kind: 'gift',
        note: '\u{1F600}',
        tags: ['a', '\uFFFD'],
        sizes: ['m', 's'],
        codes: [9],
        count: -5,
        big: 2 ** 62 - 1024,
        price: '0.20',
        weight: 0.2,
        due: '2026-01-15',
        sent: '2026-01-01T09:00:00Z',
        maybe: '__proto__',
      });
      await create(north, { customer: 1, kind: 'retail', tags: [], price: '0.2', note: 'quick' });
      const gone = await create(north, { kind: 'retail', tags: ['gone'], count: 1000, note: 'gone' });
      assert.equal((await served.ask(`DELETE /orders/${gone}`, { key: north })).status, 204);
      await create(south, { kind: 'wholesale', tags: ['south', 'a'], count: 500, note: 'south', price: '9' });
      assert.equal((await served.ask(`POST /orders/${first}/pay`, { key: north })).status, 200);

      assert.deepEqual(await get('/counts', north), {
        status: { open: 2, paid: 1, cancelled: 0 },
        kind: { retail: 1, wholesale: 0, gift: 2 },
        gift: { true: 1, false: 2 },
        customer: { 1: 1, 2: 2 },
        note: { 'Zoë, "quick"': 1, quick: 1, '\u{1F600}': 1 },
        tags: { a: 2, b: 1, '\uFFFD': 1 },
        sizes: { s: 1, m: 2 },
        codes: { 7: 1, 9: 2 },
        due: { '2026-01-15': 1, '2026-02-01': 1 },
        count: { '-5': 1, 3: 1 },
        maybe: { ['__proto__']: 1 },
      });
      assert.deepEqual(await get('/values', north), {
        status: ['open', 'paid'],
        kind: ['gift', 'retail'],
        gift: [false, true],
        customer: [2, 1],
        note: ['Zoë, "quick"', 'quick', '\u{1F600}'],
        tags: ['a', 'b', '\uFFFD'],
        sizes: ['m', 's'],
        codes: [9, 7],
        due: ['2026-01-15', '2026-02-01'],
        big: [2 ** 62 - 1024, 2 ** 62],
      });
      const sums = await served.ask('GET /sums', { key: north });
      assert.equal(sums.text, '{"all":3,"count":-2,"less":-4,"big":9223372036854775000,"price":"0.50","weight":0.3}');
      assert.deepEqual(await get('/ends', north), {
        from: '2026-01-15',
        to: '2026-02-01',
        sent: '2026-01-01T10:00:00.500Z',
        low: '0.1',
        high: '0.2',
        big: 2 ** 62,
        light: 0.1,
        most: 3,
        least: -5,
      });
      // What the request asks for, and nothing of others.
      assert.deepEqual(await get('/sums?kind=gift,wholesale&over=0', north), {
        ...{ all: 1, count: 3, less: 2, big: 2 ** 62, price: '0.1', weight: 0.1 },
      });
      const found = (await get('/values?q=quick', north)) as { note: string[]; tags: string[] };
      assert.deepEqual(
        [found.note, found.tags],
        [
          ['Zoë, "quick"', 'quick'],
          ['a', 'b'],
        ],
      );
      assert.deepEqual(((await get('/values?q=a&status=open', north)) as { note: string[] }).note, ['\u{1F600}']);
      assert.deepEqual(((await get('/counts', south)) as { tags: object }).tags, { a: 1, south: 1 });
      assert.deepEqual(((await get('/counts', all)) as { tags: object }).tags, { a: 3, b: 1, south: 1, '\uFFFD': 1 });
      const page = (await get('/orders?limit=1', north)) as { data: object[]; next: string };
      const figures = { total: 3, facets: { status: { open: 2, paid: 1, cancelled: 0 }, tags: ['a', 'b', '\uFFFD'] } };
      assert.deepEqual(page, { data: [{ id: first }], next: page.next, ...figures });
      const last = (await get(`/orders?limit=2&cursor=${page.next}`, north)) as { data: object[] };
      assert.deepEqual([last.data.length, { ...last, data: [] }], [2, { data: [], next: null, ...figures }]);
    });

    test('state at most 1,000 values, the most frequent first', async (t) => {
      const served = await serveIn(t, orders, {}, undefined, await address());
      const key = await served.key(['own'], { shop: 'north' });
      for (let from = 0; from < 1010; from += 101) {
        const tags = Array.from({ length: 101 }, (_, at) => `t${String(from + at).padStart(4, '0')}`);
        const body = { tags: [...tags, 'zz'] };
        assert.equal((await served.ask('POST /orders', { key, body })).status, 201);
      }
      const { tags } = (await served.ask('GET /values', { key })).json;
      assert.deepEqual([tags.length, tags[0], tags[1], tags.at(-1)], [1000, 'zz', 't0000', 't0998']);
      const counts = (await served.ask('GET /counts', { key })).json.tags;
      assert.deepEqual([Object.keys(counts).length, counts.zz, counts.t0998], [1000, 10, 1]);
    });

    test('a sum beyond the range of its type fails, and is left out of an optional member', async (t) => {
      const served = await serveIn(t, orders, {}, undefined, await address());
      const key = await served.key(['own'], { shop: 'north' });
      const body = { count: Number.MAX_SAFE_INTEGER };
      for (const _ of [1, 2]) assert.equal((await served.ask('POST /orders', { key, body })).status, 201);
      assert.equal((await served.ask('GET /sums', { key })).status, 500);
      assert.ok(served.logged.some((line) => line.includes('sum of count is beyond the range of its type')));
      assert.deepEqual((await served.ask('GET /maybe', { key })).json, {});
    });
  });
}

test('figures are described in OpenAPI, and have types in clients of both languages', async () => {
  const plan = (await createWholePlanFinder(createSource('orders.md', orders))())!;
  const { schemas } = JSON.parse(JSON.stringify(describeOpenapi(plan))).components;
  const { properties: counts, required } = schemas.CountsResponse;
  assert.deepEqual([required.length, counts.kind.required], [11, ['retail', 'wholesale', 'gift']]);
  const count = { type: 'integer', minimum: 1 };
  const description = 'How many of all records have each `tags`.';
  assert.deepEqual(counts.tags, { type: 'object', additionalProperties: count, maxProperties: 1000, description });
  const { properties: values } = schemas.ValuesResponse;
  assert.deepEqual([values.due.items.format, values.due.maxItems, values.due.uniqueItems], ['date', 1000, true]);
  const { properties: ends, required: always } = schemas.EndsResponse;
  assert.deepEqual([ends.most.type, ends.least.type, always.length], [['integer', 'null'], 'integer', 8]);
  assert.match(ends.most.description, /^The maximum of `count` in all records; null if no record has one\.$/);
  assert.match(ends.least.description, /absent if no record has one/);
  const typescript = describeTypescriptClient(plan);
  for (const words of [
    'readonly note: { readonly [key: string]: number };',
    "readonly kind: readonly ('retail' | 'wholesale' | 'gift')[];",
    'readonly low: string | null;',
    'readonly least?: number;',
  ])
    assert.ok(typescript.includes(words), words);
  const python = describePythonClient(plan);
  for (const words of ['note: Mapping[str, int]', 'tags: Sequence[str]', 'retail: int'])
    assert.ok(python.includes(words), words);
  assert.match(python, /["']low["']: ["']?str \| None/);
});

test('a resource may have the name that a statement gives to rows', async (t) => {
  for (const name of ['R', 'A', 'G', 'S']) {
    const page = documentText('Rows', {
      resources: `### ${name}

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| kind | string | |
| q | integer | |`,
      endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create ${name} | POST | /rows | \`${name}\` | 201 \`${name}\` |
| list ${name} | GET | /rows | | 200 \`{ n: total count, s: sum of q, most: maximum of q, kinds: counts of kind }\` |
| list ${name} as groups | GET | /groups | | 200 \`{ kind: ${name}.kind, n: total count, least: minimum of q }[]\` |`,
    });
    const served = await serveIn(t, page);
    for (const q of [1, 2]) await served.ask('POST /rows', { body: { kind: 'a', q } });
    assert.deepEqual((await served.ask('GET /rows')).json, { n: 2, s: 3, most: 2, kinds: { a: 2 } });
    assert.deepEqual((await served.ask('GET /groups')).json, [{ kind: 'a', n: 2, least: 1 }]);
  }
});
