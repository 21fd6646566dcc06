import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { coded } from './coded.fixture.ts';
import { type CodedShop, type Context, codedShop } from './handlers.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`code ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address());
    });
    after(() => shop?.served.close());

    test('a handler writes through its store, with what the hook before has prepared', async () => {
      const id = await shop.invoice();
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'pay' });
      assert.equal(got.status, 200, got.text + shop.served.logged.join('\n'));
      assert.equal(got.json.memo, 'please: pay');
      assert.equal((await shop.read(id)).memo, 'please: pay');
    });

    test('a handler that gives nothing back answers the record as it has left it', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ record, store }) => void (await store.update('Invoice', record.id, { memo: 'left' }));
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).json.memo, 'left');
    });

    test('a record of another tenant is not found: by the path, in the store and in calls', async () => {
      const [id, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      assert.equal((await shop.post(`/invoices/${other}/remind`, { text: 'x' })).status, 404);
      const seen: unknown[] = [];
      for (const work of [
        ({ store }: Context) => store.update('Invoice', other, { memo: 'stolen' }),
        ({ store }: Context) => store.delete('Invoice', other),
        ({ call }: Context) => call('send Invoice', other),
      ]) {
        shop.code.remind = async (context) => {
          seen.push(await context.store.get('Invoice', other));
          seen.push(...(await context.store.list('Invoice', { where: 'id == input.id', input: { id: other } })));
          await work(context);
        };
        assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 404);
      }
      assert.deepEqual(seen, [undefined, undefined, undefined]);
      assert.equal((await shop.read(other, shop.theirs)).memo, null);
    });

    test('asService lifts the row rules, and nothing else', async () => {
      const [id, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      shop.code.remind = async ({ store, call }) => {
        await store.asService.update('Invoice', other, { memo: 'by the service' });
        await call.asService('send Invoice', other);
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.equal(got.status, 200, got.text + shop.served.logged.join('\n'));
      const changed = await shop.read(other, shop.theirs);
      assert.deepEqual([changed.memo, changed.status], ['by the service', 'open']);
    });

    test('call runs a transition with its states, guards and effects, in the same transaction', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ call, record }) => {
        await call('send Invoice', record.id);
        await call('pay Invoice', record.id, { amount: 300 });
        return call('settle Invoice', record.id);
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.json.status, got.json.paid], ['paid', 700], got.text);
      const again = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([again.status, again.json.code], [409, 'wrong_state']);
    });

    test('a transition that handlers alone run takes the input that its row states, in both tenants', async () => {
      for (const key of [shop.ours, shop.theirs]) {
        const id = await shop.invoice(key);
        await shop.post(`/invoices/${id}/send`, undefined, key);
        const settle = async (input: unknown) => {
          shop.code.remind = ({ call, record }) => call('settle Invoice', record.id, input);
          return shop.post(`/invoices/${id}/remind`, { text: 'x' }, key);
        };
        const wrong = await settle({ amount: 'much' });
        assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/amount'], wrong.text);
        const unknown = await settle({ amuont: 1 });
        assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [422, '/amuont'], unknown.text);
        assert.equal((await settle({ amount: 10_000 })).status, 409);
        const done = await settle({ amount: 11 });
        assert.deepEqual([done.json.status, done.json.paid], ['paid', 11], done.text);
      }
    });

    test('what refuses a call ends the request, though the handler catches it, and nothing is written', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ call, store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        await call('pay Invoice', record.id, { amount: 1 }).catch(() => undefined);
        return { ...record, memo: 'as if nothing had been' };
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [409, 'wrong_state']);
      assert.equal((await shop.read(id)).memo, null);
    });

    test('the input of a call is checked as that of a request', async () => {
      const id = await shop.invoice();
      shop.code.remind = async ({ call, record }) => call('pay Invoice', record.id, { amount: 'much' });
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code, got.json.errors[0].pointer], [422, 'invalid', '/amount']);
    });

    test('a call takes what the path of the other operation names, and refuses what the other does not know', async () => {
      const id = await shop.invoice();
      shop.code.owing = ({ input }) => ({ customers: [], text: `for ${input.name}` });
      shop.code.remind = async ({ call, record, store }) => {
        const { text } = await call('owing', { name: 'ada' });
        return store.update('Invoice', record.id, { memo: text });
      };
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).json.memo, 'for ada');
      for (const [work, pointer] of [
        [({ call }: Context) => call('owing', {}), '/name'],
        [({ call }: Context) => call('owing', { name: 1 }), '/name'],
        [({ call }: Context) => call('send Invoice', id, { fast: true }), '/fast'],
      ] as const) {
        shop.code.remind = work;
        const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
        assert.deepEqual([got.status, got.json.errors?.[0].pointer], [422, pointer], got.text);
      }
    });

    test('lists of the store take a condition, an order, a limit, an offset and a total', async () => {
      const mine = [
        await shop.invoice(shop.ours, 100),
        await shop.invoice(shop.ours, 200),
        await shop.invoice(shop.ours, 300),
      ];
      shop.code.owing = async ({ store, input }) => {
        const asked = { where: 'id in input.ids && total > input.least', input: { ids: mine, least: 100 } };
        const all = await store.list('Invoice', { ...asked, order: '-total', total: true, limit: 1 });
        const second = await store.find('Invoice', { ...asked, order: '-total', offset: 1 });
        const text = JSON.stringify([
          all.total,
          String(all.records[0].total),
          String(second.total),
          await store.count('Invoice', asked),
        ]);
        const customers = [await store.get('Customer', all.records[0].customer)];
        return { customers, text: `${input.name} ${text}` };
      };
      const got = await shop.served.ask('GET /owing/all', { key: shop.ours });
      assert.equal(got.status, 200, got.text + shop.served.logged.at(-1));
      assert.equal(got.json.text, 'all [2,"300","200",2]');
      assert.deepEqual(Object.keys(got.json.customers[0]), ['id', 'name']);
    });

    test('a condition of code calculates with its input', async () => {
      const ids = [await shop.invoice(shop.ours, 100), await shop.invoice(shop.theirs, 100)];
      shop.code.owing = async ({ store }) => {
        const counts = [];
        for (const count of [3, 12_000]) {
          const where =
            'id in input.ids and due_on < today + months(input.count) and currency.lowerAscii() == input.of.lowerAscii()';
          counts.push(await store.count('Invoice', { where, input: { ids, count, of: 'eUR' } }));
        }
        return { customers: [], text: counts.join() };
      };
      const got = await shop.served.ask('GET /owing/all', { key: shop.ours });
      assert.equal(got.json.text, '0,1', got.text + shop.served.logged.at(-1));
    });

    test('records are made and erased by code, and answers hold what their shape says', async () => {
      const id = await shop.invoice();
      shop.code.split = async ({ record, store, input }) => {
        const { customer, currency, lines, due_on } = record;
        const part = await store.create('Invoice', { customer, currency, lines, due_on });
        const gone = await store.create('Invoice', { customer, currency, lines, due_on });
        await store.delete('Invoice', gone.id);
        const parts = await store.list('Invoice', { where: 'customer == input.customer', input: { customer } });
        assert.equal(part.shop, 'a');
        return { ...record, parts, payment: { amount: input.amount, secret: 'no' } };
      };
      const got = await shop.post(`/invoices/${id}/split`, { amount: 7 });
      assert.equal(got.status, 200, got.text + shop.served.logged.at(-1));
      assert.deepEqual(got.json.invoice, { id, status: 'draft' });
      assert.deepEqual(got.json.payment, { amount: 7 });
      assert.equal(got.json.parts.length, 2);
      assert.deepEqual(Object.keys(got.json.parts[0]), ['id', 'total']);
    });

    test('a handler chooses a Response by its status, and one that is not stated is its mistake', async () => {
      const id = await shop.invoice();
      const split = async (work: (context: Context) => unknown) => {
        shop.code.split = work;
        return shop.post(`/invoices/${id}/split`, {});
      };
      const job = await split(({ answer, record }) => answer(202, { ...record, memo: 'queued' }));
      assert.deepEqual([job.status, job.json, job.headers.get('X-Status')], [202, { id, memo: 'queued' }, 'draft']);
      const none = await split(({ answer }) => answer(204));
      assert.deepEqual([none.status, none.text], [204, '']);
      const usual = await split(({ record }) => ({ ...record, parts: [] }));
      assert.deepEqual([usual.status, usual.json.invoice.id], [200, id]);
      const same = await split(({ answer, record }) => answer(200, { ...record, parts: [] }));
      assert.deepEqual([same.status, same.json], [200, usual.json]);
      for (const [work, told] of [
        [
          ({ answer }: Context) => answer(201, {}),
          /answer: split Invoice states no Response with status 201; it states 200, 202, 204/,
        ],
        [({ answer }: Context) => answer(204, {}), /the Response of split Invoice with status 204 has no body/],
        [({ answer }: Context) => void answer(204), /split Invoice called answer\(204\) and did not return it/],
        [({ answer }: Context) => answer(202, { status: 'open' }), /answers 202, and the `when` of no Response/],
      ] as const) {
        const wrong = await split(async (context) => {
          await context.store.update('Invoice', id, { memo: 'half' });
          return work(context);
        });
        assert.deepEqual([wrong.status, wrong.json.code], [500, 'broken']);
        assert.match(shop.served.logged.at(-1)!, told);
        assert.equal((await shop.read(id)).memo, null);
      }
      shop.code.close = async ({ call, record, store }) => {
        const { memo } = await call('split Invoice', record.id);
        await store.update('Invoice', record.id, { memo });
      };
      shop.code.split = ({ answer, record }) => answer(202, { ...record, memo: 'of the other' });
      assert.equal((await shop.post(`/invoices/${id}/close`)).status, 204);
      assert.equal((await shop.read(id)).memo, 'of the other');
    });

    test('a handler may call another, which the first refusal ends too', async () => {
      const id = await shop.invoice();
      shop.code.close = async ({ call, record }) => void (await call('split Invoice', record.id, { mode: 'no' }));
      shop.code.split = async ({ refuse, input }) => (input.mode === 'no' ? refuse('elsewhere') : undefined);
      const got = await shop.post(`/invoices/${id}/close`);
      assert.deepEqual([got.status, got.json.code], [409, 'elsewhere']);
      shop.code.split = async ({ store, record }) => store.update('Invoice', record.id, { memo: 'split' });
      assert.equal((await shop.post(`/invoices/${id}/close`)).status, 204);
      assert.equal((await shop.read(id)).memo, 'split');
    });
  });
}

test('a service is not opened when its code does not fit', async () => {
  const wrong = {
    'remind Invoice': 1,
    'pay Invoice': () => 0,
    before: { 'list Invoice': () => 0 },
    computed: { 'Invoice.total': () => [] },
  };
  await assert.rejects(
    () => serve(coded, {}, undefined, 'sqlite::memory:', wrong),
    (error: Error) => {
      assert.match(error.message, /remind Invoice is not a function/);
      assert.match(error.message, /handler pay Invoice belongs to no operation/);
      assert.match(error.message, /split Invoice has no handler/);
      assert.match(error.message, /list Invoice, which only reads/);
      assert.match(error.message, /Invoice.total, which is not a read-only field/);
      return true;
    },
  );
});
