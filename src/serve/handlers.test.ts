import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { coded } from './coded.fixture.ts';
import { type Served, serve } from './served.fixture.ts';

const stores: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['SQLite', async () => 'sqlite::memory:'],
  ['PostgreSQL', freshDatabase],
];

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet types`, not in these tests
type Context = any;
type Handler = (context: Context) => unknown;

let remind: Handler;
let split: Handler;
let owing: Handler;
let close: Handler;
let beforeRemind: Handler;
let afterSend: Handler;
const counted: number[] = [];

const handlers = {
  'remind Invoice': (context: Context) => remind(context),
  'split Invoice': (context: Context) => split(context),
  owing: (context: Context) => owing(context),
  'close Invoice': (context: Context) => close(context),
  before: { 'remind Invoice': (context: Context) => beforeRemind(context) },
  after: { 'send Invoice': (context: Context) => afterSend(context) },
  computed: {
    'Invoice.watched': async (records: Context[], caller: Context, store: Context) => {
      counted.push(records.length);
      await store.count('Invoice');
      return records.map(() => caller.shop === 'a');
    },
  },
};

for (const [name, address] of stores) {
  describe(`code on ${name}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;

    before(async () => {
      served = await serve(coded, {}, undefined, await address(), handlers);
      ours = await served.key(['read', 'write', 'tags'], { shop: 'a' });
      theirs = await served.key(['read', 'write', 'tags'], { shop: 'b' });
    });
    after(() => served?.close());

    const plain = (): void => {
      remind = async ({ record, prepared, store }) => store.update('Invoice', record.id, { memo: prepared.text });
      beforeRemind = async ({ input }) => ({ text: `please: ${input.text}` });
      split = () => undefined;
      owing = () => ({ customers: [], text: '' });
      close = () => undefined;
      afterSend = () => undefined;
    };

    const post = (line: string, body?: unknown, key = ours) => served.ask(`POST ${line}`, { key, body });
    const read = async (id: string, key = ours) => (await served.ask(`GET /invoices/${id}`, { key })).json;

    const invoice = async (key = ours, price = 700): Promise<string> => {
      plain();
      const email = `${Math.random()}@example.com`;
      const customer = (await post('/customers', { name: 'Ada', email }, key)).json.id;
      const lines = [{ text: 'paper', quantity: 1, price }];
      const made = await post('/invoices', { customer, currency: 'EUR', lines, due_on: '2999-01-01' }, key);
      assert.equal(made.status, 201, made.text);
      return made.json.id;
    };

    test('a handler writes through its store, with what the hook before has prepared', async () => {
      const id = await invoice();
      const got = await post(`/invoices/${id}/remind`, { text: 'pay' });
      assert.equal(got.status, 200, got.text + served.logged.join('\n'));
      assert.equal(got.json.memo, 'please: pay');
      assert.equal((await read(id)).memo, 'please: pay');
    });

    test('a handler that gives nothing back answers the record as it has left it', async () => {
      const id = await invoice();
      remind = async ({ record, store }) => void (await store.update('Invoice', record.id, { memo: 'left' }));
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).json.memo, 'left');
    });

    test('a record of another tenant is not found: by the path, in the store and in calls', async () => {
      const [id, other] = [await invoice(), await invoice(theirs)];
      assert.equal((await post(`/invoices/${other}/remind`, { text: 'x' })).status, 404);
      const seen: unknown[] = [];
      for (const work of [
        ({ store }: Context) => store.update('Invoice', other, { memo: 'stolen' }),
        ({ store }: Context) => store.delete('Invoice', other),
        ({ call }: Context) => call('send Invoice', other),
      ]) {
        remind = async (context) => {
          seen.push(await context.store.get('Invoice', other));
          seen.push(...(await context.store.list('Invoice', { where: 'id == input.id', input: { id: other } })));
          await work(context);
        };
        assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).status, 404);
      }
      assert.deepEqual(seen, [undefined, undefined, undefined]);
      assert.equal((await read(other, theirs)).memo, null);
    });

    test('asService lifts the row rules, and nothing else', async () => {
      const [id, other] = [await invoice(), await invoice(theirs)];
      remind = async ({ store, call }) => {
        await store.asService.update('Invoice', other, { memo: 'by the service' });
        await call.asService('send Invoice', other);
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.equal(got.status, 200, got.text + served.logged.join('\n'));
      const changed = await read(other, theirs);
      assert.deepEqual([changed.memo, changed.status], ['by the service', 'open']);
    });

    test('call runs a transition with its states, guards and effects, in the same transaction', async () => {
      const id = await invoice();
      remind = async ({ call, record }) => {
        await call('send Invoice', record.id);
        await call('pay Invoice', record.id, { amount: 300 });
        return call('settle Invoice', record.id);
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.json.status, got.json.paid], ['paid', 700], got.text);
      const again = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([again.status, again.json.code], [409, 'wrong_state']);
    });

    test('what refuses a call ends the request, though the handler catches it, and nothing is written', async () => {
      const id = await invoice();
      remind = async ({ call, store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        await call('pay Invoice', record.id, { amount: 1 }).catch(() => undefined);
        return { ...record, memo: 'as if nothing had been' };
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [409, 'wrong_state']);
      assert.equal((await read(id)).memo, null);
    });

    test('the input of a call is checked as that of a request', async () => {
      const id = await invoice();
      remind = async ({ call, record }) => call('pay Invoice', record.id, { amount: 'much' });
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code, got.json.errors[0].pointer], [422, 'invalid', '/amount']);
    });

    test('refuse ends the request with a row of Errors that names the operation, and with no other', async () => {
      const id = await invoice();
      remind = async ({ refuse, store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        refuse('too_soon', { field: 'text' });
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code, got.json.errors[0].pointer], [409, 'too_soon', '/text']);
      remind = async ({ refuse }) => refuse('never');
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).json.code, 'never');
      remind = async ({ refuse }) => refuse('elsewhere');
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
      assert.match(served.logged.at(-1)!, /may not refuse with elsewhere/);
      assert.equal((await read(id)).memo, null);
    });

    test('a handler that throws leaves nothing behind', async () => {
      const id = await invoice();
      remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        throw new Error('a mistake');
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken']);
      assert.match(served.logged.at(-1)!, /a mistake/);
      assert.equal((await read(id)).memo, null);
    });

    test('what a handler gives back that its Response cannot show leaves nothing behind', async () => {
      const id = await invoice();
      owing = async ({ store }) => {
        await store.asService.update('Invoice', id, { memo: 'half' });
        return undefined;
      };
      assert.equal((await served.ask('GET /owing/all', { key: ours })).status, 500);
      assert.equal((await read(id)).memo, null);
    });

    test('a handler that awaits something else than its store is undone and told so', async () => {
      const id = await invoice();
      remind = async ({ store, record }) => {
        await store.update('Invoice', record.id, { memo: 'half' });
        await later(1500);
        await store.get('Invoice', record.id);
      };
      const got = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.code], [500, 'broken']);
      const told =
        'the handler of remind Invoice awaited something other than its store inside the transaction: move it to `before`';
      assert.ok(
        served.logged.some((line) => line.startsWith(told)),
        served.logged.at(-1),
      );
      assert.equal((await read(id)).memo, null);
    });

    test('rules and types hold for what code writes, and states are not written', async () => {
      const id = await invoice();
      remind = async ({ store, record }) => store.update('Invoice', record.id, { lines: [] });
      const empty = await post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([empty.status, empty.json.errors[0].pointer], [422, '/lines']);
      for (const values of [{ status: 'paid' }, { total: 1 }, { shop: 'b' }, { nothing: 1 }]) {
        remind = async ({ store, record }) => store.update('Invoice', record.id, values);
        assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
      }
    });

    test('lists of the store take a condition, an order, a limit, an offset and a total', async () => {
      const mine = [await invoice(ours, 100), await invoice(ours, 200), await invoice(ours, 300)];
      owing = async ({ store, input }) => {
        const asked = { where: 'id in input.ids && total > input.least', input: { ids: mine, least: 100 } };
        const all = await store.list('Invoice', { ...asked, order: 'total descending', total: true, limit: 1 });
        const second = await store.find('Invoice', { ...asked, order: 'total descending', offset: 1 });
        const text = JSON.stringify([
          all.total,
          String(all.records[0].total),
          String(second.total),
          await store.count('Invoice', asked),
        ]);
        const customers = [await store.get('Customer', all.records[0].customer)];
        return { customers, text: `${input.name} ${text}` };
      };
      const got = await served.ask('GET /owing/all', { key: ours });
      assert.equal(got.status, 200, got.text + served.logged.at(-1));
      assert.equal(got.json.text, 'all [2,"300","200",2]');
      assert.deepEqual(Object.keys(got.json.customers[0]), ['id', 'name']);
    });

    test('a condition that the store cannot be asked is the handler’s mistake', async () => {
      await invoice();
      owing = async ({ store }) => store.list('Invoice', { where: 'size(lines) > 1' });
      assert.equal((await served.ask('GET /owing/all', { key: ours })).status, 500);
      assert.match(served.logged.at(-1)!, /which the store runs/);
    });

    test('records are made and erased by code, and answers hold what their shape says', async () => {
      const id = await invoice();
      split = async ({ record, store, input }) => {
        const { customer, currency, lines, due_on } = record;
        const part = await store.create('Invoice', { customer, currency, lines, due_on });
        const gone = await store.create('Invoice', { customer, currency, lines, due_on });
        await store.delete('Invoice', gone.id);
        const parts = await store.list('Invoice', { where: 'customer == input.customer', input: { customer } });
        assert.equal(part.shop, 'a');
        return { ...record, parts, payment: { amount: input.amount, secret: 'no' } };
      };
      const got = await post(`/invoices/${id}/split`, { amount: 7 });
      assert.equal(got.status, 200, got.text + served.logged.at(-1));
      assert.deepEqual(got.json.invoice, { id, status: 'draft' });
      assert.deepEqual(got.json.payment, { amount: 7 });
      assert.equal(got.json.parts.length, 2);
      assert.deepEqual(Object.keys(got.json.parts[0]), ['id', 'total']);
    });

    test('a handler may call another, which the first refusal ends too', async () => {
      const id = await invoice();
      close = async ({ call, record }) => void (await call('split Invoice', record.id, { mode: 'no' }));
      split = async ({ refuse, input }) => (input.mode === 'no' ? refuse('elsewhere') : undefined);
      const got = await post(`/invoices/${id}/close`);
      assert.deepEqual([got.status, got.json.code], [409, 'elsewhere']);
      split = async ({ store, record }) => store.update('Invoice', record.id, { memo: 'split' });
      assert.equal((await post(`/invoices/${id}/close`)).status, 204);
      assert.equal((await read(id)).memo, 'split');
    });

    test('the hook before sees the record and may refuse; the hook after runs when all is done', async () => {
      const id = await invoice();
      beforeRemind = async ({ record, refuse, store }) => {
        await later(5);
        assert.equal(store.update, undefined);
        return record.status === 'draft' ? refuse('too_soon') : undefined;
      };
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).json.code, 'too_soon');
      const sent = new Promise((resolve) => {
        afterSend = async ({ record, store }) => resolve((await store.get('Invoice', record.id)).status);
      });
      assert.equal((await post(`/invoices/${id}/send`)).status, 200);
      assert.equal(await sent, 'open');
    });

    test('a member that depends on the caller is given for all records of an answer at once', async () => {
      await invoice();
      await invoice();
      const id = await invoice(theirs);
      counted.length = 0;
      const listed = (await served.ask('GET /invoices?limit=2', { key: ours })).json.data;
      assert.deepEqual(
        listed.map((one: { watched: boolean }) => one.watched),
        [true, true],
      );
      assert.deepEqual(counted, [2]);
      const other = await served.ask(`GET /invoices/${id}`, { key: theirs });
      assert.equal(other.json.watched, false);
      assert.match(other.headers.get('ETag')!, /^"1-.{9,}"$/);
    });

    test('what handlers read holds until they commit: of two that count at once none writes the same number', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => invoice()));
      split = async ({ record, store }) => {
        const memo = `seen ${await store.count('Invoice', { where: 'memo != null && memo.startsWith("seen")' })}`;
        return { ...(await store.update('Invoice', record.id, { memo })), parts: [] };
      };
      for (let i = 0; i < ids.length; i += 2) {
        const both = await Promise.all([
          post(`/invoices/${ids[i]}/split`, {}),
          post(`/invoices/${ids[i + 1]}/split`, {}),
        ]);
        for (const { status, text } of both) assert.ok(status === 200 || status === 503, text);
      }
      const seen = (await Promise.all(ids.map((id) => read(id))))
        .map(({ memo }) => memo)
        .filter((memo) => memo !== null);
      assert.ok(seen.length >= 3);
      assert.equal(new Set(seen).size, seen.length, seen.join());
    });

    test('the store of a handler that is over does nothing', async () => {
      const id = await invoice();
      let kept: Context;
      remind = ({ store }) => {
        kept = store;
      };
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'x' })).status, 200);
      await assert.rejects(() => kept.update('Invoice', id, { memo: 'late' }), /is over/);
      await assert.rejects(() => kept.get('Invoice', id), /is over/);
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
      assert.match(error.message, /remind Invoice is no function/);
      assert.match(error.message, /handler pay Invoice stands for no operation/);
      assert.match(error.message, /split Invoice has no handler/);
      assert.match(error.message, /list Invoice, which only reads/);
      assert.match(error.message, /Invoice.total, which is no read-only field/);
      return true;
    },
  );
});
