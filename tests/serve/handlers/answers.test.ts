import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { type CodedShop, type Context, codedShop } from './handlers.fixture.ts';

const long = 'x'.repeat(501);

for (const [name, address] of everyStore) {
  describe(`values that code returns ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address());
    });
    after(() => shop?.served.close());

    test('a value that the Response cannot show is an internal error with its place, and nothing is written', async () => {
      const [id, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      type Wrong = readonly [of: 'remind' | 'split' | 'owing', result: (record: Context) => unknown, told: RegExp];
      const wrong: readonly Wrong[] = [
        ['owing', () => ({ customers: [], text: 5 }), /`text` that its Response \(shop\.md:\d+\) cannot show: must be/],
        ['owing', () => ({ customers: [], text: 'a\u0000b' }), /`text` .* must not contain U\+0000/],
        ['owing', () => ({ customers: [], text: Promise.resolve('a') }), /`text` .* it is a promise: await it/],
        ['owing', () => ({ customers: Promise.resolve([]), text: '' }), /`customers` .* it is a promise: await it/],
        ['owing', () => ({ customers: [{ name: 5 }], text: '' }), /`customers\[\]\.name` .* must be/],
        ['remind', (record) => ({ ...record, memo: long }), /`memo` .*\(shop\.md:\d+\)/],
        ['remind', (record) => ({ ...record, memo: { a: 1 } }), /`memo` .* must be/],
        ['remind', (record) => ({ ...record, memo: { toJSON: () => 'a' } }), /`memo` .* must be/],
        ['owing', () => ({ customers: [], text: new Proxy({}, {}) }), /`text` .* must be/],
        ['remind', (record) => ({ ...record, total: 'much' }), /`total` .* must be/],
        ['remind', (record) => ({ ...record, total: 1.5 }), /`total` .* must be/],
        ['remind', (record) => ({ ...record, created_at: new Date(0) }), /`created_at` .* must be/],
        ['remind', (record) => ({ ...record, due_on: 'soon' }), /`due_on` .* must be/],
        [
          'remind',
          (record) => ({ ...record, lines: [{ text: 'a', quantity: 'b', price: 1 }] }),
          /`lines\.0\.quantity`/,
        ],
        ['remind', (record) => ({ ...record, status: 'lost' }), /`status` .* must be one of/],
        ['split', (record) => ({ ...record, parts: [{ ...record, total: 'much' }] }), /`parts\[\]\.total` .* must be/],
      ];
      for (const [of, result, told] of wrong) {
        const from = shop.served.logged.length;
        shop.code[of] = async ({ store, record }) => {
          await store.asService.update('Invoice', id, { memo: 'half' });
          return result(record);
        };
        const got =
          of === 'owing'
            ? await shop.served.ask('GET /owing/all', { key: shop.ours })
            : await shop.post(`/invoices/${id}/${of}`, { ...(of === 'remind' ? { text: 'x' } : {}) });
        const logged = shop.served.logged.slice(from).join('\n');
        assert.deepEqual([got.status, got.json.code], [500, 'broken'], `${told} ${got.text}`);
        assert.match(logged, new RegExp(`failed to build the response of ${of}.*${told.source}`, 'u'));
        assert.equal((await shop.read(id)).memo, null);
      }
      shop.code.remind = ({ record }) => ({ ...record, memo: 'fine', total: 5n, paid: 5 });
      const fine = await shop.post(`/invoices/${other}/remind`, { text: 'x' }, shop.theirs);
      assert.deepEqual([fine.status, fine.json.memo, fine.json.total], [200, 'fine', 5], shop.served.logged.at(-1));
    });

    test('a computed value that its field cannot hold is an internal error, and nothing is written', async () => {
      const id = await shop.invoice();
      for (const value of ['yes', 1, { a: 1 }, Promise.resolve(true)]) {
        shop.code.watched = (records) => records.map(() => value);
        for (const line of [`GET /invoices/${id}`, 'GET /invoices', `POST /invoices/${id}/send`]) {
          const got = await shop.served.ask(line, { key: shop.ours });
          assert.deepEqual([got.status, got.json.code], [500, 'broken'], line);
          assert.match(
            shop.served.logged.at(-1)!,
            /computed Invoice\.watched returned an invalid value: must be .* \(line \d+\)/,
          );
        }
      }
      shop.code.watched = (records) => records.map(() => undefined);
      const got = await shop.served.ask(`GET /invoices/${id}`, { key: shop.ours });
      assert.deepEqual([got.status, got.json.status, got.json.watched], [200, 'draft', undefined]);
    });
  });
}
