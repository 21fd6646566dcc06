import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { telling } from '../events/events.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type CodedShop, type Context, codedShop } from './handlers.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`many records in code ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address(), {}, telling);
    });
    after(() => shop?.served.close());

    /** Runs work in the handler `owing` and gives what it returned. */
    const run = async (work: (context: Context) => unknown, key = shop.ours): Promise<Context> => {
      let result: unknown;
      shop.code.owing = async (context) => {
        result = await work(context);
        return { customers: [], text: 'done' };
      };
      const got = await shop.served.ask('GET /owing/all', { key });
      assert.equal(got.status, 200, got.text + shop.served.logged.at(-1));
      return result;
    };
    const refused = async (work: (context: Context) => unknown): Promise<string> => {
      shop.code.owing = work;
      assert.equal((await shop.served.ask('GET /owing/all', { key: shop.ours })).status, 500);
      return shop.served.logged.at(-1)!;
    };
    const customers = (store: Context, count: number, name: string) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          store.create('Customer', { name, email: `${name}.${String(i).padStart(4, '0')}@example.com` }),
        ),
      );

    test('pages follow one another by cursor, in any order and under any condition, of one tenant', async () => {
      await run(({ store }) => customers(store, 3, 'theirs'), shop.theirs);
      await run(({ store }) => customers(store, 7, 'ours'));
      const asking = { where: 'name == input.name', input: { name: 'ours' }, order: '-email' };
      const pages = await run(async ({ store }) => {
        const found: string[][] = [];
        let next: string | undefined;
        do {
          const page = await store.page('Customer', { ...asking, limit: 3, after: next });
          found.push(page.records.map(({ email }: Context) => email.slice(5, 9)));
          next = page.next;
        } while (next !== undefined);
        return found;
      });
      assert.deepEqual(pages, [['0006', '0005', '0004'], ['0003', '0002', '0001'], ['0000']]);
      const whole = await run(({ store }) => store.page('Customer', { ...asking, limit: 7 }));
      assert.deepEqual([whole.records.length, whole.next], [7, undefined]);
      const { next } = await run(({ store }) => store.page('Customer', { ...asking, limit: 3 }));
      for (const after of ['x', `${next}x`]) {
        assert.match(
          await refused(({ store }) => store.page('Customer', { ...asking, after })),
          /is not a cursor of this list/,
        );
      }
      const other = { ...asking, order: 'email', after: next };
      assert.match(await refused(({ store }) => store.page('Customer', other)), /is not a cursor of this list/);
      const seen = await run(async ({ store }) => {
        const names: string[] = [];
        for await (const record of store.all('Customer', { where: undefined, order: undefined }))
          names.push(record.name);
        return names;
      }, shop.theirs);
      assert.deepEqual(seen, ['theirs', 'theirs', 'theirs']);
      const both = await run(async ({ store }) => {
        let count = 0;
        for await (const _ of store.asService.all('Customer')) count++;
        return count;
      });
      assert.equal(both, 10);
    });

    test('all reads beyond the most records of one list', { skip: name !== 'on SQLite' }, async () => {
      await run(({ store }) => customers(store, 1_003, 'many'));
      const asking = { where: 'name == "many"', order: 'email' };
      const emails = await run(async ({ store }) => {
        const found: string[] = [];
        for await (const { email } of store.all('Customer', asking)) found.push(email);
        return found;
      });
      assert.deepEqual([emails.length, new Set(emails).size], [1_003, 1_003]);
      assert.deepEqual(emails, emails.toSorted());
      const many = 'more than 1000 records match. State a limit, or read all of them with store.all';
      for (const more of [{}, { offset: 2 }])
        assert.ok((await refused(({ store }) => store.list('Customer', { ...asking, ...more }))).includes(many));
      const lists = await run(async ({ store }) => [
        (await store.list('Customer', { ...asking, limit: 1_000 })).length,
        (await store.list('Customer', { ...asking, offset: 3 })).length,
        (await store.list('Customer', { ...asking, total: true })).total,
      ]);
      assert.deepEqual(lists, [1_000, 1_000, 1_003]);
      assert.deepEqual(await run(({ store }) => store.deleteAll('Customer', { where: asking.where })), {
        deleted: 1_000,
        more: true,
      });
      assert.deepEqual(await run(({ store }) => store.deleteAll('Customer', { where: asking.where })), {
        deleted: 3,
        more: false,
      });
    });

    test('deleteAll deletes by the rules of deletion, in one tenant, up to its limit', async () => {
      const [mine, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      const second = await shop.invoice();
      for (const [key, invoice] of [
        [shop.ours, mine],
        [shop.theirs, other],
      ] as const) {
        for (const text of ['first', 'second']) {
          assert.equal((await shop.post('/reminders', { invoice, text }, key)).status, 201);
        }
      }
      const number = await run(async ({ store }) => await store.count('Reminder'));
      assert.equal(number, 2);
      assert.match(
        await refused(({ store }) => store.deleteAll('Invoice', { where: undefined })),
        /`where` says which records/,
      );
      assert.match(
        await refused(({ store }) => store.deleteAll('Invoice', { where: 'true', limit: 10_001 })),
        /limit is a whole number/,
      );
      const result = await run(({ store }) =>
        store.deleteAll('Invoice', { where: 'id != input.id', input: { id: mine }, limit: 1 }),
      );
      assert.deepEqual(result, { deleted: 1, more: false });
      assert.equal((await shop.served.ask(`GET /invoices/${second}`, { key: shop.ours })).status, 404);
      const rest = await run(({ store }) => store.deleteAll('Invoice', { where: 'true' }));
      assert.deepEqual(rest, { deleted: 1, more: false });
      assert.equal(await run(({ store }) => store.count('Reminder')), 0);
      assert.equal(await run(({ store }) => store.count('Reminder'), shop.theirs), 2);
      assert.equal((await shop.read(other, shop.theirs)).id, other);
      await allNumbered(shop.served.store);
      const told = await shop.served.store.events.after(0, 10_000);
      const kinds = told.map(({ kind }) => kind).filter((kind) => /^(invoice.erased|reminder.left)$/.test(kind));
      assert.deepEqual(kinds.toSorted(), ['invoice.erased', 'invoice.erased', 'reminder.left', 'reminder.left']);
    });

    test('deleteAll that a reference refuses ends the request, and nothing is deleted', async () => {
      const id = await shop.invoice();
      const { customer } = await shop.read(id);
      await run(({ store }) => customers(store, 2, 'free'));
      shop.code.owing = async ({ store }) => {
        await store.deleteAll('Customer', { where: 'true' });
        return { customers: [], text: 'done' };
      };
      const before = await run(({ store }) => store.count('Customer'));
      shop.code.owing = async ({ store }) =>
        store.deleteAll('Customer', { where: 'id == input.id || name == "free"', input: { id: customer } });
      const got = await shop.served.ask('GET /owing/all', { key: shop.ours });
      assert.equal(got.status, 409, got.text);
      assert.equal(await run(({ store }) => store.count('Customer')), before);
    });
  });
}
