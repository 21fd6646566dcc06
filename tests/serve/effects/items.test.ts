import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders with lines in one request, notices for each item of a list of refs, and stock that the lines of a list take. */
const shop = documentText('Shop', {
  resources: `### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| owner | string | assigned from caller.id |
| stock | integer | required |
| note | string | read-only |

| Rule | Check | Error |
| --- | --- | --- |
| never_negative | \`stock >= 0\` | out_of_stock |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| owner | string | assigned from caller.id |
| title | string | required |
| parts | Part[] | default [] |
| watchers | (ref Watcher)[] | default [] |
| status | state | |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| product | ref Product | required |
| quantity | integer | required; 1.. |
| gift | boolean | default false |
| words | string[] | |

### Line

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| order | ref Order | required; on delete cascade |
| product | ref Product | required |
| quantity | integer | required; 1..9 |
| code | string | unique with order; 2..5 characters |

### Watcher

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| owner | string | assigned from caller.id |
| told | integer | default 0; read-only |

### Word

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| order | ref Order | required; on delete cascade |
| text | string | required |`,
  states: `### Order

| State | Kind |
| --- | --- |
| open | initial |
| sent | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | create | | \`input.lines.each(l, create Line(order: id, product: l.product, quantity: l.quantity, code?: l.code))\`; \`input.lines.each(l, l.quantity > 1, l.product.note = "many of " + title)\` |
| open | send | sent | \`parts.each(p, p.product.stock = p.product.stock - p.quantity)\`; \`parts.each(p, p.gift and has(p.words), p.words.each(w, create Word(order: id, text: w)))\`; \`watchers.each(w, w.told = w.told + 1)\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read Product | /products | | |
| create, read Watcher | /watchers | | |
| create Order | /orders | \`{ title: Order.title, parts?: Order.parts, watchers?: Order.watchers, lines?: Line(product, quantity, code?)[] }\` | 201 \`Order(all, lines: Line(product, quantity, code)[..20 by quantity])\` |
| read Order | /orders/{id} | | 200 \`Order(all, words: Word(text)[..20 by text])\` |
| read Line | /lines/{id} | | |
| read Word | /words/{id} | | |
| send Order | /orders/{id}/send | | 200 \`Order(all, words: Word(text)[..20 by text])\` |`,
  authentication: keyed(`| user | all Product | \`owner == caller.id\` |
| user | all Order | \`owner == caller.id\` |
| user | all Watcher | \`owner == caller.id\` |
| user | all Line, all Word | \`order.owner == caller.id\` |`),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| out_of_stock | 409 | |`,
});

async function open(t: TestContext, address: string, page = shop) {
  const served = await serveIn(t, page, {}, undefined, address);
  const as = async (subject: string) => {
    const key = await served.key(['user'], {}, { subject });
    return async (line: string, body?: object) => {
      const got = await served.ask(line, { key, body });
      assert.ok(got.status < 500, `${line} ${got.text}\n${served.logged.join('\n')}`);
      return got;
    };
  };
  return { served, ana: await as('ana'), bob: await as('bob') };
}

type Ask = Awaited<ReturnType<typeof open>>['ana'];

async function made(ask: Ask, path: string, body: object): Promise<string> {
  const got = await ask(`POST ${path}`, body);
  assert.equal(got.status, 201, got.text);
  return got.json.id;
}

const at = (got: Awaited<ReturnType<Ask>>) =>
  [got.status, ...(got.json.errors ?? []).map((error: { pointer: string }) => error.pointer)] as const;

for (const [name, address] of everyStore) {
  describe(`effects for each item of a list ${name}`, () => {
    test('an order is created with its lines, or not at all', async (t) => {
      const { ana, bob } = await open(t, await address());
      const pen = await made(ana, '/products', { stock: 5 });
      const ink = await made(ana, '/products', { stock: 5 });
      const got = await ana('POST /orders', {
        title: 'first',
        lines: [
          { product: pen, quantity: 1, code: 'aa' },
          { product: ink, quantity: 2 },
        ],
      });
      assert.deepEqual(
        [got.status, got.json.lines],
        [
          201,
          [
            { product: pen, quantity: 1, code: 'aa' },
            { product: ink, quantity: 2 },
          ],
        ],
        got.text,
      );
      // The condition between the variable and the effect holds for the second alone.
      assert.equal((await ana(`GET /products/${pen}`)).json.note, undefined);
      assert.equal((await ana(`GET /products/${ink}`)).json.note, 'many of first');
      // A list that is left out has no items.
      assert.equal((await made(ana, '/orders', { title: 'none' })).length, 36);
      const line = { product: pen, quantity: 1, code: 'bb' };
      assert.deepEqual(at(await ana('POST /orders', { title: 'two', lines: [line, line] })), [409, '/lines/1/code']);
      assert.deepEqual(at(await ana('POST /orders', { title: 'two', lines: [{ ...line, quantity: 10 }] })), [
        422,
        '/lines/0/quantity',
      ]);
      const many = Array(1_001).fill({ product: pen, quantity: 1 });
      const refused = await ana('POST /orders', { title: 'many', lines: many });
      assert.deepEqual(refused.json.errors, [{ pointer: '/lines', message: 'has more than 1000 items' }]);
      // A reference names a record that exists and that the caller may read.
      assert.deepEqual(at(await bob('POST /orders', { title: 'his', lines: [line] })), [422, '/lines/0/product']);
      assert.deepEqual(at(await bob('POST /orders', { title: 'his', parts: [{ product: pen, quantity: 1 }] })), [
        422,
        '/parts/0/product',
      ]);
      assert.equal((await ana(`GET /products/${pen}`)).json.note, undefined);
    });

    test('items of a list of the record change other records, and lists inside them too', async (t) => {
      const { ana, bob } = await open(t, await address());
      const pen = await made(ana, '/products', { stock: 5 });
      const [one, two] = [await made(ana, '/watchers', {}), await made(ana, '/watchers', {})];
      const parts = [
        { product: pen, quantity: 1, gift: true, words: ['b', 'a'] },
        { product: pen, quantity: 2, words: ['c'] },
        { product: pen, quantity: 1, gift: true },
      ];
      const order = await made(ana, '/orders', { title: 'gift', parts, watchers: [one, two, one] });
      assert.equal((await bob(`POST /orders/${order}/send`)).status, 404);
      const sent = await ana(`POST /orders/${order}/send`);
      assert.deepEqual([sent.status, sent.json.words], [200, [{ text: 'a' }, { text: 'b' }]], sent.text);
      // Each effect sees what the ones before it left.
      assert.equal((await ana(`GET /products/${pen}`)).json.stock, 1);
      assert.equal((await ana(`GET /watchers/${one}`)).json.told, 2);
      assert.equal((await ana(`GET /watchers/${two}`)).json.told, 1);
      const more = await made(ana, '/orders', { title: 'more', parts: [parts[0], parts[1]] });
      const refused = await ana(`POST /orders/${more}/send`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'out_of_stock']);
      assert.deepEqual((await ana(`GET /orders/${more}`)).json.words, []);
      assert.equal((await ana(`GET /products/${pen}`)).json.stock, 1);
    });

    test('errors have the names that the client of an older version sent', async (t) => {
      const changes = '| 2 | renamed | Line.code | tag | | |';
      const { served, ana } = await open(
        t,
        await address(),
        shop.replace('## Versioning\n\nNone.', `## Versioning\n\n${versioned(['2', '1'], changes)}`),
      );
      const pen = await made(ana, '/products', { stock: 5 });
      const key = await served.key(['user'], {}, { subject: 'ana' });
      const ask = (tag: string, second: string) => {
        const lines = [tag, second].map((value, i) => ({ product: pen, quantity: 2 + i, tag: value }));
        return served.ask('POST /orders', { key, body: { title: 'old', lines }, headers: { v: '1' } });
      };
      assert.deepEqual(at(await ask('aa', 'b')), [422, '/lines/1/tag']);
      assert.deepEqual(at(await ask('aa', 'aa')), [409, '/lines/1/tag']);
      const done = await ask('aa', 'bb');
      const tags = done.json.lines.map(({ tag }: { tag: string }) => tag);
      assert.deepEqual([done.status, tags], [201, ['aa', 'bb']], done.text);
      assert.equal((await ana(`GET /products/${pen}`)).json.note, 'many of old');
    });
  });
}

for (const [name, address, instances] of [
  ['on SQLite', async () => 'sqlite::memory:', 1],
  ['on three instances', freshDatabase, 3],
] as const) {
  test(`orders at the same time take no more than there is ${name}`, async (t) => {
    const where = await address();
    const { ana, served } = await open(t, where);
    const all: Served[] = [served];
    for (let i = 1; i < instances; i++) all.push(await serveIn(t, shop, {}, undefined, where));
    const [pen, ink] = [await made(ana, '/products', { stock: 7 }), await made(ana, '/products', { stock: 99 })];
    const orders: string[] = [];
    for (let i = 0; i < 30; i++) {
      const both = [
        { product: pen, quantity: 1 },
        { product: ink, quantity: 1 },
      ];
      orders.push(await made(ana, '/orders', { title: `${i}`, parts: i % 2 === 0 ? both : both.toReversed() }));
    }
    const key = await served.key(['user'], {}, { subject: 'ana' });
    const got = await Promise.all(
      orders.map((order, i) => all[i % instances]!.ask(`POST /orders/${order}/send`, { key })),
    );
    const codes = got.map(({ status, json }) => (status === 200 ? 'sent' : json.code)).toSorted();
    assert.deepEqual(codes, [...Array(23).fill('out_of_stock'), ...Array(7).fill('sent')]);
    assert.equal((await ana(`GET /products/${pen}`)).json.stock, 0);
    assert.equal((await ana(`GET /products/${ink}`)).json.stock, 92);
  });
}
