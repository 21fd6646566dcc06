import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { StoredEvent } from '../../../src/contracts/events.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { telling } from './events.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
type Context = any;

const line = { text: 'work', quantity: 2, price: 50 };
const far = '2999-12-31';

for (const [name, address] of everyStore) {
  describe(`events ${name}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    let remind: (context: Context) => unknown;
    let read = 0;
    const scopes = ['read', 'write', 'tags', 'hear'];

    before(async () => {
      const handlers = {
        'remind Invoice': (context: Context) => remind(context),
        'split Invoice': () => undefined,
        owing: () => ({ customers: [], text: '' }),
        'close Invoice': () => undefined,
      };
      served = await serve(telling, { baseUrl: 'https://shop.example' }, undefined, await address(), handlers);
      ours = await served.key(scopes, { shop: 'a' });
      theirs = await served.key(scopes, { shop: 'b' });
    });
    after(() => served?.close());

    /** The events since it was asked last. */
    const news = async (): Promise<readonly StoredEvent[]> => {
      await allNumbered(served.store);
      const events = await served.store.events.after(read, 1_000);
      read = events.at(-1)?.sequence ?? read;
      return events;
    };
    const kinds = async (): Promise<string> => (await news()).map(({ kind }) => kind).join(', ');
    const shown = (event: StoredEvent) => {
      const { events } = compile(served.plan, { baseUrl: 'https://shop.example' });
      const { payload } = events.show(events.decode(event));
      return payload === undefined ? undefined : JSON.parse(payload);
    };
    const done = async (asked: string, body?: object, key = ours, headers = {}): ReturnType<Served['ask']> => {
      const got = await served.ask(asked, { key, body, headers });
      assert.ok(got.status < 300, `${asked}: ${got.status} ${got.text}`);
      return got;
    };
    const makeCustomer = async (key = ours): Promise<string> =>
      (await done('POST /customers', { name: 'Ann', email: `${Math.random()}@x.example` }, key)).json.id;
    const makeInvoice = async (customer: string, key = ours): Promise<string> =>
      (await done('POST /invoices', { customer, currency: 'EUR', due_on: far, lines: [line] }, key)).json.id;

    test('a change makes an event of each row that it fits, in the order of the table, with the record after it', async () => {
      await news();
      const trace = 'a'.repeat(32);
      const customer = await makeCustomer();
      const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` };
      const made = await done(
        'POST /invoices',
        { customer, currency: 'EUR', due_on: far, lines: [line] },
        ours,
        headers,
      );
      const [, created, noted, ...more] = await news();
      assert.deepEqual(more, []);
      assert.deepEqual([created!.kind, noted!.kind], ['invoice.created', 'invoice.noted']);
      assert.match(created!.id, /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      assert.notEqual(created!.id, noted!.id);
      assert.equal(created!.sequence + 1, noted!.sequence);
      assert.deepEqual([created!.resource, created!.recordId, created!.recordVersion], ['Invoice', made.json.id, 1]);
      assert.equal(created!.traceId, trace);
      assert.equal(created!.at, Date.parse(made.json.created_at));
      const { watched: _, ...rest } = made.json;
      assert.deepEqual(shown(created!), { ...rest, customer: { id: customer, name: 'Ann' } });
      assert.equal(shown(noted!), undefined);
    });

    test('an event is made where the transition ends in the state that it names, and its payload tells of before', async () => {
      const customer = await makeCustomer();
      const invoice = await makeInvoice(customer);
      await news();
      await done(`POST /invoices/${invoice}/send`);
      const [sent, ...more] = await news();
      assert.deepEqual(more, []);
      const mail = (await done(`GET /customers/${customer}`)).json.email;
      const url = `https://shop.example/invoices/${invoice}`;
      assert.deepEqual(shown(sent!), {
        id: invoice,
        was: 'draft',
        mail,
        url,
        kind: 'invoice.sent',
        at: new Date(sent!.at).toISOString(),
        nth: sent!.sequence,
        who: sent!.id,
      });
      await done(`POST /invoices/${invoice}/pay`, { amount: 60 });
      assert.equal(await kinds(), 'invoice.moved');
      await done(`POST /invoices/${invoice}/pay`, { amount: 40 });
      const paid = await news();
      assert.deepEqual(
        paid.map(({ kind, recordVersion }) => `${kind} ${recordVersion}`),
        ['invoice.paid 4', 'invoice.moved 4'],
      );
      assert.deepEqual(shown(paid[0]!), { id: invoice, total: 100, paid: 100 });
      // What is refused tells nothing.
      assert.equal((await served.ask(`POST /invoices/${invoice}/pay`, { key: ours, body: { amount: 1 } })).status, 409);
      assert.equal(await kinds(), '');
    });

    test('neighbours are kept as they were: a later change of them does not change what an event tells', async () => {
      const customer = await makeCustomer();
      const invoice = await makeInvoice(customer);
      await done(`PATCH /customers/${customer}`, { name: 'Bea' });
      const told = (await news()).filter(({ recordId }) => recordId === invoice);
      assert.equal(shown(told[0]!).customer.name, 'Ann');
    });

    test('an update that changes nothing, and a repeated creation by PUT, tell nothing', async () => {
      const customer = await makeCustomer();
      await done(`PATCH /customers/${customer}`, { name: 'Ann' });
      assert.equal(await kinds(), 'customer.changed');
      await done(`PATCH /customers/${customer}`, { name: 'Bea' });
      assert.equal(await kinds(), 'customer.changed');
      const tag = `/tags/t${Math.random()}`;
      assert.equal((await done(`PUT ${tag}`, { color: 'red' })).status, 201);
      assert.equal(await kinds(), 'tag.changed');
      assert.equal((await done(`PUT ${tag}`, { color: 'red' })).status, 200);
      assert.equal(await kinds(), '');
    });

    test('a deletion tells of the record before it, behind the records that it erased and cleared', async () => {
      const customer = await makeCustomer();
      const invoice = await makeInvoice(customer);
      const reminder = (await done('POST /reminders', { invoice, text: 'pay' })).json.id;
      const tag = `t${Math.random()}`;
      await done(`PUT /tags/${tag}`, { color: null, invoice });
      await news();
      await done(`DELETE /invoices/${invoice}`);
      const events = await news();
      assert.deepEqual(
        // the versions of records that clients name begin with a thousand times the time
        events.map(({ kind, recordId, recordVersion }) => `${kind} ${recordId} ${recordVersion % 1000}`),
        [`reminder.left ${reminder} 2`, `tag.changed ${tag} 1`, `invoice.erased ${invoice} 2`],
      );
      assert.deepEqual(shown(events[0]!), { id: reminder, state: 'new' });
      assert.deepEqual(shown(events[1]!), { name: tag, color: null, invoice: null });
      assert.deepEqual(shown(events[2]!), { id: invoice, status: 'draft', lines: [line] });
    });

    test('a deletion that keeps the record in a gone state tells of the record before it', async () => {
      const invoice = await makeInvoice(await makeCustomer());
      const reminder = (await done('POST /reminders', { invoice, text: 'pay' })).json.id;
      await done(`POST /reminders/${reminder}/see`);
      await news();
      await done(`DELETE /reminders/${reminder}`);
      const [left] = await news();
      assert.deepEqual([left!.kind, left!.recordVersion], ['reminder.left', 3]);
      assert.deepEqual(shown(left!), { id: reminder, state: 'read' });
    });

    test('what code writes and calls tells of itself, and code emits its own events of the record as it then is', async () => {
      const customer = await makeCustomer();
      const invoice = await makeInvoice(customer);
      await done(`POST /invoices/${invoice}/send`);
      await news();
      remind = async ({ record, store, emit, call }) => {
        await store.update('Invoice', record.id, { memo: 'soon' });
        await emit('invoice.reminded', record);
        await store.update('Customer', customer, { name: 'Cleo' });
        return call('settle Invoice', record.id);
      };
      const trace = 'c'.repeat(32);
      const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` };
      await done(`POST /invoices/${invoice}/remind`, { text: 'x' }, ours, headers);
      const events = await news();
      assert.deepEqual(
        events.map(({ kind, recordVersion, traceId }) => `${kind} ${recordVersion} ${traceId === trace}`),
        ['invoice.changed 3 true', 'invoice.reminded 3 true', 'customer.changed 2 true', 'invoice.moved 4 true'],
      );
      assert.deepEqual(shown(events[1]!), { id: invoice, memo: 'soon' });
    });

    test('code that fails, or emits what is not its own, leaves no event', async () => {
      const invoice = await makeInvoice(await makeCustomer());
      await news();
      for (const wrong of [
        async ({ record, emit }: Context) => {
          await emit('invoice.reminded', record);
          throw new Error('it fails');
        },
        ({ record, emit }: Context) => emit('invoice.paid', record),
        ({ emit }: Context) => emit('invoice.reminded', { id: 'inv_none' }),
        ({ emit }: Context) => emit('invoice.reminded'),
      ]) {
        remind = wrong;
        const got = await served.ask(`POST /invoices/${invoice}/remind`, { key: ours, body: { text: 'x' } });
        assert.equal(got.status, 500);
      }
      assert.equal(await kinds(), '');
    });

    test('64-bit integers are kept and told in all their digits', async () => {
      const customer = await makeCustomer();
      const lines = [{ text: 'much', quantity: 10_000, price: 100_000_000 }];
      await done('POST /invoices', { customer, currency: 'EUR', due_on: far, lines });
      const [, created] = await news();
      assert.match(created!.record!, /"total":1000000000000[,}]/);
      const big = { ...created!, record: created!.record!.replace('1000000000000', '9223372036854775807') };
      const { events } = compile(served.plan);
      assert.match(events.show(events.decode(big)).payload!, /"total":9223372036854775807[,}]/);
    });

    test('events of two tenants stand beside each other, each with its own record', async () => {
      await news();
      await Promise.all([makeCustomer(ours), makeCustomer(theirs)]);
      const shops = (await news()).map(({ record }) => JSON.parse(record!).shop);
      assert.deepEqual(shops.toSorted(), ['a', 'b']);
    });
  });
}
