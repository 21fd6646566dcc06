import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { everyStore } from '../support/stores.fixture.ts';
import { type CodedShop, type Context, codedShop } from './handlers.fixture.ts';

type Misuse = readonly [work: (context: Context) => unknown, told: RegExp];
const invoice = 'the identity of an Invoice must be a string, found';

/** Mistakes of a handler, each with the words of the log. */
const misuses: readonly Misuse[] = [
  [() => Promise.reject(undefined), /undefined/],
  [() => Promise.reject('no error'), /no error/],
  [() => new Promise(() => undefined), /awaited something other than its store/],
  [({ input }) => input.zz, /remind Invoice: input has no member `zz`\\n.*mistakes\.test\.ts/],
  [({ input: { txt = 'x' } }) => txt, /remind Invoice: input has no member `txt`; did you mean `text`\?/],
  [({ store }) => store.fnd('Invoice'), /store\.fnd is not a function/],
  [({ store }) => store.update('Nothing', 'x', {}), /no resource Nothing/],
  [({ store }) => store.get('invoice', 'x'), /no resource invoice; did you mean `Invoice`\?/],
  [({ store }) => store.get(Symbol('x'), 'x'), /no resource Symbol\(x\)/],
  ...[5, undefined, null, { id: 'x' }, () => 'x', Symbol('x'), ['x']].flatMap((id): Misuse[] => [
    [({ store }) => store.get('Invoice', id), new RegExp(`store\\.get\\('Invoice'\\): ${invoice}`)],
    [({ store }) => store.update('Invoice', id, {}), new RegExp(`store\\.update\\('Invoice'\\): ${invoice}`)],
    [({ store }) => store.delete('Invoice', id), new RegExp(`store\\.delete\\('Invoice'\\): ${invoice}`)],
    [({ call }) => call('send Invoice', id), new RegExp(`call\\('send Invoice'\\): ${invoice}`)],
  ]),
  [({ store }) => store.asService.get('Invoice', 5), /store\.asService\.get\('Invoice'\): .* found `5`/],
  [({ store, record }) => store.get('Invoice', record.id, {}), /store\.get\('Invoice'\): takes 2 arguments, found 3/],
  ...(['find', 'list', 'count', 'page', 'deleteAll'] as const).flatMap((method): Misuse[] => {
    const asked = (options: unknown) => (context: Context) => context.store[method]('Invoice', options);
    const told = (words: string) => new RegExp(`store\\.${method}\\('Invoice'\\): ${words}`);
    const where = 'total > input.least';
    return [
      [asked({ wher: 'true' }), told('unknown option `wher`: the options are where, .*; did you mean `where`')],
      [asked({ where: 'true', zzz: 1 }), told('unknown option `zzz`: the options are where,')],
      [asked(null), told('the options must be an object, found null')],
      [asked('status == "open"'), told('the options must be an object, found the string')],
      [asked({ where: 5 }), told('`where` must be a string, found `5`')],
      [asked({ where: 'true', input: null }), told('`input` must be an object, found null')],
      [asked({ where, input: {} }), told('`where` reads input\\.least, and `input` has no `least`')],
      [asked({ where, input: { least: undefined } }), told('`where` reads input\\.least')],
      ...['x', 1.5, {}, null, Number.NaN, 10n ** 30n, () => 1, [1]].map(
        (least): Misuse => [
          asked({ where, input: { least } }),
          told('input\\.least must be an integer of 64 bits, found'),
        ],
      ),
      [asked({ where: 'memo == input.a', input: { a: 5 } }), told('input\\.a must be a string, found `5`')],
      [asked({ where: 'memo == input.a', input: { a: 'a\0' } }), told('input\\.a must be a string without U\\+0000')],
      [asked({ where: 'id in input.a', input: { a: 'x' } }), told('input\\.a must be a list, found the string')],
      [asked({ where: 'id in input.a', input: { a: [1] } }), told('input\\.a must be a list of strings')],
      [asked({ where: 'created_at < input.a', input: { a: new Date(Number.NaN) } }), told('input\\.a .* invalid Date')],
      [asked({ where: 'created_at < input.a', input: { a: 'soon' } }), told('input\\.a must be a Date or a time such')],
      [
        asked({ where: 'due_on < input.a', input: { a: new Date() } }),
        told('input\\.a must be a date .* found a Date'),
      ],
    ];
  }),
  [({ store }) => store.count('Invoice', { limit: 1 }), /unknown option `limit`: the options are where, input/],
  [({ store }) => store.list('Invoice', { order: 'totl' }), /no field `totl` .*; did you mean `total`\?/],
  [({ store }) => store.list('Invoice', { order: 5 }), /`order` must be a string, found `5`/],
  [({ store }) => store.list('Invoice', { limit: '5' }), /`limit` must be a number, found the string/],
  [({ store }) => store.page('Invoice', { after: 5 }), /`after` must be a string, found `5`/],
  [({ store }) => store.all('Invoice', { wher: 1 }), /store\.all\('Invoice'\): unknown option `wher`/],
  [({ store }) => store.all('Invoice', { where: 'id == input.zz' }).next(), /`where` reads input\.zz/],
  [({ store }) => store.deleteAll('Invoice'), /`where` says which records/],
  ...[null, undefined, 'Ada', [], new Map()].map(
    (values): Misuse => [
      ({ store }) => store.create('Customer', values),
      /store\.create\('Customer'\): the values must be an object, found/,
    ],
  ),
  [({ store, record }) => store.update('Invoice', record.id), /the values must be an object, found undefined/],
  [({ store }) => store.create('Customer', { nam: 'x' }), /Customer has no field nam; did you mean `name`\?/],
  [({ store }) => store.create('Customer', { name: Promise.resolve('x') }), /Customer\.name cannot hold a promise/],
  [({ store }) => store.create('Customer', { name: () => 'x' }), /Customer\.name cannot hold a function/],
  [({ store }) => store.create('Invoice', { due_on: new Date(Number.NaN) }), /due_on cannot hold an invalid Date/],
  [({ store }) => store.create('Invoice', { lines: [{ text: () => 1 }] }), /Invoice\.lines must be data/],
  [({ call }) => call('store update Invoice', 'x', {}), /no operation or transition/],
  [({ call, record }) => call('sned Invoice', record.id), /sned Invoice .*; did you mean `send Invoice`\?/],
  [({ call }) => call(), /no operation or transition undefined/],
  [({ call, record }) => call('send Invoice', record.id, {}, {}), /takes 3 arguments, found 4/],
  [({ call, record }) => call('settle Invoice', record.id, { amount: () => 1 }), /the input must be data/],
  [({ emit, record }) => emit('no.event', record), /may not emit no\.event/],
  [({ refuse }) => refuse(), /may not refuse with undefined/],
  [({ refuse }) => refuse('nowhere'), /nowhere/],
  [({ refuse }) => refuse('too_son'), /too_son.*; did you mean `too_soon`\?/],
  [({ refuse }) => refuse('too_soon', { fild: 'text' }), /refuse\('too_soon'\): unknown option `fild`.*`field`\?/],
  [({ refuse }) => refuse('too_soon', { field: 5 }), /`field` must be a string, found `5`/],
  [({ refuse }) => refuse('too_soon', { message: 5 }), /`message` must be a string, found `5`/],
  [({ refuse }) => refuse('too_soon', 'text'), /the options must be an object, found the string/],
  [({ refuse }) => refuse('too_soon', null), /the options must be an object, found null/],
  [({ refuse }) => refuse('too_soon', { field: 'txt' }), /remind Invoice has no field or parameter `txt`.*`text`\?/],
  [({ answer }) => answer('200'), /no Response with status the string .*; it states 200/],
  [({ issue }) => issue('sesion', { id: 'x' }), /issue: sesion is not a scheme of kind access token/],
  [({ revoke }) => revoke(5), /revoke: takes the text of a credential or \{ id \}, found `5`/],
  [({ revoke }) => revoke({ ids: 'x' }), /revoke: unknown option `ids`/],
  [({ changeRights }) => changeRights(undefined, { scopes: [] }), /changeRights: takes the text .*, found undefined/],
  [({ changeRights }) => changeRights(5, { scopes: [] }), /changeRights: takes the text .*, found `5`/],
  [({ changeRights }) => changeRights({}, { scopes: [] }), /changeRights: `id` is required: the identity whose/],
  [({ changeRights }) => changeRights({ id: 'x' }), /changeRights: no change: pass `scopes`, `addScopes`/],
  [({ changeRights }) => changeRights({ id: 'x' }, { scope: [] }), /changeRights: unknown option `scope`.*`scopes`\?/],
  [({ changeRights }) => changeRights({ id: 'x' }, { addScopes: ['nothing'] }), /the document has no scope nothing/],
];

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
      const closed = () => {
        throw new Error('not shown');
      };
      const unshown = Object.defineProperty(new Error('a mistake'), 'stack', { get: closed });
      for (const thrown of [null, Object.create(null), unshown, new Proxy({}, { get: closed })]) {
        shop.code.remind = async ({ store, record }) => {
          await store.update('Invoice', record.id, { memo: 'half' });
          throw thrown;
        };
        assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
        assert.match(shop.served.logged.at(-1)!, /threw null|a value that cannot be shown/);
        assert.equal((await shop.read(id)).memo, null);
      }
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
      for (const [lines, pointer] of [
        [5, '/lines'],
        [[5], '/lines/0'],
        [[{ text: 'a', quantity: 'b', price: 1 }], '/lines/0/quantity'],
        [[{ text: 'a', quantity: 1 }], '/lines/0/price'],
      ] as const) {
        shop.code.remind = async ({ store, record }) => store.update('Invoice', record.id, { lines });
        const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
        assert.deepEqual([got.status, got.json.errors?.[0].pointer], [422, pointer], shop.served.logged.at(-1));
      }
      for (const values of [{ status: 'paid' }, { total: 1 }, { shop: 'b' }, { nothing: 1 }]) {
        shop.code.remind = async ({ store, record }) => store.update('Invoice', record.id, values);
        assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
      }
    });

    test('a condition that the store cannot be asked is the handler’s mistake', async () => {
      await shop.invoice();
      shop.code.owing = async ({ store }) => store.list('Invoice', { where: 'size(lines) > 1' });
      assert.equal((await shop.served.ask('GET /owing/all', { key: shop.ours })).status, 500);
      assert.match(shop.served.logged.at(-1)!, /which the database runs/);
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

    test('a handler that throws what is no error, gives a store what it does not take, or never ends leaves nothing', async () => {
      const id = await shop.invoice();
      const half = async ({ store, record }: Context): Promise<void> =>
        store.update('Invoice', record.id, { memo: 'half' });
      for (const [work, told] of misuses) {
        shop.code.remind = async (context) => {
          await half(context);
          return work(context);
        };
        const before = shop.served.logged.length;
        const got = await shop.post(`/invoices/${id}/remind`, { text: 'x' });
        assert.deepEqual([got.status, got.json.code], [500, 'broken'], String(told));
        const logged = shop.served.logged.slice(before).join('\n');
        assert.match(logged, told);
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
