import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../../support/postgres.ts';
import { type Asked, type Got, planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { createCode, existing } from './existing.fixture.ts';

const shops = ['north', 'south'] as const;
type Shop = (typeof shops)[number];

/** A service with a caller in each shop, `ask` as the one in the north, and the events of a shop. */
async function start(t: TestContext, address: string) {
  const counted = { before: 0, after: 0 };
  const served = await serveIn(t, existing, {}, undefined, address, createCode(counted));
  const keys = {
    north: await served.key(['all'], { shop: 'north' }, { subject: 'ana' }),
    south: await served.key(['all'], { shop: 'south' }, { subject: 'ana' }),
  };
  const ask = (line: string, body?: unknown, shop: Shop = 'north', more: Asked = {}): Promise<Got> =>
    served.ask(line, { key: keys[shop], ...(body === undefined ? {} : { body }), ...more });
  const events = async (shop: Shop, count: number): Promise<readonly unknown[]> => {
    for (;;) {
      const { data } = (await ask('GET /events', undefined, shop)).json;
      if (data.length >= count) return data.map(({ data: payload }: { data: object }) => Object.values(payload).at(-1));
      await sleep(20);
    }
  };
  return { served, ask, events, counted };
}

for (const [name, address] of everyStore) {
  describe(`a create that finds an existing record ${name}`, () => {
    test('returns it as it is, without an effect, an event, a number or a place in the quota', async (t) => {
      const { ask, events } = await start(t, await address());
      for (const shop of shops) {
        assert.equal((await ask('POST /posts', { text: 'Hello' }, shop)).status, 201);
        const path = `POST /posts/${shop === 'north' ? 1 : 2}/reactions`;
        const first = await ask(path, { content: 'like', note: 'first' }, shop);
        assert.deepEqual([first.status, first.json.number, typeof first.json.secret], [201, 1, 'string'], first.text);
        const again = await ask(path, { content: 'like', note: 'second' }, shop);
        const { secret: _, ...shown } = first.json;
        assert.deepEqual([again.status, again.json], [200, shown]);
        assert.equal(again.headers.get('location'), first.headers.get('location'));
        assert.equal((await ask(path, {}, shop)).json.id, first.json.id);
        const other = await ask(path, { content: 'heart' }, shop);
        assert.deepEqual([other.status, other.json.number], [201, 2]);
        assert.equal((await ask(path, { content: 'heart' }, shop)).status, 200);
        assert.deepEqual(await events(shop, 2), ['like', 'heart']);
        // The quota is full, and yet what exists is found; once it is deleted, the place is free again.
        assert.equal((await ask(`DELETE /reactions/${first.json.id}`, undefined, shop)).status, 204);
        const anew = await ask(path, { content: 'like' }, shop);
        assert.deepEqual([anew.status, anew.json.number], [201, 3]);
        assert.notEqual(anew.json.id, first.json.id);
      }
    });

    test('checks the request first', async (t) => {
      const { ask } = await start(t, await address());
      await ask('POST /posts', { text: 'Hello' });
      assert.equal((await ask('POST /posts/1/reactions', { content: 'like' })).status, 201);
      assert.equal((await ask('POST /posts/1/reactions', { content: 'like', colour: 'red' })).status, 422);
      assert.equal((await ask('POST /posts/1/reactions', { content: 'hate' })).status, 422);
      assert.equal((await ask('POST /posts/1/reactions', { content: 'like' }, 'south')).status, 404);
    });

    test('keeps its response for an idempotency key, and takes forms and older requests', async (t) => {
      const { ask } = await start(t, await address());
      await ask('POST /posts', { text: 'Hello' });
      const first = await ask('POST /posts/1/reactions', { content: 'like' });
      const headers = { 'Idempotency-Key': 'k' };
      const again = await ask('POST /posts/1/reactions', { content: 'like' }, 'north', { headers });
      assert.deepEqual([again.status, again.json.id], [200, first.json.id]);
      assert.equal((await ask(`DELETE /reactions/${first.json.id}`)).status, 204);
      const kept = await ask('POST /posts/1/reactions', { content: 'like' }, 'north', { headers });
      assert.deepEqual([kept.status, kept.json.id], [200, first.json.id]);
      const older = { headers: { V: '1' } };
      const made = await ask('POST /posts/1/reactions', { kind: 'like' }, 'north', older);
      assert.deepEqual([made.status, made.json.kind], [202, 'like'], made.text);
      const found = await ask('POST /posts/1/reactions', { kind: 'like' }, 'north', older);
      assert.deepEqual([found.status, found.json.kind, found.json.id], [200, 'like', made.json.id], found.text);
      const form = { text: 'content=like', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
      const sent = await ask('POST /posts/1/reactions', undefined, 'north', form);
      assert.deepEqual([sent.status, sent.json.id], [200, made.json.id]);
    });

    test('runs hooks before it, not after it, and is not meant where a handler creates', async (t) => {
      const { ask, counted } = await start(t, await address());
      for (const shop of shops) {
        const { id } = (await ask('POST /posts', { text: 'Hello' }, shop)).json;
        const liked = await ask(`POST /posts/${id}/like`, undefined, shop);
        assert.equal(liked.status, 201, liked.text);
        const twice = await ask(`POST /posts/${id}/like`, undefined, shop);
        assert.deepEqual([twice.status, twice.json.code], [409, 'taken']);
        assert.equal((await ask(`POST /posts/${id}/reactions`, { content: 'like' }, shop)).status, 200);
      }
      assert.deepEqual(counted, { before: 2, after: 0 });
      const third = await ask('POST /posts/1/reactions', { content: 'heart' });
      assert.deepEqual([third.status, counted], [201, { before: 3, after: 1 }]);
    });

    test('finds by each constraint, and none where two records have the values', async (t) => {
      const { ask, events } = await start(t, await address());
      for (const shop of shops) {
        const ana = await ask('POST /accounts', { email: 'Ana@x.example', handle: 'Ana B' }, shop);
        assert.deepEqual([ana.status, ana.json.slug], [201, 'ana-b'], ana.text);
        const account = { id: ana.json.id, email: 'Ana@x.example' };
        for (const body of [
          { email: 'aNA@X.example', handle: 'other' },
          { email: 'other@x.example', handle: 'ANA, b' },
        ]) {
          const found = await ask('POST /accounts', body, shop);
          assert.deepEqual([found.status, found.json], [200, { account }], found.text);
        }
        const ben = await ask('POST /accounts', { email: 'ben@x.example', handle: 'ben' }, shop);
        assert.equal(ben.status, 201);
        const both = await ask('POST /accounts', { email: 'ben@x.example', handle: 'ana b' }, shop);
        assert.deepEqual([both.status, both.json.code], [409, 'taken']);
        assert.deepEqual(await events(shop, 2), [ana.json.id, ben.json.id]);
      }
    });

    test('refuses as before where the caller may not read the record, or it is deleted', async (t) => {
      const { served, ask } = await start(t, await address());
      const hidden = { email: 'eve@x.example', handle: 'eve', hidden: true };
      assert.equal((await ask('POST /accounts', hidden)).status, 202);
      const refused = await ask('POST /accounts', hidden);
      assert.deepEqual([refused.status, refused.json.code], [409, 'taken']);
      const ana = await ask('POST /accounts', { email: 'ana@x.example', handle: 'ana' });
      const blind = await served.key(['blind'], { shop: 'north' });
      const body = { email: 'ana@x.example', handle: 'ana' };
      assert.equal((await served.ask('POST /accounts', { key: blind, body })).json.code, 'taken');
      assert.equal((await ask('POST /accounts', body)).status, 200);
      assert.equal((await ask('POST /accounts', body, 'south')).status, 201);
      assert.equal((await ask(`DELETE /accounts/${ana.json.id}`)).status, 204);
      assert.equal((await ask('POST /accounts', body)).json.code, 'taken');
    });

    test('finds by the state in which the record would begin, and by an identity', async (t) => {
      const { ask } = await start(t, await address());
      for (const shop of shops) {
        const cart = await ask('POST /cart', { note: 'a' }, shop);
        assert.equal(cart.status, 201);
        assert.deepEqual((await ask('POST /cart', {}, shop)).json, cart.json);
        assert.equal((await ask(`POST /cart/${cart.json.id}/order`, undefined, shop)).status, 200);
        const next = await ask('POST /cart', {}, shop);
        assert.equal(next.status, 201);
        assert.notEqual(next.json.id, cart.json.id);
        const code = `pen-${shop}`;
        assert.equal((await ask('POST /products', { code, stock: 1 }, shop)).status, 201);
        assert.deepEqual((await ask('POST /products', { code, stock: 2 }, shop)).json, { code, shop, stock: 1 });
      }
      assert.equal((await ask('POST /products', { code: 'pen-south', stock: 1 })).json.code, 'taken');
    });

    test('does not ask guards that the record itself would fail now', async (t) => {
      const { ask } = await start(t, await address());
      await ask('POST /products', { code: 'pen', stock: 1 });
      await ask('POST /products', { code: 'ink', stock: 0 });
      const first = await ask('POST /reservations', { product: 'pen' });
      assert.equal(first.status, 201, first.text);
      assert.equal((await ask('GET /products/pen')).json.stock, 0);
      const again = await ask('POST /reservations', { product: 'pen' });
      assert.deepEqual([again.status, again.json], [200, first.json]);
      assert.equal((await ask('POST /reservations', { product: 'ink' })).json.code, 'out_of_stock');
    });
  });
}

test('the plan says by which values a record is found', () => {
  const words = (name: string): readonly string[] =>
    planFor(existing)
      .operations.find((operation) => operation.name === name)!
      .steps.flatMap(({ step, words: said }) => (step === 'resources/existing' ? [said] : []));
  assert.deepEqual(
    words('create Account'),
    ['email and shop', 'slug and shop'].map(
      (values) => `return the Account with the same ${values} instead, if there is one that the caller may read`,
    ),
  );
  assert.deepEqual(words('create Post'), []);
});

const together = 50;
const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ...everyStore.map(([name, address]) => [name, address, 1] as const),
  ['on three instances', freshDatabase, 3],
];

for (const [name, address, instances] of places) {
  test(`of fifty equal creates at once one creates and the others find it ${name}`, async (t) => {
    const at = await address();
    const all: Served[] = [];
    const code = createCode({ before: 0, after: 0 });
    for (let i = 0; i < instances; i++) all.push(await serveIn(t, existing, {}, undefined, at, code));
    const [first] = all;
    const keys = { north: '', south: '' };
    for (const shop of shops) keys[shop] = await first!.key(['all'], { shop }, { subject: 'ana' });
    const race = async (
      lineOf: (shop: Shop) => string,
      bodyOf: (shop: Shop) => object,
      headersOf: (i: number) => Record<string, string> = () => ({}),
    ): Promise<void> => {
      const got = await Promise.all(
        Array.from({ length: 2 * together }, async (_, i) => {
          const shop = shops[i % 2]!;
          const asked = { key: keys[shop], body: bodyOf(shop), headers: headersOf(i) };
          return { shop, got: await all[i % instances]!.ask(lineOf(shop), asked) };
        }),
      );
      for (const shop of shops) {
        const own = got.filter((one) => one.shop === shop).map((one) => one.got);
        const counts = Map.groupBy(own, ({ status }) => status);
        const found = Object.fromEntries([...counts].map(([status, some]) => [status, some.length]));
        assert.deepEqual(found, { 200: together - 1, 201: 1 }, lineOf(shop));
        const ids = own.map(({ json }) => (json.account ?? json).id ?? json.code);
        assert.equal(new Set(ids).size, 1, lineOf(shop));
      }
    };
    for (const shop of shops) await first!.ask('POST /posts', { key: keys[shop], body: { text: 'Hello' } });
    const post = { north: 1, south: 2 };
    const like = { content: 'like' };
    await race(
      (shop) => `POST /posts/${post[shop]}/reactions`,
      () => like,
    );
    await race(
      (shop) => `POST /posts/${post[shop]}/reactions`,
      () => ({ content: 'heart' }),
      (i) => ({ 'Idempotency-Key': `key-${i}` }),
    );
    await race(
      () => 'POST /accounts',
      () => ({ email: 'ana@x.example', handle: 'ana' }),
    );
    await race(
      () => 'POST /cart',
      () => ({}),
    );
    await race(
      () => 'POST /products',
      (shop) => ({ code: shop, stock: 1 }),
    );
    await race(
      () => 'POST /reservations',
      (shop) => ({ product: shop }),
    );
    for (const shop of shops)
      assert.equal((await first!.ask(`GET /products/${shop}`, { key: keys[shop] })).json.stock, 0);
  });
}
