import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { everyStore } from '../support/stores.fixture.ts';
import { changed, coded } from './coded.fixture.ts';
import { type CodedShop, codedShop } from './handlers.fixture.ts';

/** The coded shop, whose handlers return records of its resource and of others, too. */
const showing = changed(
  coded,
  ['parts: Invoice(id, total)[]', 'parts: Invoice(id, watched)[]'],
  [
    '{ customers: Customer(id, name)[], text',
    '{ invoices?: Invoice(id, watched)[], latest?: Invoice(id, watched), text',
  ],
);

for (const [name, address] of everyStore) {
  describe(`hooks of code ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address(), {}, showing);
    });
    after(() => shop?.served.close());

    test('the hook before sees the record and may refuse; the hook after runs when all is done', async () => {
      const id = await shop.invoice();
      shop.code.beforeRemind = async ({ record, refuse, store }) => {
        await later(5);
        assert.equal(store.update, undefined);
        return record.status === 'draft' ? refuse('too_soon') : undefined;
      };
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).json.code, 'too_soon');
      const sent = new Promise((resolve) => {
        shop.code.afterSend = async ({ record, store }) => resolve((await store.get('Invoice', record.id)).status);
      });
      assert.equal((await shop.post(`/invoices/${id}/send`)).status, 200);
      assert.equal(await sent, 'open');
    });

    test('a member that depends on the caller is given for all records of an answer at once', async () => {
      await shop.invoice();
      await shop.invoice();
      const id = await shop.invoice(shop.theirs);
      shop.counted.length = 0;
      const listed = (await shop.served.ask('GET /invoices?limit=2', { key: shop.ours })).json.data;
      assert.deepEqual(
        listed.map((invoice: { watched: boolean }) => invoice.watched),
        [true, true],
      );
      assert.deepEqual(shop.counted, [2]);
      const other = await shop.served.ask(`GET /invoices/${id}`, { key: shop.theirs });
      assert.equal(other.json.watched, false);
      assert.match(other.headers.get('ETag')!, /^"1-.{9,}"$/);
    });

    test('a member that depends on the caller is given for records that a handler returns', async () => {
      const id = await shop.invoice();
      shop.code.split = ({ record }) => ({ ...record, parts: [record, { ...record }] });
      shop.code.owing = async ({ store }) => {
        const invoices = await store.list('Invoice', { where: 'id == input.id', input: { id } });
        return { invoices, latest: invoices[0], text: '' };
      };
      shop.counted.length = 0;
      const { parts } = (await shop.post(`/invoices/${id}/split`, {})).json;
      const shown = { id, watched: true };
      assert.deepEqual(parts, [shown, shown]);
      assert.deepEqual(shop.counted.splice(0), [1, 2]);
      const owing = async (key: string) => (await shop.served.ask('GET /owing/all', { key })).json;
      assert.deepEqual(await owing(shop.ours), { invoices: [shown], latest: shown, text: '' });
      assert.deepEqual(shop.counted.splice(0), [1]);
      assert.deepEqual(await owing(shop.theirs), { invoices: [], text: '' });
    });

    test('what handlers read holds until they commit: of two that count at once none writes the same number', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => shop.invoice()));
      shop.code.split = async ({ record, store }) => {
        const memo = `seen ${await store.count('Invoice', { where: 'memo != null && memo.startsWith("seen")' })}`;
        return { ...(await store.update('Invoice', record.id, { memo })), parts: [] };
      };
      for (let i = 0; i < ids.length; i += 2) {
        const both = await Promise.all([
          shop.post(`/invoices/${ids[i]}/split`, {}),
          shop.post(`/invoices/${ids[i + 1]}/split`, {}),
        ]);
        for (const { status, text } of both) assert.ok(status === 200 || status === 503, text);
      }
      const seen = (await Promise.all(ids.map((id) => shop.read(id))))
        .map(({ memo }) => memo)
        .filter((memo) => memo !== null);
      assert.ok(seen.length >= 3);
      assert.equal(new Set(seen).size, seen.length, seen.join());
    });
  });
}
