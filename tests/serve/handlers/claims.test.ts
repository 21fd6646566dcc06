import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { coded } from './coded.fixture.ts';

const document = coded
  .replace(
    '### Preconditions',
    '### Idempotency\n\n| Operations | Key | Kept for |\n| --- | --- | --- |\n| remind Invoice | header Idempotency-Key | 24 hours |\n\n### Preconditions',
  )
  .replace(
    '| broken | 500 |',
    '| reused | 422 | idempotency key reused | | |\n| busy | 409 | idempotency key in progress | | |\n| broken | 500 |',
  );

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
type Context = any;

for (const [store, address] of everyStore) {
  describe(`keys of operations with a hook before ${store}`, () => {
    let served: Served;
    let key: string;
    let moment = Date.now();
    let hooked = 0;
    let hook: (context: Context) => unknown;
    const handlers = {
      'remind Invoice': ({ record, prepared, input, store: own }: Context) =>
        own.update('Invoice', record.id, { memo: `${input.text} ${prepared}` }),
      'split Invoice': () => undefined,
      owing: () => undefined,
      'close Invoice': () => undefined,
      before: { 'remind Invoice': (context: Context) => hook(context) },
    };
    before(async () => {
      served = await serve(document, {}, () => moment, await address(), handlers);
      key = await served.key(['read', 'write'], { shop: 'north' });
    });
    after(() => served.close());

    const post = (line: string, body: unknown, headers: Record<string, string> = {}): Promise<Got> =>
      served.ask(`POST ${line}`, { key, body, headers });
    const remind = (id: string, idempotencyKey: string, text = 'pay'): Promise<Got> =>
      post(`/invoices/${id}/remind`, { text }, { 'Idempotency-Key': idempotencyKey });
    const invoice = async (): Promise<string> => {
      hooked = 0;
      hook = () => ++hooked;
      const customer = (await post('/customers', { name: 'A', email: `${Math.random()}@example.com` })).json.id;
      const lines = [{ text: 'x', quantity: 1, price: 100 }];
      const got = await post('/invoices', { customer, currency: 'EUR', lines, due_on: '2999-01-01' });
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    };

    test('the hook runs once for a key, and a repeated request gets the first answer', async () => {
      const id = await invoice();
      const first = await remind(id, 'once');
      assert.deepEqual([first.status, first.json.memo], [200, 'pay 1'], first.text);
      const again = await remind(id, 'once');
      assert.deepEqual([again.status, again.text, hooked], [200, first.text, 1]);
      assert.equal((await remind(id, 'once', 'other')).status, 422);
      assert.equal(hooked, 1);
      assert.equal((await post(`/invoices/${id}/remind`, { text: 'bare' })).json.memo, 'bare 2');
    });

    test('while the hook of the first is running the others are told so', async () => {
      const id = await invoice();
      let go = (): void => undefined;
      const waiting = new Promise<void>((resolve) => {
        go = resolve;
      });
      hook = async () => {
        hooked++;
        await waiting;
        return hooked;
      };
      const first = remind(id, 'slow');
      while (hooked === 0) await later(2);
      const others = await Promise.all(Array.from({ length: 20 }, () => remind(id, 'slow')));
      for (const got of others) assert.deepEqual([got.status, got.json.code], [409, 'busy']);
      assert.equal((await remind(id, 'slow', 'other')).status, 422);
      go();
      const done = await first;
      assert.deepEqual([done.status, done.json.memo, hooked], [200, 'pay 1', 1], done.text);
      assert.equal((await remind(id, 'slow')).text, done.text);
    });

    test('a refusal by the hook is kept; one that fails, or a request that is refused behind it, gives the key back', async () => {
      const id = await invoice();
      hook = ({ refuse }) => {
        hooked++;
        return refuse('too_soon');
      };
      const refused = await remind(id, 'refused');
      assert.deepEqual([refused.status, refused.json.code], [409, 'too_soon']);
      hook = () => ++hooked;
      assert.equal((await remind(id, 'refused')).text, refused.text);
      assert.equal(hooked, 1);
      hook = () => {
        throw new Error('as it happens');
      };
      assert.equal((await remind(id, 'thrown')).status, 500);
      hook = () => ++hooked;
      assert.equal((await remind(id, 'thrown')).status, 200);
      const nowhere = await remind('inv_01k8z7rqa0faw8vvg14d2pf2db', 'nowhere');
      assert.equal(nowhere.status, 404);
      assert.equal((await remind('inv_01k8z7rqa0faw8vvg14d2pf2db', 'nowhere')).status, 404);
    });

    test('a claim whose process has died ends by itself, five seconds after the time of its request', async () => {
      const id = await invoice();
      hook = () => {
        hooked++;
        return new Promise(() => undefined);
      };
      void remind(id, 'dead').catch(() => undefined);
      while (hooked === 0) await later(2);
      hook = () => ++hooked;
      assert.equal((await remind(id, 'dead')).status, 409);
      moment += 34_999;
      assert.equal((await remind(id, 'dead')).status, 409);
      moment += 2;
      assert.equal((await remind(id, 'dead')).status, 200);
    });

    test('a request whose claim another one has taken over changes nothing, and leaves that claim', async () => {
      const id = await invoice();
      let finish = (): void => undefined;
      hook = () => {
        hooked++;
        return new Promise((resolve) => {
          finish = () => resolve('late');
        });
      };
      const slow = remind(id, 'taken-over');
      while (hooked === 0) await later(2);
      moment += 60_000;
      const finishSlow = finish;
      const next = remind(id, 'taken-over');
      for (let i = 0; i < 500 && hooked === 1; i++) await later(2);
      finishSlow();
      assert.equal((await slow).status, 409);
      finish();
      const done = await next;
      assert.deepEqual([done.status, done.json.memo], [200, 'pay late'], done.text);
      assert.equal((await remind(id, 'taken-over')).text, done.text);
      assert.equal(hooked, 2);
    });

    test('a claim that was made before the clock was set back has ended', async () => {
      const id = await invoice();
      hook = () => {
        hooked++;
        return new Promise(() => undefined);
      };
      moment += 3_600_000;
      void remind(id, 'ahead').catch(() => undefined);
      while (hooked === 0) await later(2);
      hook = () => ++hooked;
      moment -= 3_600_000;
      assert.equal((await remind(id, 'ahead')).status, 200);
    });
  });
}
