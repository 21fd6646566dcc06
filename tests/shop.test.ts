import './support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../src/stores/suites/events.suite.ts';
import { readStream } from './serve/streams/streams.fixture.ts';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/shop/shop.md'), 'utf8');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const address = { street: 'Long Street 1', postcode: '8000', town: 'Zurich' };
const password = 'correct horse';

for (const [name, store] of everyStore) {
  describe(`a web shop ${name}`, () => {
    let served: Served;
    let moment = Date.parse('2030-01-01T12:00:00Z');
    let count = 0;
    const keys = new Map<string, Promise<string>>();
    before(async () => {
      served = await serve(document, {}, () => moment, await store());
      for (const scope of ['staff', 'payments']) keys.set(scope, served.key([scope], {}, { subject: scope }));
    });
    after(() => served?.close());

    const ask = async (who: string | undefined, line: string, body?: unknown): Promise<Got> =>
      served.ask(line, {
        key: who === undefined ? undefined : await (keys.get(who) ?? who),
        ...(body === undefined ? {} : { body }),
      });
    const must = async (who: string | undefined, line: string, body?: unknown): Promise<Got['json']> => {
      const got = await ask(who, line, body);
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const refused = async (expected: string, who: string | undefined, line: string, body?: unknown): Promise<void> => {
      const { status, json } = await ask(who, line, body);
      assert.equal(`${status} ${json?.code}`, expected, line);
    };
    /** Signs a customer up, at least three seconds after the last one, and returns the token. */
    const signUp = async (): Promise<string> => {
      moment += 3_000;
      const body = { email: `customer${++count}@example.com`, password, name: `Customer ${count}` };
      return (await must(undefined, 'POST /customers', body)).token;
    };
    const product = async (stock: number, price = '10.00', more: object = {}): Promise<string> =>
      (await must('staff', 'POST /products', { name: `Product ${++count}`, price, stock, ...more })).id;
    const stock = async (id: string): Promise<number> => (await must('staff', `GET /products/${id}`)).stock;
    type Lines = readonly (readonly [product: string, quantity: number])[];
    const cart = async (who: string, ...lines: Lines): Promise<Got['json']> =>
      must(who, 'POST /orders', {
        address,
        ...(lines.length > 0 && { lines: lines.map(([id, quantity]) => ({ product: id, quantity })) }),
      });
    const placed = async (who: string, ...lines: Lines): Promise<Got['json']> =>
      must(who, `POST /orders/${(await cart(who, ...lines)).id}/place`);
    const paid = async (who: string, ...lines: Lines): Promise<Got['json']> => {
      const { id, total } = await placed(who, ...lines);
      return must('payments', `POST /orders/${id}/pay`, { amount: total });
    };
    const sent = async (who: string, ...lines: Lines): Promise<Got['json']> =>
      must('staff', `POST /orders/${(await paid(who, ...lines)).id}/send`, { parcel: 'P1' });
    const refunds = async (who: string): Promise<readonly { order: string; amount: string }[]> =>
      (await must(who, 'GET /refunds')).data;
    const codes = (all: readonly Got[]): readonly string[] =>
      all.map(({ status, json }) => (status < 300 ? `${status}` : `${status} ${json.code}`)).sort();
    const times = (length: number, code: string): readonly string[] => Array.from({ length }, () => code);

    test('customers sign up, log in, change their account and log out', async () => {
      const first = await signUp();
      const { email, id } = await must(first, 'GET /me');
      const account = { email: email.toUpperCase(), password, name: 'Another' };
      await refused('409 email_taken', undefined, 'POST /customers', account);
      await refused('401 wrong_login', undefined, 'POST /log-in', { email, password: 'wrong horses' });
      const { token } = await must(undefined, 'POST /log-in', { email: email.toUpperCase(), password });
      assert.equal((await must(token, 'PATCH /me', { name: 'New', password: 'another horse' })).name, 'New');
      assert.equal((await ask(first, 'GET /me')).status, 401);
      const other = await signUp();
      await refused('409 email_taken', other, 'PATCH /me', { email });
      assert.notEqual((await must(other, 'GET /me')).id, id);
      assert.equal((await ask(token, 'POST /log-out')).status, 204);
      assert.equal((await ask(token, 'GET /me')).status, 401);
      assert.equal((await ask('staff', 'GET /me')).status, 404);
    });

    test('an order is made with its lines or not at all, and costs exactly what they cost', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const [pen, book, hidden] = [await product(5, '0.10'), await product(1, '19.90'), await product(1)];
      await must('staff', `PATCH /products/${hidden}`, { listed: false });
      const lines = [book, hidden].map((id) => ({ product: id, quantity: 1 }));
      const got = await ask(ann, 'POST /orders', { address, lines });
      assert.deepEqual([got.status, got.json.errors[0].pointer], [422, '/lines/1/product']);
      for (const count of [0, 101]) {
        const many = Array.from({ length: count }, () => lines[0]);
        const outside = await ask(ann, 'POST /orders', { address, lines: many });
        const [{ pointer, message }] = outside.json.errors;
        assert.deepEqual([outside.status, pointer, message], [422, '/lines', 'must have 1 to 100 items']);
      }
      assert.deepEqual((await must(ann, 'GET /orders')).data, []);

      const order = await cart(ann, [pen, 3]);
      assert.deepEqual([order.goods, order.total, order.lines[0].amount], ['0.30', '0.00', '0.30']);
      const { id: line } = await must(ann, `POST /orders/${order.id}/lines`, { product: book, quantity: 2 });
      await refused('409 in_cart_already', ann, `POST /orders/${order.id}/lines`, { product: pen, quantity: 1 });
      await refused('409 out_of_stock', ann, `POST /orders/${order.id}/place`);
      assert.deepEqual([await stock(pen), await stock(book)], [5, 1]);
      await must(ann, `PATCH /lines/${line}`, { quantity: 1 });
      await must('staff', `PATCH /products/${pen}`, { price: '9.00' });
      const { status, total } = await must(ann, `POST /orders/${order.id}/place`);
      assert.deepEqual([status, total, await stock(pen), await stock(book)], ['placed', '25.10', 2, 0]);
      await refused('409 not_a_cart', ann, `DELETE /lines/${line}`);
      await refused('409 not_a_cart', ann, `POST /orders/${order.id}/lines`, { product: book, quantity: 1 });

      await refused('409 empty_cart', bob, `POST /orders/${(await cart(bob)).id}/place`);
      const late = await cart(bob, [pen, 1]);
      await must('staff', `PATCH /products/${pen}`, { listed: false });
      await refused('409 not_for_sale', bob, `POST /orders/${late.id}/place`);
      assert.equal((await ask(bob, `DELETE /orders/${late.id}`)).status, 204);

      await refused('422 wrong_amount', 'payments', `POST /orders/${order.id}/pay`, { amount: '25.00' });
      const pay = await must('payments', `POST /orders/${order.id}/pay`, { amount: '25.1' });
      assert.deepEqual([pay.status, pay.total], ['paid', '25.10']);
      const { parcel } = await must('staff', `POST /orders/${order.id}/send`, { parcel: 'P-7' });
      assert.equal(parcel, 'P-7');
      await refused('409 wrong_state', ann, `POST /orders/${order.id}/cancel`);
      await refused('409 wrong_state', ann, `PATCH /orders/${order.id}`, { address: { ...address, town: 'Bern' } });
      assert.equal((await must('staff', `GET /products/${book}`)).sold, 1);
    });

    test('a customer has few open orders', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const got = await Promise.all(Array.from({ length: 8 }, () => ask(ann, 'POST /orders', { address })));
      assert.deepEqual(codes(got), [...times(3, '201'), ...times(5, '409 too_many_open')]);
      await cart(bob);
    });

    test('of twenty customers at once exactly one gets the last piece', async () => {
      const last = await product(1);
      const orders: (readonly [string, string])[] = [];
      for (let n = 0; n < 20; n++) {
        const who = await signUp();
        orders.push([who, (await cart(who, [last, 1])).id]);
      }
      const got = await Promise.all(orders.map(([who, id]) => ask(who, `POST /orders/${id}/place`)));
      assert.deepEqual(codes(got), ['200', ...times(19, '409 out_of_stock')]);
      assert.equal(await stock(last), 0);
    });

    test('an order that is cancelled or not paid in time gives its products back', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const id = await product(10, '7.05');
      const [first, second] = [await placed(ann, [id, 2]), await placed(ann, [id, 3])];
      assert.equal(await stock(id), 5);
      assert.equal((await must(ann, `POST /orders/${first.id}/cancel`)).status, 'cancelled');
      assert.equal(await stock(id), 7);
      moment += 31 * minute;
      await refused('409 wrong_state', 'payments', `POST /orders/${second.id}/pay`, { amount: second.total });
      assert.equal((await must(ann, `GET /orders/${second.id}`)).status, 'expired');
      assert.equal(await stock(id), 10);
      assert.deepEqual(await refunds(ann), []);

      const [third, late] = [await paid(ann, [id, 1]), await paid(ann, [id, 1])];
      await paid(bob, [id, 1]);
      await must(ann, `POST /orders/${third.id}/cancel`);
      moment += hour + 1;
      await refused('409 too_late', ann, `POST /orders/${late.id}/cancel`);
      assert.equal((await must('staff', `POST /orders/${late.id}/cancel`)).status, 'cancelled');
      const back = (await refunds(ann)).map(({ order, amount }) => [order, amount]).sort();
      assert.deepEqual(back, [third, late].map((order) => [order.id, '11.95']).sort());
      assert.deepEqual([await stock(id), await refunds(bob)], [9, []]);
    });

    test('an order that is cancelled while it is paid is paid back if the payment came first', async () => {
      const id = await product(100);
      const orders: { who: string; id: string; total: string }[] = [];
      for (let n = 0; n < 12; n++) {
        const who = await signUp();
        orders.push({ who, ...(await placed(who, [id, 2])) });
      }
      const got = await Promise.all(
        orders.map(async (order, n) => {
          const pay = () => ask('payments', `POST /orders/${order.id}/pay`, { amount: order.total });
          const cancel = () => ask(order.who, `POST /orders/${order.id}/cancel`);
          const [first, second] = n % 2 === 0 ? [pay(), cancel()] : [cancel(), pay()];
          const [one, other] = [await first, await second];
          return n % 2 === 0 ? { pay: one, cancel: other } : { pay: other, cancel: one };
        }),
      );
      for (const [n, { pay, cancel }] of got.entries()) {
        const { who, total } = orders[n]!;
        assert.equal(cancel.status, 200, cancel.text);
        assert.ok(pay.status === 200 || pay.json.code === 'wrong_state', pay.text);
        const amounts = (await refunds(who)).map(({ amount }) => amount);
        assert.deepEqual(amounts, pay.status === 200 ? [total] : []);
      }
      assert.equal(await stock(id), 100);
    });

    test('no more pieces come back than were bought', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const [id, other] = [await product(10, '3.35'), await product(10)];
      const lineOf = (of: Got['json'], which: string) =>
        of.lines.find((line: Got['json']) => line.product.id === which).id;
      const order = await placed(ann, [id, 3], [other, 1]);
      await must('payments', `POST /orders/${order.id}/pay`, { amount: order.total });
      const line = lineOf(order, id);
      const path = `POST /orders/${order.id}/returns`;
      await refused('409 not_returnable', ann, path, { line, quantity: 1 });
      await must('staff', `POST /orders/${order.id}/send`, { parcel: 'P-8' });
      const foreign = await sent(bob, [id, 1]);
      for (const hidden of [lineOf(foreign, id), 'line_01h455vb4pex5vsknk084sn02q'])
        await refused('422 invalid_input', ann, path, { line: hidden, quantity: 1 });
      const another = await sent(ann, [id, 1]);
      await refused('422 not_of_this_order', ann, path, { line: lineOf(another, id), quantity: 1 });
      await refused('422 more_than_bought', ann, path, { line, quantity: 4 });

      const first = await must(ann, path, { line, quantity: 2 });
      const got = await Promise.all(Array.from({ length: 6 }, () => ask(ann, path, { line, quantity: 1 })));
      assert.deepEqual(codes(got), ['201', ...times(5, '422 more_than_bought')]);
      const [second] = got.filter(({ status }) => status === 201).map(({ json }) => json);
      await must(ann, `POST /returns/${second.id}/withdraw`);
      await must(ann, path, { line, quantity: 1 });

      const before = await stock(id);
      const received = await Promise.all(
        Array.from({ length: 6 }, () => ask('staff', `POST /returns/${first.id}/receive`)),
      );
      assert.deepEqual(codes(received), ['200', ...times(5, '409 wrong_state')]);
      assert.equal(await stock(id), before + 2);
      assert.deepEqual(
        (await refunds(ann)).map(({ amount }) => amount),
        ['6.70'],
      );
      const shown = (await must(ann, `GET /orders/${order.id}`)).lines.find((one: Got['json']) => one.id === line);
      assert.equal(shown.returned, 2);
      const { email } = await must(ann, 'GET /me');
      moment += 30 * day;
      assert.equal((await ask(ann, 'GET /me')).status, 401);
      const { token } = await must(undefined, 'POST /log-in', { email, password });
      await refused('409 not_returnable', token, path, { line: lineOf(order, other), quantity: 1 });
    });

    test('nobody sees or changes the order of another customer', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const id = await product(10);
      const [open, done] = [await cart(ann, [id, 1]), await sent(ann, [id, 2])];
      const [line, gone] = [open.lines[0].id, done.lines[0].id];
      const back = await must(ann, `POST /orders/${done.id}/returns`, { line: gone, quantity: 1 });
      await must('staff', `POST /returns/${back.id}/receive`);
      const [refund] = await refunds(ann);
      const lines: readonly (readonly [string, unknown?])[] = [
        [`GET /orders/${open.id}`],
        [`PATCH /orders/${open.id}`, { address }],
        [`DELETE /orders/${open.id}`],
        [`POST /orders/${open.id}/place`],
        [`POST /orders/${open.id}/cancel`],
        [`POST /orders/${open.id}/lines`, { product: id, quantity: 1 }],
        [`PATCH /lines/${line}`, { quantity: 2 }],
        [`DELETE /lines/${line}`],
        [`POST /orders/${done.id}/returns`, { line: gone, quantity: 1 }],
        [`GET /returns/${back.id}`],
        [`POST /returns/${back.id}/withdraw`],
        [`GET /refunds/${(refund as unknown as { id: string }).id}`],
      ];
      for (const [line, body] of lines) assert.equal((await ask(bob, line, body)).status, 404, line);
      for (const path of ['/orders', '/returns', '/refunds'])
        assert.deepEqual((await must(bob, `GET ${path}`)).data, [], path);
      for (const line of [`POST /orders/${done.id}/pay`, 'POST /products', `POST /returns/${back.id}/receive`])
        assert.equal((await ask(bob, line, {})).status, 403, line);
      for (const path of ['/figures', '/customers', '/webhook_endpoints', '/events'])
        assert.equal((await ask(bob, `GET ${path}`)).status, 403, path);
      assert.equal((await ask('payments', `POST /orders/${open.id}/cancel`)).status, 404);
      assert.equal((await ask(undefined, `GET /orders/${open.id}`)).status, 401);
      assert.equal((await must(ann, `GET /orders/${open.id}`)).lines[0].quantity, 1);
      // The staff has keys and no account, so it has no orders of its own.
      assert.equal((await ask('staff', 'POST /orders', { address })).status, 422);
    });

    test('products are found, and the staff sees all orders and their figures', async () => {
      const [ann, bob] = [await signUp(), await signUp()];
      const [cheap, dear, hidden] = [
        await product(0, '1.00', { name: 'Zebra puzzle', category: 'games' }),
        await product(4, '30.00', { name: 'Yak', category: 'games' }),
        await product(4, '5.00', { name: 'Zebra secret', category: 'games', listed: false }),
      ];
      const found = async (query: string, who?: string): Promise<readonly string[]> =>
        (await must(who, `GET /products?${query}`)).data.map((one: { id: string }) => one.id);
      assert.deepEqual(await found('name=Zebra'), [cheap]);
      assert.deepEqual(await found('name=Zebra', 'staff'), [cheap, hidden]);
      assert.deepEqual(await found('category=games&available=true&price_from=5'), [dear]);
      assert.deepEqual(await found('category=games&sort=price'), [cheap, dear]);
      assert.equal((await ask(ann, `GET /products/${hidden}`)).status, 404);

      moment += minute;
      const from = new Date(moment).toISOString();
      await cart(ann, [dear, 1]);
      const [one, other] = [await placed(ann, [dear, 1]), await paid(bob, [dear, 2])];
      const figures = await must('staff', `GET /figures?from=${from}`);
      assert.deepEqual(figures, {
        orders: 3,
        by_status: { cart: 1, placed: 1, paid: 1, sent: 0, cancelled: 0, expired: 0 },
        turnover: '99.80',
      });
      const listed = (await must('staff', `GET /orders?from=${from}&status=placed,paid`)).data;
      assert.deepEqual(
        listed.map((order: { id: string }) => order.id),
        [other.id, one.id],
      );
    });

    test('the staff hears of orders, refunds, and products that run out or come back', async () => {
      const ann = await signUp();
      const id = await product(6);
      await allNumbered(served.store);
      const reading = await readStream(fetch, `${served.address}/events`, (await keys.get('staff'))!);
      try {
        const order = await placed(ann, [id, 1]);
        await must(ann, `POST /orders/${order.id}/cancel`);
        await paid(ann, [id, 6]);
        const last = (await must(ann, 'GET /orders?status=paid')).data[0].id;
        await must(ann, `POST /orders/${last}/cancel`);
        const blocks = await reading.events(8);
        const heard = blocks.map(({ data }) => JSON.parse(data!)).map(({ type }) => type);
        const expected = ['order.placed', 'order.ended', 'order.placed', 'product.low', 'order.paid', 'order.ended'];
        assert.deepEqual([...heard].sort(), [...expected, 'product.back', 'refund.due'].sort());
      } finally {
        reading.stop();
      }
    });
  });
}
