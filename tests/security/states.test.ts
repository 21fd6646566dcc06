import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransitionPlan } from '../../src/plan/resource.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

const total = 700;

/** What a transition's request holds, so that its guards hold. */
const bodies: Readonly<Record<string, object>> = { pay: { amount: total } };

interface Shop {
  readonly served: Served;
  readonly key: string;
  invoice(): Promise<string>;
}

async function openShop(address: string): Promise<Shop> {
  const served = await serve(shop, {}, undefined, address);
  const key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
  let count = 0;
  return {
    served,
    key,
    async invoice() {
      const customer = { name: 'Ada', email: `ada${++count}@example.com` };
      const { id } = (await served.ask('POST /customers', { key, body: customer })).json;
      const lines = [{ text: 'paper', quantity: 1, price: total }];
      const body = { customer: id, currency: 'EUR', lines, due_on: '2999-01-01' };
      return (await served.ask('POST /invoices', { key, body })).json.id;
    },
  };
}

for (const [name, addressOf] of everyStore) {
  test(`S41: each transition in each state by each role does what the state table says, and nothing else ${name}`, async () => {
    const { served, key, invoice } = await openShop(await addressOf());
    try {
      const machine = served.plan.resources.find((resource) => resource.name === 'Invoice')!.machines[0]!;
      const operations = served.plan.operations.filter(
        ({ resource, kind }) => resource === 'Invoice' && kind === 'transition',
      );
      const rowsOf = (verb: string, state: string): readonly TransitionPlan[] =>
        machine.transitions.filter((row) => row.name === verb && row.from.includes(state) && row.trigger === undefined);
      const bodyOf = (verb: string): object => (bodies[verb] === undefined ? {} : { body: bodies[verb] });
      /** The calls that lead from the first state to another, found in the table. */
      const wayTo = (state: string): readonly string[] => {
        const first = machine.states.find(({ kind }) => kind === 'initial')!.name;
        const ways = new Map<string, readonly string[]>([[first, []]]);
        for (const [from, way] of ways) {
          for (const { verb } of operations) {
            for (const { to } of rowsOf(verb!, from)) {
              if (to.kind === 'state' && !ways.has(to.state)) ways.set(to.state, [...way, verb!]);
            }
          }
        }
        return ways.get(state)!;
      };
      const call = (id: string, verb: string, as: string | undefined) => {
        const { method, path } = operations.find((operation) => operation.verb === verb)!;
        return served.ask(`${method} ${path.replace('{id}', id)}`, { key: as, ...bodyOf(verb) });
      };
      const stateOf = async (id: string): Promise<string> =>
        (await served.ask(`GET /invoices/${id}`, { key })).json.status;
      const roles: readonly (readonly [who: string, as: string | undefined, status: number])[] = [
        ['nobody', undefined, 401],
        ['a stranger', 'key_notAKeyNotAKeyNotAKeyNotA_AAAAAA', 401],
        ['a reader', await served.key(['read'], { shop: 'a' }), 403],
        ['another tenant', await served.key(['read', 'write', 'tags'], { shop: 'b' }), 404],
      ];
      let tried = 0;
      for (const { name: state } of machine.states) {
        for (const { verb } of operations) {
          const id = await invoice();
          for (const step of wayTo(state)) assert.equal((await call(id, step, key)).status, 200);
          assert.equal(await stateOf(id), state);
          for (const [who, as, status] of roles) {
            const got = await call(id, verb!, as);
            assert.equal(got.status, status, `${who} may not ${verb} in ${state}: ${got.text}`);
            assert.equal(await stateOf(id), state);
          }
          const rows = rowsOf(verb!, state);
          const got = await call(id, verb!, key);
          const ends = rows.flatMap(({ to }) => (to.kind === 'state' ? [to.state] : to.kind === 'same' ? [state] : []));
          if (ends.length === 0) {
            assert.deepEqual([got.status, got.json.code], [409, 'wrong_state'], `${verb} in ${state}: ${got.text}`);
            assert.equal(await stateOf(id), state);
          } else {
            assert.equal(got.status, 200, `${verb} in ${state}: ${got.text}`);
            assert.ok(ends.includes(await stateOf(id)), `${verb} in ${state} leads to ${await stateOf(id)}`);
          }
          tried++;
        }
      }
      assert.equal(tried, machine.states.length * operations.length);
      assert.ok(tried >= 12);
    } finally {
      await served.close();
    }
  });
}
