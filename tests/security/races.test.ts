import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shop } from '../serve/support/shop.fixture.ts';
import { parallel, type Raced, tracks } from './races.fixture.ts';

// Many at the same moment (S42): exactly as many succeed as the document says.

const total = 700;
const scopes = ['read', 'write', 'tags'];

interface Shop extends Raced {
  readonly keys: readonly [own: string, other: string];
  invoice(key: string): Promise<string>;
}

async function shopOf(raced: Raced): Promise<Shop> {
  const { first } = raced;
  let count = 0;
  return {
    ...raced,
    keys: [await first.key(scopes, { shop: 'a' }), await first.key(scopes, { shop: 'b' })],
    async invoice(key) {
      const customer = { name: 'Ada', email: `ada${++count}@example.com` };
      const { id } = (await first.ask('POST /customers', { key, body: customer })).json;
      const lines = [{ text: 'paper', quantity: 1, price: total }];
      const body = { customer: id, currency: 'EUR', lines, due_on: '2999-01-01' };
      return (await first.ask('POST /invoices', { key, body })).json.id;
    },
  };
}

/** What becomes of many requests of the same moment. */
const all = <T>(of: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: parallel }, (_, nth) => of(nth)));

for (const { name, rounds, open } of tracks) {
  test(`S42: of fifty parallel claims of one thing one succeeds, in every round ${name}`, async (t) => {
    const { first, ask, keys, invoice, close } = await shopOf(await open(shop));
    t.after(close);
    const [key, other] = keys;
    const id = await invoice(key);
    for (let round = 0; round < rounds(24); round++) {
      const made = await first.ask('POST /reminders', { key, body: { invoice: id, text: 'pay' } });
      assert.equal(made.status, 201, made.text);
      const claims = await all((nth) =>
        ask(nth)(`POST /reminders/${made.json.id}/see`, { key: nth % 10 > 7 ? other : key }),
      );
      const counts = (status: number): number => claims.filter((response) => response.status === status).length;
      assert.deepEqual([counts(200), counts(409), counts(404)], [1, parallel - 11, 10]);
    }
  });

  test(`S42: of fifty parallel uses of a name that is there once one succeeds, in every round ${name}`, async (t) => {
    const { first, ask, keys, close } = await shopOf(await open(shop));
    t.after(close);
    for (let round = 0; round < rounds(24); round++) {
      const put = (nth: number) =>
        ask(nth)(`PUT /tags/once${round}`, { key: keys[nth % 3 === 0 ? 1 : 0], body: { color: `${nth}` } });
      const uses = await all(put);
      const statuses = uses.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, ...new Array<number>(parallel - 1).fill(409)]);
      const winner = uses.findIndex(({ status }) => status === 201);
      const [owner, rival] = winner % 3 === 0 ? [keys[1], keys[0]] : keys;
      assert.equal((await first.ask(`GET /tags/once${round}`, { key: owner })).json.color, String(winner));
      assert.equal((await first.ask(`GET /tags/once${round}`, { key: rival })).status, 404);
    }
  });

  test(`S42: of fifty parallel payments of an invoice exactly what is owed is taken, in every round ${name}`, async (t) => {
    const { first, ask, keys, invoice, close } = await shopOf(await open(shop));
    t.after(close);
    for (let round = 0; round < rounds(12); round++) {
      const key = keys[round % 2]!;
      const id = await invoice(key);
      assert.equal((await first.ask(`POST /invoices/${id}/send`, { key })).status, 200);
      const paid = await all((nth) => ask(nth)(`POST /invoices/${id}/pay`, { key, body: { amount: total / 7 } }));
      assert.equal(paid.filter(({ status }) => status === 200).length, 7);
      assert.ok(paid.every(({ status }) => status === 200 || status === 409));
      const after = (await first.ask(`GET /invoices/${id}`, { key })).json;
      assert.deepEqual([after.status, after.paid], ['paid', total]);
    }
  });
}
