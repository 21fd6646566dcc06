import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { changed, coded } from './coded.fixture.ts';
import { type Context, codedShop } from './handlers.fixture.ts';

type Misuse = readonly [work: (context: Context) => unknown, told: RegExp];

test('reading a member of input that is not stated is a mistake, at any depth; absent and own members are plain', async () => {
  const request =
    '{ amount?: Payment.amount, mode?: Reminder.text, to?: { city: Reminder.text }, data?: Customer.data, ';
  const document = changed(
    coded,
    ['{ amount?: Payment.amount, mode?: Reminder.text }', `${request}lines?: Invoice.lines }`],
    ['parts: Invoice(id, total)[]', 'parts: Invoice(total, memo?)[]'],
  );
  const shop = await codedShop('sqlite::memory:', {}, document);
  try {
    const id = await shop.invoice();
    const body = { to: { city: 'Bern' }, data: { a: { b: 1 } }, lines: [{ text: 'a', quantity: 1, price: 5 }] };
    const split = (work: (context: Context) => unknown) => {
      shop.code.split = async (context) => work(context);
      return shop.post(`/invoices/${id}/split`, body);
    };
    const mistakes: readonly Misuse[] = [
      [({ input }) => input.to.cty, /split Invoice: input\.to has no member `cty`; did you mean `city`\?/],
      [({ input }) => input.lines[0].prize, /split Invoice: Line in input has no member `prize`.*`price`\?/],
      [({ input }) => input.parts, /split Invoice: input has no member `parts`/],
    ];
    for (const [work, told] of mistakes) {
      assert.equal((await split(work)).status, 500, String(told));
      assert.match(shop.served.logged.at(-1)!, told);
    }
    const plain = await split(async ({ input, record, store }) => {
      assert.deepEqual([input.amount, input.mode, input.data.zz, input.data.a.zz], Array(4).fill(undefined));
      const own = { ...body, lines: [{ ...body.lines[0], price: 5n }] };
      assert.deepStrictEqual(structuredClone(input), own);
      assert.deepStrictEqual({ ...input.to }, body.to);
      assert.deepEqual(Object.keys(input), Object.keys(body));
      assert.equal(JSON.stringify(input.to), JSON.stringify(body.to));
      assert.equal(inspect(input), inspect(structuredClone(input)));
      assert.equal(await input, input);
      assert.equal(`${input}`, '[object Object]');
      assert.ok(!('zz' in input));
      await store.update('Invoice', record.id, { lines: input.lines });
      return { ...record, parts: [Object.assign(input.to, { total: 5 })] };
    });
    assert.equal(plain.status, 200, shop.served.logged.at(-1));
    assert.deepEqual(plain.json.parts, [{ total: 5 }]);
    shop.code.owing = ({ input }) => ({ customers: [], text: input.name });
    assert.equal((await shop.served.ask('GET /owing/all', { key: shop.ours })).json.text, 'all');
    shop.code.beforeRemind = ({ input }) => input.txt;
    assert.equal((await shop.post(`/invoices/${id}/remind`, { text: 'x' })).status, 500);
    assert.match(shop.served.logged.at(-1)!, /remind Invoice: input has no member `txt`; did you mean `text`\?/);
  } finally {
    await shop.served.close();
  }
});
