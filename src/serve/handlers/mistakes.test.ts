import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { type CodedShop, type Context, codedShop } from '../handlers.fixture.ts';
import { everyStore } from '../stores.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`mistakes of code ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address());
    });
    after(() => shop?.served.close());

    test('refuse ends the request with a row of Errors that names the operation, and with no other', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ refuse, store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        refuse('too_soon', { field: 'text' });
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code, got.json.errors[0].pointer], [409, 'too_soon', '/text']);
      shop.code.remind = async ({ refuse }) => refuse('never');
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).json.code, 'never');
      shop.code.remind = async ({ refuse }) => refuse('elsewhere');
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
      assert.match(shop.served.logged.at(-1)!, /may not refuse with elsewhere/);
      assert.equal((await shop.read(id)).memo, null);
    });

    test('a handler that throws leaves nothing behind', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        throw new Error('a mistake');
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken']);
      assert.match(shop.served.logged.at(-1)!, /a mistake/);
      assert.equal((await shop.read(id)).memo, null);
    });

    test('what a handler gives back that its Response cannot show leaves nothing behind', async () => {
      const id = await shop.invoice();
      shop.code.owing = async ({ store }) => {
        await store.asService.update('Invoice', id, { memo: 'half' });
        return undefined;
      };
      assert.equal((await shop.served.ask('GET /owing/all', { key: shop.ours })).status, 500);
      assert.equal((await shop.read(id)).memo, null);
    });

    test('a handler that awaits something else than its store is undone and told so', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        await later(1500);
        await store.get('Invoice', record.id);
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken']);
      const told =
        'the handler of remind Invoice awaited something other than its store inside the transaction: move it to `before`';
      assert.ok(
        shop.served.logged.some((line) => line.startsWith(told)),
        shop.served.logged.at(-1),
      );
      assert.equal((await shop.read(id)).memo, null);
    });

    test('rules and types hold for what code writes, and states are not written', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ store, record }) => store.update('Invoice', record.id, { lines: [] });
      const empty = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([empty.status, empty.json.errors[0].pointer], [422, '/lines']);
      for (const values of [{ status: 'paid' }, { total: 1 }, { shop: 'b' }, { nothing: 1 }]) {
        shop.code.remind = async ({ store, record }) => store.update('Invoice', record.id, values);
        assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
      }
    });

    test('a condition that the store cannot be asked is the handler’s mistake', async () => {
      await shop.invoice();
      shop.code.owing = async ({ store }) => store.list('Invoice', { where: 'size(lines) > 1' });
      assert.equal((await shop.served.ask('GET /owing/all', { key: shop.ours })).status, 500);
      assert.match(shop.served.logged.at(-1)!, /which the store runs/);
    });

    test('the store of a handler that is over does nothing', async () => {
      const id = await shop.invoice();
      let kept: Context;
      shop.code.remind = ({ store }) => {
        kept = store;
      };
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 200);
      await assert.rejects(() => kept.update('Invoice', id, { memo: 'late' }), /is over/);
      await assert.rejects(() => kept.get('Invoice', id), /is over/);
    });

    test('a handler that throws what is no error, refuses with a code that is not there, or never ends leaves nothing', async () => {
      const id = await shop.invoice();
      const half = async ({ store, record }: Context): Promise<void> =>
        store.update('Invoice', record.id, { memo: 'half' });
      const mistakes: readonly (readonly [work: (context: Context) => unknown, told: RegExp])[] = [
        [() => Promise.reject(undefined), /undefined/],
        [() => Promise.reject('no error'), /no error/],
        [({ refuse }) => refuse('nowhere'), /nowhere/],
        [({ refuse }) => refuse(), /refuse/],
        [() => new Promise(() => undefined), /awaited something other than its store/],
        [({ store }) => store.update('Nothing', 'x', {}), /no resource Nothing/],
        [({ call }) => call('store update Invoice', 'x', {}), /no operation or transition/],
        [({ store }) => store.list('Invoice', { wher: 'true' }), /unknown option `wher`: the options are where,/],
        [({ store }) => store.count('Invoice', { limits: 1 }), /unknown option `limits`/],
        [
          ({ store }) => store.find('Invoice', { where: 'memo == input.zz' }),
          /`where` reads input\.zz, and `input` has no/,
        ],
        [({ store }) => store.get('Invoice', { id: 'x' }), /get: the second argument is the identity of the Invoice/],
        [({ emit, record }) => emit('no.event', record), /no.event/],
      ];
      for (const [work, told] of mistakes) {
        shop.code.remind = async (context) => {
          await half(context);
          return work(context);
        };
        const before = shop.served.logged.length;
        const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
        assert.deepEqual([got.status, got.json.code], [500, 'broken'], String(told));
        assert.match(shop.served.logged.slice(before).join('\n'), told);
        assert.doesNotMatch(got.text, told);
        assert.equal((await shop.read(id)).memo, null, String(told));
      }
    });

    test('a computed that throws, gives too few values or never ends answers before the commit: nothing is written', async () => {
      const id = await shop.invoice();
      const other = await shop.invoice(shop.theirs);
      const was = await shop.read(id);
      const { customer, currency } = was;
      const invoice = { customer, currency, lines: [{ text: 'a', quantity: 1, price: 1 }], due_on: '2999-01-01' };
      const listed = async (): Promise<unknown> => (await shop.served.ask('GET /invoices', { key: shop.ours })).json;
      const invoices = await listed();
      const mistakes: readonly (readonly [work: () => unknown, told: RegExp])[] = [
        [() => Promise.reject(new Error('a mistake')), /a mistake/],
        [() => [], /computed Invoice\.watched gives a list with one value for each of 1 records/],
        [() => new Promise(() => undefined), /awaited something other than its store/],
      ];
      for (const [work, told] of mistakes) {
        shop.code.watched = work;
        for (const [path, body] of [
          [`/invoices/${id}/send`, undefined],
          ['/invoices', invoice],
        ] as const) {
          const from = shop.served.logged.length;
          const got = await shop.post(path, body);
          assert.deepEqual([got.status, got.json.code], [500, 'broken'], `${path} ${told} ${got.text}`);
          assert.match(shop.served.logged.slice(from).join('\n'), told);
        }
        shop.code.watched = undefined;
        assert.deepEqual(await listed(), invoices);
      }
      const its = await shop.post(`/invoices/${other}/send`, undefined, shop.theirs);
      assert.deepEqual([its.status, its.json.status], [200, 'open']);
    });

    test('handlers that call one another without an end are stopped, and nothing of it is left', async () => {
      const id = await shop.invoice();
      shop.code.split = async ({ store, call, record, input }) => {
        await store.update('Invoice', record.id, { memo: `round ${input.mode ?? ''}` });
        return call('split Invoice', record.id, { mode: `${input.mode ?? ''}x` });
      };
      const got = await shop.post(`/invoices/${id}/split`, {});
      assert.deepEqual([got.status, got.json.code], [500, 'broken']);
      assert.match(shop.served.logged.join('\n'), /handlers call one another more than 8 deep/);
      assert.equal((await shop.read(id)).memo, null);
    });

    test('another tenant’s request beside a mistaken one is done', async () => {
      const [id, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      shop.code.remind = async ({ store, record, caller }) => {
        await store.update('Invoice', record.id, { memo: 'written' });
        if (caller.shop === 'a') throw new Error('a mistake of one');
      };
      const [mine, its] = await Promise.all([
        shop.post(`/invoices/${id}/remind`, { text: 'x' }),
        shop.post(`/invoices/${other}/remind`, { text: 'x' }, shop.theirs),
      ]);
      assert.deepEqual([mine.status, its.status], [500, 200]);
      assert.deepEqual([(await shop.read(id)).memo, (await shop.read(other, shop.theirs)).memo], [null, 'written']);
    });
  });
}

for (const [name, address] of everyStore) {
  test(`a hook or a handler that takes longer than its request has is given up, and nothing is done ${name}`, async () => {
    const shop = await codedShop(await address(), { ceilings: { milliseconds: 200 } });
    try {
      const id = await shop.invoice();
      let ended = false;
      shop.code.beforeRemind = ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = true;
            resolve({ text: 'too late' });
          });
        });
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.ok(got.status === 503 || got.status === 504, got.text);
      assert.equal(ended, true);
      await later(50);
      assert.equal((await shop.read(id)).memo, null);
      shop.code.beforeRemind = () => ({ text: 'x' });
      shop.code.remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'blocked' });
        const end = performance.now() + 300;
        while (performance.now() < end);
      };
      const blocked = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.ok(blocked.status === 503 || blocked.status === 504, blocked.text);
      assert.equal((await shop.read(id)).memo, null);
    } finally {
      await shop.served.close();
    }
  });
}
