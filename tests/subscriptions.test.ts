import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../src/stores/suites/events.suite.ts';
import { readStream } from './serve/streams/streams.fixture.ts';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/subscriptions/subscriptions.md'), 'utf8');
const day = 24 * 60 * 60_000;

for (const [name, address] of everyStore) {
  describe(`subscriptions ${name}`, () => {
    let served: Served;
    let moment = Date.parse('2030-01-17T12:00:00Z');
    let count = 0;
    const keys = new Map<string, Promise<string>>();
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
    });
    after(() => served?.close());

    const keyOf = (who: string): Promise<string> => {
      const [user = '', business = 'north'] = who.split('@');
      const scope = user === 'staff' || user === 'payments' ? user : 'customer';
      const key = keys.get(who) ?? served.key([scope], { business }, { subject: who });
      keys.set(who, key);
      return key;
    };
    const ask = async (who: string, line: string, body?: unknown): Promise<Got> =>
      served.ask(line, { key: await keyOf(who), ...(body === undefined ? {} : { body }) });
    const must = async (who: string, line: string, body?: unknown): Promise<Got['json']> => {
      const got = await ask(who, line, body);
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const refused = async (expected: string, who: string, line: string, body?: unknown): Promise<void> => {
      const { status, json } = await ask(who, line, body);
      assert.equal(`${status} ${json?.code}`, expected, line);
    };
    const plan = async (more: object = {}, staff = 'staff'): Promise<string> =>
      (await must(staff, 'POST /plans', { name: `Plan ${++count}`, price: '10.00', ...more })).id;
    /** A new customer, by the name that its requests are made with. */
    const join = async (business = 'north'): Promise<string> => {
      const who = `customer${++count}@${business}`;
      await must(who, 'POST /customers', { name: `Customer ${count}`, email: `customer${count}@example.com` });
      return who;
    };
    const subscribe = async (who: string, to: string): Promise<Got['json']> =>
      must(who, 'POST /subscriptions', { plan: to });
    const read = async (who: string, { id }: { id: string }): Promise<Got['json']> =>
      must(who, `GET /subscriptions/${id}`);
    /** The invoices of a customer, the newest first. */
    const invoices = async (who: string): Promise<Got['json']> => (await must(who, 'GET /invoices')).data;
    const pay = async ({ id, amount }: Got['json'], more: object = {}): Promise<Got> =>
      ask('payments', `POST /invoices/${id}/payments`, { reference: `ref-${++count}`, amount, ...more });
    /** Moves the clock, and waits until a subscription is as the service makes it then. */
    const until = async (time: number, who: string, of: { id: string }, expected: object): Promise<Got['json']> => {
      moment = time;
      // The service looks for what is due four times a second.
      for (let waits = 0; ; waits++) {
        const found = await read(who, of);
        if (Object.entries(expected).every(([field, value]) => found[field] === value)) return found;
        if (waits === 200) assert.deepEqual(found, expected);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const ends = ({ period_ends }: Got['json']): number => Date.parse(period_ends);

    test('a trial costs nothing, and each period after it has an invoice', async () => {
      const who = await join();
      const subscription = await subscribe(who, await plan({ trial_days: 14, price: '19.90' }));
      const { status, period_ends } = subscription;
      assert.deepEqual([status, period_ends], ['trialing', '2030-01-31T12:00:00.000Z']);
      assert.deepEqual(await invoices(who), []);
      const first = await until(ends(subscription), who, subscription, { status: 'active' });
      const [invoice] = await invoices(who);
      assert.deepEqual(
        [first.period_ends, invoice.amount, invoice.period_begins, invoice.due_at],
        ['2030-02-28T12:00:00.000Z', '19.90', '2030-01-31T12:00:00.000Z', '2030-02-07T12:00:00.000Z'],
      );
      assert.equal((await must(who, 'GET /me')).owed, '19.90');
      assert.equal((await pay(invoice)).status, 201);
      assert.equal((await must(who, `GET /invoices/${invoice.id}`)).status, 'paid');
      const second = await until(ends(first), who, subscription, { periods: 2 });
      // Months are counted from the first period: the end is the 31st again.
      assert.equal(second.period_ends, '2030-03-31T12:00:00.000Z');
      const [next, ...others] = await invoices(who);
      assert.deepEqual([next.period_begins, next.number > invoice.number, others.length], [first.period_ends, true, 1]);
      assert.equal((await must(who, 'GET /me')).owed, '19.90');
    });

    test('a customer has one subscription at a time, and one trial', async () => {
      const [who, other] = [await join(), await join()];
      const [id, hidden] = [await plan({ trial_days: 7 }), await plan({ offered: false })];
      const body = { plan: id };
      const got = await Promise.all(Array.from({ length: 6 }, () => ask(who, 'POST /subscriptions', body)));
      const made = got.filter(({ status }) => status === 201);
      assert.equal(made.length, 1);
      for (const { status, json } of got)
        if (status !== 201) assert.deepEqual([status, json.code], [409, 'subscribed_already']);
      const [{ json: first }] = made as [Got];
      await must(who, `POST /subscriptions/${first.id}/cancel`);
      await refused('409 subscribed_already', who, 'POST /subscriptions', body);
      const ended = await until(ends(first), who, first, { status: 'canceled' });
      assert.deepEqual([ended.ended_at, await invoices(who)], [first.period_ends, []]);
      const again = await subscribe(who, id);
      assert.deepEqual([again.status, (await invoices(who)).length], ['active', 1]);
      await subscribe(other, id);
      assert.equal((await must('staff', `GET /plans/${id}`)).subscribers, 2);
      await refused('422 invalid_input', await join(), 'POST /subscriptions', { plan: hidden });
      await refused('422 invalid_input', who, `POST /subscriptions/${again.id}/change`, { plan: hidden });
      assert.equal((await ask(`stranger${++count}`, 'POST /subscriptions', body)).status, 422);
    });

    test('a subscription is past due after a failed payment, and active after a payment', async () => {
      const who = await join();
      const subscription = await subscribe(who, await plan({ price: '5.00' }));
      const [invoice] = await invoices(who);
      const path = `POST /invoices/${invoice.id}/payments`;
      await refused('422 wrong_amount', 'payments', path, { reference: 'r', amount: '4.99' });
      const failed = { reference: `ref-${++count}`, amount: '5.00', failure: 'card expired' };
      const { id, succeeded } = await must('payments', path, failed);
      assert.equal(succeeded, false);
      // The payment provider may report a payment twice.
      const twice = await ask('payments', path, failed);
      assert.deepEqual([twice.status, twice.json.id], [200, id]);
      assert.equal((await pay(invoice, { failure: 'card expired' })).status, 201);
      assert.equal((await must(who, `GET /invoices/${invoice.id}`)).declines, 2);
      assert.equal((await read(who, subscription)).status, 'past_due');
      const got = await Promise.all(Array.from({ length: 6 }, () => pay(invoice)));
      assert.deepEqual(got.map(({ status, json }) => `${status} ${json.code ?? ''}`).sort(), [
        '201 ',
        ...Array.from({ length: 5 }, () => '409 wrong_state'),
      ]);
      assert.equal((await read(who, subscription)).status, 'active');
      const payments = (await must(who, `GET /payments?invoice=${invoice.id}`)).data;
      assert.deepEqual(
        payments.map((payment: Got['json']) => payment.succeeded),
        [false, false, true],
      );
    });

    test('a subscription ends if its invoice is not paid, and the invoice is written off', async () => {
      const who = await join();
      const subscription = await subscribe(who, await plan());
      const start = moment;
      await until(start + 7 * day, who, subscription, { status: 'past_due' });
      const { status, ended_at } = await until(start + 21 * day, who, subscription, { status: 'ended' });
      assert.deepEqual([status, Date.parse(ended_at)], ['ended', moment]);
      const [invoice, ...others] = await invoices(who);
      assert.deepEqual([invoice.status, others], ['written_off', []]);
      assert.equal((await must(who, 'GET /me')).owed, '0');
      assert.equal((await pay(invoice)).json.code, 'wrong_state');
      assert.equal((await read(who, subscription)).status, 'ended');
    });

    test('a cancellation takes effect at the end of the period, and can be taken back until then', async () => {
      const who = await join();
      const subscription = await subscribe(who, await plan());
      const path = `POST /subscriptions/${subscription.id}`;
      await pay((await invoices(who))[0]);
      const { status, cancels } = await must(who, `${path}/cancel`);
      assert.deepEqual([status, cancels], ['active', true]);
      assert.equal((await must(who, `${path}/resume`)).cancels, false);
      const renewed = await until(ends(subscription), who, subscription, { periods: 2 });
      await pay((await invoices(who))[0]);
      await must(who, `${path}/cancel`);
      const ended = await until(ends(renewed), who, subscription, { status: 'canceled' });
      assert.deepEqual([ended.ended_at, (await invoices(who)).length], [renewed.period_ends, 2]);
      await refused('409 wrong_state', who, `${path}/resume`);

      const late = await subscribe(who, await plan());
      const [invoice] = await invoices(who);
      await pay(invoice, { failure: 'no money' });
      assert.equal((await must(who, `POST /subscriptions/${late.id}/cancel`)).status, 'canceled');
      assert.equal((await must(who, 'GET /me')).owed, '10.00');
      assert.equal((await pay(invoice, { failure: 'no money' })).status, 201);
      assert.equal((await pay(invoice)).status, 201);
      assert.deepEqual([(await must(who, 'GET /me')).owed, (await read(who, late)).status], ['0', 'canceled']);
    });

    test('another plan counts from the next period on, in a trial at once', async () => {
      const who = await join();
      const [month, year] = [await plan({ trial_days: 3 }), await plan({ price: '100.00', months: 12 })];
      const subscription = await subscribe(who, month);
      const path = `POST /subscriptions/${subscription.id}/change`;
      assert.equal((await must(who, path, { plan: year })).plan, year);
      await must(who, path, { plan: month });
      const first = await until(ends(subscription), who, subscription, { status: 'active' });
      await pay((await invoices(who))[0]);
      const changed = await must(who, path, { plan: year });
      assert.deepEqual([changed.plan, changed.next_plan], [month, year]);
      const second = await until(ends(first), who, subscription, { plan: year });
      assert.deepEqual([second.next_plan, second.periods, second.begins_at], [undefined, 1, first.period_ends]);
      assert.equal(new Date(ends(second)).getUTCFullYear(), new Date(ends(first)).getUTCFullYear() + 1);
      assert.deepEqual(
        (await invoices(who)).map((invoice: Got['json']) => [invoice.plan, invoice.amount]),
        [
          [year, '100.00'],
          [month, '10.00'],
        ],
      );
    });

    test('customers see what is theirs, and businesses see nothing of each other', async () => {
      const [ann, bob, cid] = [await join(), await join(), await join('south')];
      const id = await plan();
      const subscription = await subscribe(ann, id);
      const [invoice] = await invoices(ann);
      const payment = (await pay(invoice)).json;
      for (const line of [
        `GET /subscriptions/${subscription.id}`,
        `POST /subscriptions/${subscription.id}/cancel`,
        `GET /invoices/${invoice.id}`,
        `GET /payments/${payment.id}`,
        `GET /customers/${encodeURIComponent(ann)}`,
      ])
        for (const who of [bob, cid]) assert.equal((await ask(who, line)).status, 404, `${who}: ${line}`);
      for (const path of ['/subscriptions', '/invoices', '/payments'])
        for (const who of [bob, cid, 'staff@south'])
          assert.deepEqual((await must(who, `GET ${path}`)).data, [], `${who}: ${path}`);
      assert.equal((await ask('staff@south', `GET /plans/${id}`)).status, 404);
      assert.equal((await ask(cid, 'POST /subscriptions', { plan: id })).status, 422);
      for (const path of ['/reports/billed', '/customers', '/webhook_endpoints', '/events'])
        assert.equal((await ask(ann, `GET ${path}`)).status, 403, path);
      assert.equal((await ask(ann, `POST /invoices/${invoice.id}/payments`, {})).status, 403);
      const body = { reference: 'mine', amount: invoice.amount };
      assert.equal((await ask('payments@south', `POST /invoices/${invoice.id}/payments`, body)).status, 404);
      await subscribe(cid, await plan({}, 'staff@south'));
      assert.equal((await invoices(cid))[0].number, 1);
    });

    test('the staff sees each month: what was billed, what was received, who left', async () => {
      const south = 'west';
      const staff = `staff@${south}`;
      moment = Date.parse('2032-03-10T00:00:00Z');
      const id = await plan({ price: '12.50' }, staff);
      const people = [await join(south), await join(south), await join(south)];
      const made: Got['json'][] = [];
      for (const who of people) made.push(await subscribe(who, id));
      const collect = async (who: string, more: object = {}): Promise<void> => {
        const [{ id: invoice, amount }] = await invoices(who);
        const body = { reference: `ref-${++count}`, amount, ...more };
        await must(`payments@${south}`, `POST /invoices/${invoice}/payments`, body);
      };
      await collect(people[0]!);
      await collect(people[1]!);
      await collect(people[2]!, { failure: 'card expired' });
      await must(people[1]!, `POST /subscriptions/${made[1].id}/cancel`);
      await until(moment + 14 * day, people[2]!, made[2], { status: 'ended' });
      await until(ends(made[0]), people[0]!, made[0], { periods: 2 });
      await until(moment, people[1]!, made[1], { status: 'canceled' });
      await collect(people[0]!);
      assert.deepEqual((await must(staff, 'GET /reports/billed')).data, [
        { month: '2032-03', status: 'paid', invoices: 2, amount: '25.00' },
        { month: '2032-03', status: 'written_off', invoices: 1, amount: '12.50' },
        { month: '2032-04', status: 'paid', invoices: 1, amount: '12.50' },
      ]);
      assert.deepEqual((await must(staff, 'GET /reports/received?before=2032-04-01T00:00:00Z')).data, [
        { month: '2032-03', succeeded: false, payments: 1, amount: '12.50' },
        { month: '2032-03', succeeded: true, payments: 2, amount: '25.00' },
      ]);
      assert.deepEqual((await must(staff, 'GET /reports/lost?from=2032-01-01T00:00:00Z')).data, [
        { month: '2032-03', status: 'ended', subscriptions: 1 },
        { month: '2032-04', status: 'canceled', subscriptions: 1 },
      ]);
    });

    test('the staff hears of invoices, of payments that failed, and of subscriptions that end', async () => {
      const business = 'east';
      await allNumbered(served.store);
      const reading = await readStream(fetch, `${served.address}/events`, await keyOf(`staff@${business}`));
      try {
        const who = await join(business);
        const subscription = await subscribe(who, await plan({}, `staff@${business}`));
        const [{ id, amount }] = await invoices(who);
        const body = { reference: 'r1', amount, failure: 'card expired' };
        await must(`payments@${business}`, `POST /invoices/${id}/payments`, body);
        await must(who, `POST /subscriptions/${subscription.id}/cancel`);
        const blocks = await reading.events(5);
        const heard = blocks.map(({ data }) => JSON.parse(data!).type).sort();
        const ofSubscription = ['subscription.ended', 'subscription.past_due', 'subscription.started'];
        assert.deepEqual(heard, ['invoice.made', 'payment.declined', ...ofSubscription]);
      } finally {
        reading.stop();
      }
    });
  });
}
