import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePythonClient } from '../../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../../src/describe/client/typescript/index.ts';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { createWholePlanFinder } from '../../../src/operator/whole-plans.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const group = [
  'status: Sale.status',
  'month?: month of paid_at',
  'n: total count',
  'total: sum of total',
  'items?: sum of items',
  'weight: sum of weight',
  'least: minimum of total',
  'most: maximum of total',
  'last?: maximum of paid_at',
].join(', ');

const page = documentText('Sales', {
  resources: `### Seller

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |

### Sale

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| seller | ref Seller | |
| status | one of open, paid, lost | required |
| paid_at | date-time | |
| due | date | |
| total | decimal | |
| items | integer | |
| big | int64 | |
| weight | number | |
| gift | boolean | |
| note | string | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Seller | POST | /sellers | \`Seller\` | 201 \`Seller\` |
| read Seller | GET | /sellers/{id} | | 200 \`Seller\` |
| create Sale | POST | /sales | \`Sale\` | 201 \`Sale\` |
| list Sale as months | GET | /months | | 200 \`{ months: { ${group} }[], all: total count, kinds: counts of status }\` |
| list Sale as sellers | GET | /sellers | | 200 \`{ seller: Sale.seller, big: sum of big, most?: maximum of big }[]\` |
| list Sale as days | GET | /days | | 200 \`{ paid: day of paid_at, year: year of due, gift: Sale.gift, n: total count }[]\` |
| list Sale as notes | GET | /notes | | 200 \`{ note: Sale.note, n: total count }[]\` |

### months

| Parameter | Maps to |
| --- | --- |
| status | filter |`,
  authentication: keyed(
    `| own | all Sale | \`shop == caller.shop\` |
| own | create Seller | |
| own | read Seller | |`,
  ),
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Sale.total | price | | |
| 2 | renamed | Sale.status open | new | | |
| 2 | added | Sale.weight | | | |`,
  ),
});

for (const [name, address] of everyStore) {
  test(`groups of the records that the caller may read and the request asks for ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const [north, south] = [await served.key(['own'], { shop: 'north' }), await served.key(['own'], { shop: 'south' })];
    const get = async (path: string, key: string, v = '2'): Promise<ReturnType<typeof JSON.parse>> => {
      const answer = await served.ask(`GET ${path}`, { key, headers: { v } });
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    assert.deepEqual(await get('/months', north), { months: [], all: 0, kinds: { open: 0, paid: 0, lost: 0 } });
    for (const seller of ['Ada', 'Bo'])
      assert.equal((await served.ask('POST /sellers', { key: north, body: { name: seller } })).status, 201);
    const most = Number.MAX_SAFE_INTEGER;
    for (const [key, body] of [
      [
        north,
        { status: 'paid', paid_at: '2026-11-01T00:00:00Z', total: '1.10', items: most, weight: 0.25, gift: true },
      ],
      [
        north,
        { status: 'paid', paid_at: '2026-11-30T23:30:00-02:00', total: '-0.50', items: 2, weight: 0.5, seller: 1 },
      ],
      [
        north,
        { status: 'paid', paid_at: '2026-11-30T23:59:59.999Z', total: '10', seller: 2, big: 2 ** 62, gift: false },
      ],
      [
        north,
        { status: 'paid', paid_at: '2026-11-02T00:00:00Z', total: '1.1', seller: 2, big: 4096, due: '2024-02-29' },
      ],
      [north, { status: 'open', note: 'a' }],
      [north, { status: 'open', note: 'B', gift: true, due: '2024-12-31' }],
      [south, { status: 'lost', total: '900', note: 'south', seller: 1, big: 8192 }],
    ] as const) {
      const made = await served.ask('POST /sales', { key, body });
      assert.equal(made.status, 201, made.text);
    }
    const open = { status: 'open', n: 2, total: '0', items: 0, weight: 0, least: null, most: null };
    const november = {
      status: 'paid',
      month: '2026-11',
      n: 3,
      total: '12.20',
      items: most,
      weight: 0.25,
      least: '1.1',
      most: '10',
      last: '2026-11-30T23:59:59.999Z',
    };
    const december = {
      status: 'paid',
      month: '2026-12',
      n: 1,
      total: '-0.50',
      items: 2,
      weight: 0.5,
      least: '-0.50',
      most: '-0.50',
      last: '2026-12-01T01:30:00.000Z',
    };
    const counts = { open: 2, paid: 4, lost: 0 };
    assert.deepEqual(await get('/months', north), { months: [open, november, december], all: 6, kinds: counts });
    assert.deepEqual((await get('/months?status=paid', north)).months, [november, december]);
    assert.deepEqual(
      (await get('/months', south)).months.map(({ status, n, total }: Record<string, unknown>) => [status, n, total]),
      [['lost', 1, '900']],
    );
    // An older version has its own names of fields and values, in the order of the groups.
    const older = [{ ...open, status: 'new' }, november, december].map(({ weight: _, ...shown }) => shown);
    assert.deepEqual((await get('/months', north, '1')).months, older);

    assert.deepEqual(await get('/sellers', north), [
      { seller: null, big: 0 },
      { seller: 1, big: 0 },
      { seller: 2, big: 2 ** 62 + 4096, most: 2 ** 62 },
    ]);
    assert.deepEqual(await get('/sellers', south), [{ seller: 1, big: 8192, most: 8192 }]);
    assert.deepEqual(await get('/days', north), [
      { paid: null, year: null, gift: null, n: 1 },
      { paid: null, year: 2024, gift: true, n: 1 },
      { paid: '2026-11-01', year: null, gift: true, n: 1 },
      { paid: '2026-11-02', year: 2024, gift: null, n: 1 },
      { paid: '2026-11-30', year: null, gift: false, n: 1 },
      { paid: '2026-12-01', year: null, gift: null, n: 1 },
    ]);
    assert.deepEqual(await get('/days', south, '1'), [{ paid: null, year: null, gift: null, n: 1 }]);
    assert.deepEqual(await get('/notes', north), [
      { note: null, n: 4 },
      { note: 'B', n: 1 },
      { note: 'a', n: 1 },
    ]);

    // A sum that is beyond its type is left out of a member with `?` only.
    assert.equal((await served.ask('POST /sales', { key: north, body: { status: 'lost', items: most } })).status, 201);
    assert.equal((await served.ask('POST /sales', { key: north, body: { status: 'lost', items: 1 } })).status, 201);
    const lost = (await get('/months?status=lost', north)).months;
    assert.deepEqual(lost, [{ status: 'lost', n: 2, total: '0', weight: 0, least: null, most: null }]);
    for (const big of [2 ** 62, 2 ** 62])
      assert.equal(
        (await served.ask('POST /sales', { key: south, body: { status: 'lost', seller: 2, big } })).status,
        201,
      );
    assert.equal((await served.ask('GET /sellers', { key: south })).status, 500);
  });

  test(`more than 1,000 groups are refused, never cut ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const key = await served.key(['own'], { shop: 'north' });
    const create = (at: number) => served.ask('POST /sales', { key, body: { status: 'open', note: `n${at}` } });
    for (let from = 0; from < 1_000; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => create(from + at)));
    const whole = await served.ask('GET /notes', { key });
    assert.equal(whole.json.length, 1_000, whole.text.slice(0, 200));
    await create(1_000);
    assert.equal((await served.ask('GET /notes', { key })).status, 503);
    assert.equal((await served.ask('GET /months', { key })).json.months[0].n, 1_001);
  });
}

test('groups are described and typed', async () => {
  const plan = (await createWholePlanFinder(createSource('sales.md', page))())!;
  const { schemas } = JSON.parse(JSON.stringify(describeOpenapi(plan))).components;
  const { items, maxItems } = schemas.SalePage.properties.months;
  assert.deepEqual(items.required, ['status', 'n', 'total', 'weight', 'least', 'most']);
  assert.equal(maxItems, 1_000);
  assert.deepEqual(items.properties.status.enum, ['open', 'paid', 'lost']);
  assert.deepEqual(items.properties.month.pattern, '^[0-9]{4}-[0-9]{2}$');
  assert.deepEqual(items.properties.least.type, ['string', 'null']);
  assert.equal(
    items.properties.last.description,
    'The maximum of `paid_at` in the group; absent if no record has one.',
  );
  const days = JSON.stringify(describeOpenapi(plan));
  assert.match(days, /The day of `paid_at` in UTC; null for the records without it\./);
  const typescript = describeTypescriptClient(plan);
  for (const words of [
    'readonly month?: string;',
    'readonly least: string | null;',
    'readonly paid: string | null;',
    "readonly status: 'open' | 'paid' | 'lost';",
  ])
    assert.ok(typescript.includes(words), words);
  assert.match(describePythonClient(plan), /year["']?: ["']?int \| None/);
});
