import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { coded } from './coded.fixture.ts';
import { codedShop } from './handlers.fixture.ts';

const row = '| delete Invoice | header If-Match | allowed |';
const document = coded.replace(row, `${row}\n| remind Invoice, split Invoice | header If-Match | refused |`);

for (const [name, address] of everyStore) {
  test(`a Preconditions row of code with a record is asked before its handler runs ${name}`, async () => {
    const shop = await codedShop(await address(), {}, document);
    const { served, ours, theirs } = shop;
    try {
      assert.deepEqual(findUnenforced(served.plan), []);
      const [id, other] = [await shop.invoice(), await shop.invoice(theirs)];
      let ran = 0;
      shop.code.remind = async ({ store, record }) => {
        ran++;
        return store.update('Invoice', record.id, { memo: `${ran}` });
      };
      const remind = async (of: string, headers: Record<string, string>): Promise<string> => {
        const got = await served.ask(`POST /invoices/${of}/remind`, { key: ours, headers, body: { text: 'x' } });
        return `${got.status} ${got.json.code ?? got.json.memo}`;
      };
      const tagOf = async (): Promise<string> =>
        (await served.ask(`GET /invoices/${id}`, { key: ours })).headers.get('etag')!;
      const tag = await tagOf();
      assert.equal(await remind(id, {}), '428 name_the_version');
      assert.equal(await remind(id, { 'If-Match': '"9-x"' }), '412 changed_meanwhile');
      assert.equal(await remind(id, { 'If-Match': tag, 'If-None-Match': '*' }), '412 changed_meanwhile');
      assert.equal(await remind(other, { 'If-Match': '*' }), '404 not_found');
      assert.equal(ran, 0);
      assert.equal(await remind(id, { 'If-Match': tag }), '200 1');
      assert.equal(await remind(id, { 'If-Match': tag }), '412 changed_meanwhile');
      const now = await tagOf();
      const both = await Promise.all([remind(id, { 'If-Match': now }), remind(id, { 'If-Match': now })]);
      assert.deepEqual(both.map((outcome) => outcome.slice(0, 3)).sort(), ['200', '412']);
      // Code without a row honours the headers as HTTP asks.
      const closed = { key: ours, headers: { 'If-Match': tag } };
      assert.equal((await served.ask(`POST /invoices/${id}/close`, closed)).status, 412);
    } finally {
      await served.close();
    }
  });
}
