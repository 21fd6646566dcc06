import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Item, listIn } from '../../support/structured-fields.ts';
import { type Got, type Served, serve, serveIn } from '../support/served.fixture.ts';
import { limitedShop } from './limited.fixture.ts';

const start = Date.UTC(2026, 10, 21);
let now = start;
let served: Served;
let key: string;

before(async () => {
  const rows = [
    'calm | rate | all | credential | 100 per 5 minutes, burst 20 | slow_down',
    'few | rate | list Customer | caller.shop | 3 per minute | slow_down',
    'odd | rate | list Invoice | | 5 per second |',
  ];
  served = await serve(limitedShop(rows), {}, () => now);
  key = await served.key(['read', 'write'], { shop: 'north' });
});
after(() => served.close());

/** The two fields of an answer, read strictly. */
function told({ headers }: Got): { readonly policy: readonly Item[]; readonly limit: readonly Item[] } {
  return { policy: listIn(headers.get('RateLimit-Policy')!), limit: listIn(headers.get('RateLimit')!) };
}

const q = (name: string, ...parameters: [string, number][]): Item => ({ value: name, parameters: new Map(parameters) });

test('an admitted answer tells every limit that counted it, and how the closest one stands', async () => {
  const { policy, limit } = told(await served.ask('GET /customers', { key }));
  assert.deepEqual(policy, [q('calm', ['q', 100], ['w', 300]), q('few', ['q', 3], ['w', 60])]);
  assert.deepEqual(limit, [q('few', ['r', 2], ['t', 20])]);
  const other = told(await served.ask('GET /invoices/inv_00000000000000000000000000', { key }));
  assert.deepEqual(other.policy, [q('calm', ['q', 100], ['w', 300])]);
  assert.deepEqual(other.limit, [q('calm', ['r', 18], ['t', 6])]);
});

test('refusals of later steps tell as well; those before any limit of the caller do not', async () => {
  assert.equal((await served.ask('GET /customers?limit=x', { key })).status, 422);
  const refused = await served.ask('GET /customers?limit=x', { key });
  assert.deepEqual(told(refused).limit, [q('few', ['r', 0], ['t', 60])]);
  const stranger = await served.ask('GET /customers');
  assert.deepEqual([stranger.status, stranger.headers.get('RateLimit')], [401, null]);
  assert.equal(stranger.headers.get('RateLimit-Policy'), null);
});

test('a refusal tells the limit that refused, and Retry-After is not earlier than its t', async () => {
  now += 1_500;
  const refused = await served.ask('GET /customers', { key });
  assert.equal(refused.status, 429);
  const { policy, limit } = told(refused);
  assert.deepEqual(limit, [q('few', ['r', 0], ['t', 19])]);
  assert.deepEqual(policy, [q('few', ['q', 3], ['w', 60])]);
  assert.equal(refused.headers.get('Retry-After'), '19');
  assert.equal(refused.headers.get('Cache-Control'), 'no-store');
  assert.equal(refused.headers.get('X-RateLimit-Limit'), '3');
  assert.equal(refused.headers.get('X-RateLimit-Remaining'), '0');
  assert.equal(refused.headers.get('X-RateLimit-Reset'), String(start / 1000 + 20));
  now += 18_499;
  assert.equal((await served.ask('GET /customers', { key })).status, 429);
  now += 1;
  assert.equal((await served.ask('GET /customers', { key })).status, 200);
});

test('what a 429 tells is exact: after Retry-After seconds one request is let in', async () => {
  for (let i = 0; i < 30; i++) {
    const got = await served.ask('GET /customers', { key });
    if (got.status === 200) continue;
    const seconds = Number(got.headers.get('Retry-After'));
    now += (seconds - 1) * 1000;
    assert.equal((await served.ask('GET /customers', { key })).status, seconds === 1 ? 200 : 429);
    now += 1000;
    if (seconds > 1) assert.equal((await served.ask('GET /customers', { key })).status, 200);
  }
});

test('HEAD and an answer that nothing has changed count and tell as reads do; OPTIONS does neither', async (t) => {
  const service = await serveIn(
    t,
    limitedShop(['calm | rate | all | credential | 10 per minute | slow_down']),
    {},
    () => start,
  );
  const [own, other] = [await service.key(['tags'], { shop: 'north' }), await service.key(['tags'], { shop: 'south' })];
  await service.ask('PUT /tags/a', { key: own, body: {} });
  const read = await service.ask('GET /tags/a', { key: own });
  const unchanged = { key: own, headers: { 'If-None-Match': read.headers.get('ETag')! } };
  const asked = [
    read,
    await service.ask('GET /tags/a', unchanged),
    await service.ask('HEAD /tags/a', { key: own }),
    await service.ask('OPTIONS /tags/a', { key: own }),
    await service.ask('GET /tags/a', { key: own }),
    await service.ask('GET /tags/a', { key: other }),
  ];
  assert.deepEqual(
    asked.map(({ status, headers }) => [status, headers.get('X-RateLimit-Remaining')]),
    [
      [200, '8'],
      [304, '7'],
      [200, '6'],
      [204, null],
      [200, '5'],
      [404, '9'],
    ],
  );
});

test('without a line Response headers nothing is told, and with one header only that one', async (t) => {
  for (const [limitHeaders, shown] of [
    ['', [null, null, null, null]],
    ['Retry-After', [null, null, null, '60']],
    ['RateLimit', ['"calm";r=0;t=60', null, null, '']],
    ['X-RateLimit-Remaining', [null, null, '0', '']],
  ] as const) {
    const service = await serveIn(
      t,
      limitedShop(['calm | rate | all | ip | 1 per minute | slow_down'], limitHeaders),
      {},
      () => start,
    );
    await service.ask('GET /public/tags');
    const { status, headers } = await service.ask('GET /public/tags');
    const got = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Remaining'].map((name) => headers.get(name));
    assert.deepEqual([status, ...got, headers.get('Retry-After')], [429, ...shown.slice(0, 3), shown[3] || null]);
  }
});

test('browsers of other origins may read what is told', async (t) => {
  const document = limitedShop(['calm | rate | all | ip | 5 per minute | slow_down']).replace(
    '- Unknown fields: refused',
    '- Unknown fields: refused\n- Allowed origins: https://shop.example',
  );
  const service = await serveIn(t, document);
  const { headers } = await service.ask('GET /public/tags', { headers: { Origin: 'https://shop.example' } });
  const exposed = headers.get('Access-Control-Expose-Headers')!.split(', ');
  for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    assert.ok(exposed.includes(name), name);
  }
});

test('the reader of structured fields takes nothing that RFC 9651 does not', () => {
  for (const text of [
    '"a";r=1,',
    'a b',
    '"a',
    '"a";R=1',
    '"a";r=',
    '"a";;r=1',
    '"é"',
    '"a";r=1.',
    '"a";r=0000000000000001',
    ',',
  ]) {
    assert.throws(() => listIn(text), text);
  }
  assert.deepEqual(listIn('"b\\"c";x=?1;y=tok , 5'), [
    {
      value: 'b"c',
      parameters: new Map<string, unknown>([
        ['x', true],
        ['y', { token: 'tok' }],
      ]),
    },
    { value: 5, parameters: new Map() },
  ]);
});
