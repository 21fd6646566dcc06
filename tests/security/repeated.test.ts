import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Got, type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

// What is repeated or gone on with (S48, S49): by the caller it belongs to, and for what it was made.

const document = shop
  .replace(
    '### Preconditions',
    `### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Customer, pay Invoice | header Idempotency-Key | 24 hours | allowed |

### Preconditions`,
  )
  .replace(
    '| too_large |',
    '| reused | 422 | idempotency key reused | | |\n| working | 409 | idempotency key in progress | | |\n| too_large |',
  );

for (const [store, addressOf] of everyStore) {
  describe(`repeated requests and pages ${store}`, () => {
    let served: Served;
    let a: string;
    let b: string;
    let now = Date.UTC(2026, 10, 21, 9);
    before(async () => {
      served = await serve(document, {}, () => now, await addressOf());
      const scopes = ['read', 'write', 'tags'];
      [a, b] = [await served.key(scopes, { shop: 'a' }), await served.key(scopes, { shop: 'b' })];
    });
    after(() => served.close());

    let count = 0;
    const bodyOf = () => ({ name: 'Ada', email: `m${++count}@example.com` });
    const create = (key: string, idempotencyKey: string, body: object): Promise<Got> =>
      served.ask('POST /customers', { key, body, headers: { 'Idempotency-Key': idempotencyKey } });
    const counted = async (key: string): Promise<number> => (await served.ask('GET /customers', { key })).json.count;

    test("S48: another caller's key gives nothing of that caller's answer, whatever the body is", async () => {
      const body = bodyOf();
      const mine = await create(a, '"shared"', body);
      assert.equal(mine.status, 201, mine.text);
      for (const sent of [body, bodyOf()]) {
        const theirs = await create(b, '"shared"', sent);
        assert.ok([201, 422].includes(theirs.status), theirs.text);
        assert.ok(!theirs.text.includes(mine.json.id), theirs.text);
        if (theirs.status === 201) assert.equal(theirs.json.shop, 'b');
      }
      assert.equal((await create(a, '"shared"', body)).text, mine.text);
    });

    test('S48: a key has 1 to 255 characters; longer, empty and other ones are malformed and do nothing', async () => {
      const before = await counted(a);
      for (const key of ['x'.repeat(255), `"${'y'.repeat(255)}"`]) {
        assert.equal((await create(a, key, bodyOf())).status, 201, key);
      }
      for (const key of ['x'.repeat(256), `"${'y'.repeat(256)}"`, '""', 'a b', '"a', 'a, b', 'ü', '"a", "b"']) {
        const got = await create(a, Buffer.from(key, 'utf8').toString('latin1'), bodyOf());
        assert.deepEqual([got.status, got.json.code], [400, 'malformed'], key);
      }
      assert.equal(await counted(a), before + 2);
    });

    test('S48: another body or target under a key is reported and does nothing', async () => {
      const body = bodyOf();
      assert.equal((await create(a, '"body"', body)).status, 201);
      const before = await counted(a);
      const other = await create(a, '"body"', { ...body, name: 'Eve' });
      assert.deepEqual([other.status, other.json.code], [422, 'reused']);
      const paid = await served.ask('POST /invoices/inv_01h455vb4pex5vsknk084sn02q/pay', {
        key: a,
        body: { amount: 1 },
        headers: { 'Idempotency-Key': '"body"' },
      });
      assert.ok([404, 422].includes(paid.status), paid.text);
      assert.equal(await counted(a), before);
    });

    test('S48: fifty requests in flight with one key have one effect for each of two callers', async () => {
      const [before, theirs] = [await counted(a), await counted(b)];
      const body = bodyOf();
      const got = await Promise.all(
        Array.from({ length: 50 }, (_, i) => create(i % 2 === 0 ? a : b, '"flight"', body)),
      );
      for (const [i, response] of got.entries()) {
        assert.ok([201, 409].includes(response.status), response.text);
        if (response.status === 201) assert.equal(response.json.shop, i % 2 === 0 ? 'a' : 'b');
        else assert.equal(response.json.code, 'working');
      }
      for (const half of [0, 1]) {
        const ids = got
          .filter((response, i) => i % 2 === half && response.status === 201)
          .map((response) => response.json.id);
        assert.equal(new Set(ids).size, 1);
      }
      assert.deepEqual([await counted(a), await counted(b)], [before + 1, theirs + 1]);
    });

    test('S49: a cursor that was changed, cut or grown in any place, or belongs to another caller or query, is refused', async () => {
      const made: string[] = [];
      for (const key of [a, b]) {
        for (let i = 0; i < 5; i++) {
          const { id } = (await served.ask('POST /customers', { key, body: bodyOf() })).json;
          const lines = [{ text: 'x', quantity: 1, price: 5 }];
          const got = await served.ask('POST /invoices', {
            key,
            body: { customer: id, currency: 'EUR', due_on: '2999-01-01', lines },
          });
          made.push(got.json.id);
        }
      }
      const cursorOf = async (line: string, key: string): Promise<string> =>
        (await served.ask(line, { key })).json.next;
      const [mine, theirs] = [await cursorOf('GET /invoices', a), await cursorOf('GET /invoices', b)];
      const refused = async (query: string, key = a): Promise<void> => {
        const got = await served.ask(`GET /invoices?${query}`, { key });
        assert.deepEqual([got.status, got.json.errors?.[0]?.parameter], [422, 'cursor'], `${query} ${got.text}`);
      };
      for (let at = 0; at < mine.length; at++) {
        const changed = `${mine.slice(0, at)}${mine[at] === 'A' ? 'B' : 'A'}${mine.slice(at + 1)}`;
        await refused(`cursor=${encodeURIComponent(changed)}`);
      }
      for (const cursor of [
        theirs,
        mine.slice(0, -1),
        mine.slice(1),
        `${mine}A`,
        mine + mine,
        mine.toLowerCase(),
        `${mine}=`,
        '',
        'null',
        '0',
        '../x',
        made[0]!,
      ]) {
        await refused(`cursor=${encodeURIComponent(cursor)}`);
      }
      await refused(`cursor=${mine}`, b);
      const customers = await cursorOf('GET /customers', a);
      await refused(`cursor=${customers}`);
      for (const query of ['sort=due_on', 'sort=-created_at', 'status=draft', 'due_before=3000-01-01'])
        await refused(`cursor=${mine}&${query}`);
      const next = await served.ask(`GET /invoices?cursor=${encodeURIComponent(mine)}`, { key: a });
      assert.equal(next.status, 200);
      assert.ok(next.json.data.every((invoice: { shop: string }) => invoice.shop === 'a'));
      now += 400 * 24 * 3_600_000;
      const later = await served.key(['read'], { shop: 'a' });
      const old = await served.ask(`GET /invoices?cursor=${encodeURIComponent(mine)}`, { key: later });
      assert.equal(old.status, 200, 'a cursor does not expire');
      now -= 400 * 24 * 3_600_000;
    });
  });
}
