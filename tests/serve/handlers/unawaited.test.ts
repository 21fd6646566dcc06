import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everyStore } from '../support/stores.fixture.ts';
import { type CodedShop, type Context, codedShop } from './handlers.fixture.ts';

const ada = { name: 'Ada', email: 'unawaited@example.com' };

/** Writes that nobody awaits, each with how the log names it. */
const writes: readonly (readonly [name: string, work: (context: Context, id: string) => unknown])[] = [
  ["store.create('Customer')", ({ store }) => store.create('Customer', ada)],
  ["store.create('Customer')", ({ store }) => store.create('Customer', { name: '' })],
  ["store.create('Customer')", ({ store }) => store.create('Customer', { nothing: 1 })],
  ["store.asService.create('Customer')", ({ store }) => store.asService.create('Customer', { ...ada, shop: 'b' })],
  ["store.update('Invoice')", ({ store }, id) => store.update('Invoice', id, { memo: 'stray' })],
  ["store.update('Invoice')", ({ store }) => store.update('Invoice', undefined, { memo: 'stray' })],
  ["store.delete('Invoice')", ({ store }, id) => store.delete('Invoice', id)],
  ["store.delete('Invoice')", ({ store }) => store.delete('Invoice', 'nobody')],
  ["store.deleteAll('Invoice')", ({ store }) => store.deleteAll('Invoice', { where: 'true' })],
  ["store.deleteAll('Invoice')", ({ store }) => store.deleteAll('Invoice', {})],
  ["store.asService.update('Invoice')", ({ store }, id) => store.asService.update('Invoice', id, { memo: 'stray' })],
  ["store.asService.delete('Invoice')", ({ store }, id) => store.asService.delete('Invoice', id)],
  ["store.asService.deleteAll('Invoice')", ({ store }) => store.asService.deleteAll('Invoice', { where: 'true' })],
  ["store.deleteAll('Invoice')", ({ store }) => store.deleteAll('Invoice', { wher: 'true' })],
  ["store.update('Invoice')", ({ store }) => store.update('Invoice', 5, {})],
  ["call('send Invoice')", ({ call }, id) => call('send Invoice', id)],
  ["call('settle Invoice')", ({ call }, id) => call('settle Invoice', id)],
  ["call.asService('send Invoice')", ({ call }, id) => call.asService('send Invoice', id)],
  ["emit('nothing')", ({ emit, record }) => emit('nothing', record)],
  ["issue('nothing')", ({ issue }) => issue('nothing', { id: 'ada' })],
  ['revoke', ({ revoke }) => revoke({ id: 'nobody' })],
  ['changeRights', ({ changeRights }) => changeRights({ id: 'nobody' }, { scopes: ['nothing'] })],
];

/** Reads of what is not there: their failure is nobody's, unless the request ends with it. */
const reads = ['get', 'find', 'list', 'count', 'page', 'all'] as const;

for (const [name, address] of everyStore) {
  describe(`work of code that nobody awaits ${name}`, () => {
    let shop: CodedShop;
    before(async () => {
      shop = await codedShop(await address());
    });
    after(() => shop?.served.close());

    const remind = async (id: string, work: (context: Context) => unknown) => {
      shop.code.remind = work;
      const from = shop.served.logged.length;
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      return { status: got.status, json: got.json, told: shop.served.logged.slice(from).join('\n') };
    };

    test('a write that the handler does not await is undone, and the log says which, whatever came of it', async () => {
      const [id, other] = [await shop.invoice(), await shop.invoice(shop.theirs)];
      const counts = (): Promise<unknown> =>
        Promise.all(
          [shop.ours, shop.theirs].map(async (key) => {
            const [customers, invoices] = await Promise.all(
              ['customers', 'invoices'].map((path) => shop.served.ask(`GET /${path}`, { key })),
            );
            return [customers?.json, invoices?.json];
          }),
        );
      const was = await counts();
      for (const [called, work] of writes) {
        const told = `the handler of remind Invoice did not await ${called}: await it`;
        for (const how of ['at once', 'after another', 'inside a call'] as const) {
          shop.code.split = (context) => void work(context, id);
          const {
            status,
            json,
            told: logged,
          } = await remind(id, async (context) => {
            if (how === 'inside a call') await context.call('split Invoice', id, {}).catch(() => undefined);
            else void work(context, id);
            if (how === 'after another') for (let i = 0; i < 3; i++) await context.store.get('Customer', 'nobody');
            return { ...context.record, memo: 'as if all were well' };
          });
          assert.deepEqual([status, json.code], [500, 'broken'], `${called} ${how} ${logged}`);
          const due = how === 'inside a call' ? told.replace('remind', 'split') : told;
          assert.ok(logged.includes(due), `${how}: ${logged}\n${due}`);
        }
      }
      for (const chained of [
        (work: Promise<unknown>) => Promise.all([work]),
        (work: Promise<unknown>) => work.then(() => 'done'),
        async (work: Promise<unknown>) => await work,
      ]) {
        const forgotten = ({ store }: Context): void => void chained(store.update('Invoice', id, { memo: 'stray' }));
        const { status, told } = await remind(id, forgotten);
        assert.equal(status, 500);
        assert.match(told, /did not await store\.update\('Invoice'\)/);
      }
      assert.deepEqual(await counts(), was);
      shop.code.remind = ({ store, record }) => store.update('Invoice', record.id, { memo: 'theirs' });
      assert.equal((await shop.post(`/invoices/${other}/remind`, { text: 'x' }, shop.theirs)).status, 200);
    });

    test('a read that fails and that nobody awaits ends its request, in handlers, hooks and computed', async () => {
      const id = await shop.invoice();
      for (const method of reads) {
        const work = ({ store }: Context) => void store[method]('Nothing');
        const { status, told } = await remind(id, work);
        assert.equal(status, 500, method);
        assert.match(told, /there is no resource Nothing/);
        shop.code.beforeRemind = work;
        assert.equal((await remind(id, () => undefined)).status, 500, method);
        shop.code.beforeRemind = () => ({ text: 'x' });
        shop.code.watched = (_records, _caller, store) => work({ store });
        assert.equal((await shop.served.ask(`GET /invoices/${id}`, { key: shop.ours })).status, 500, method);
        shop.code.watched = undefined;
        const late = ({ store }: Context) =>
          void store[method]('Invoice', method === 'get' ? 5 : { where: 'zz' }).next?.();
        assert.equal((await remind(id, late)).status, 500, method);
        const fine = method === 'get' ? 'nobody' : undefined;
        assert.equal((await remind(id, ({ store }) => void store[method]('Invoice', fine))).status, 200, method);
      }
      shop.code.afterSend = ({ store }) => void store.get('Nothing');
      assert.equal((await shop.post(`/invoices/${id}/send`)).status, 200);
      await shop.served.service.close();
      assert.match(shop.served.logged.join('\n'), /the hook after send Invoice failed.*there is no resource Nothing/);
    });
  });

  test(`work that is awaited later, or whose failure is caught, is done ${name}`, async () => {
    const shop = await codedShop(await address());
    try {
      const id = await shop.invoice();
      shop.code.remind = async ({ store, record }) => {
        const later = store.update('Invoice', record.id, { memo: 'later' });
        const lost = store.list('Nothing');
        await store.get('Invoice', record.id);
        await lost.catch(() => undefined);
        return later;
      };
      const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
      assert.deepEqual([got.status, got.json.memo], [200, 'later'], shop.served.logged.join('\n'));
      shop.code.remind = async ({ refuse, store }) => {
        void (async () => refuse('too_soon'))().catch(() => undefined);
        await store.get('Invoice', id);
      };
      assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).json.code, 'too_soon');
    } finally {
      await shop.served.close();
    }
  });
}
