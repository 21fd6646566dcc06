import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { planFor, type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { root } from '../support/process.ts';
import { clientOf, type OlderClient } from './client.ts';

const document = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8')
  // The rate is that of a shop's server, not of a test.
  .replaceAll('600 per minute, burst 100', '60000 per minute')
  .replaceAll('300 per minute, burst 50', '30000 per minute');

const versions = planFor(document).versioning.older ?? [];

test('the example has a current version and two older ones', () => {
  assert.deepEqual(
    versions.map(({ name, status }) => [name, status]),
    [
      ['2026-06-01', 'supported'],
      ['2026-01-01', 'deprecated'],
    ],
  );
});

for (const [store, address] of everyStore) {
  describe(`clients that were made for an older version ${store}`, () => {
    let served: Served;
    before(async () => {
      served = await serve(document, {}, undefined, await address());
    });
    after(() => served.close());

    const client = async (version: string, shop: string): Promise<OlderClient> => {
      const key = await served.key(['invoices:read', 'invoices:write', 'hooks:write'], { shop });
      const plan = versions.find(({ name }) => name === version)!;
      return clientOf(plan, (line, body) => served.ask(line, { key, body, headers: { 'Invoices-Version': version } }));
    };

    for (const { name } of versions) {
      test(`every request that a client of ${name} makes is answered as it was`, async () => {
        const mine = await client(name, `shop of ${name}`);
        const other = await client(name, `another shop of ${name}`);
        for (let round = 0; round < 12; round++) {
          const customer = await mine.call('create Customer');
          await mine.call('read Customer', { id: customer.id });
          await mine.call('update Customer', { id: customer.id });
          const invoice = await mine.call('create Invoice', { customer: customer.id });
          const { id } = invoice;
          await mine.call('update Invoice', { id });
          await mine.call('read Invoice', { id });
          const hidden = await other.refused('read Invoice', { id });
          assert.equal(hidden, 404);
          await mine.call('send Invoice', { id });
          if (round % 3 === 0) await mine.call('withdraw Invoice', { id });
          else await mine.call('pay Invoice', { id, amount: round % 3 === 1 ? 1 : invoice.total });
          await mine.call('list Invoice');
          await mine.call('list Customer');
          const draft = await mine.call('create Invoice', { customer: customer.id });
          await mine.call('delete Invoice', { id: draft.id });
        }
        assert.ok(mine.calls() > 100);
        assert.ok(mine.operations().length >= 12, mine.operations().join(', '));
      });
    }

    test('what a client of the oldest version writes, one of the current version reads, and the other way round', async () => {
      const oldest = versions.at(-1)!.name;
      const key = await served.key(['invoices:read', 'invoices:write'], { shop: 'both' });
      const ask = (line: string, version: string, body?: unknown) =>
        served.ask(line, { key, body, headers: { 'Invoices-Version': version } });
      const made = await ask('POST /customers', oldest, { full_name: 'Ann', email: 'ann@example.com' });
      assert.deepEqual([made.status, made.json.full_name], [200, 'Ann']);
      const items = [{ text: 'tea', quantity: 2, price: '250' }];
      const written = await ask('POST /invoices', oldest, {
        customer: made.json.id,
        items,
        due_on: '2999-01-01',
        memo: 'hello',
      });
      assert.deepEqual([written.status, written.json.items, written.json.settled], [201, items, false]);
      const path = `/invoices/${written.json.id}`;
      const now = (await ask(`GET ${path}`, '2026-11-01')).json;
      assert.deepEqual([now.memo, now.lines[0].price, now.total, now.paid], ['hello', 250, 500, 0]);
      await ask(`PATCH ${path}`, '2026-11-01', { memo: null, lines: [{ text: 'tea', quantity: 3, price: 100 }] });
      const then = (await ask(`GET ${path}`, oldest)).json;
      assert.deepEqual([then.memo, then.items[0].price, then.total, 'paid' in then], [null, '100', 300, false]);
      const nothing = await ask('POST /invoices', oldest, {
        customer: made.json.id,
        items: [{ text: 'air', quantity: 1, price: '0' }],
        due_on: '2999-01-01',
      });
      assert.deepEqual([nothing.status, nothing.json.code], [422, 'invalid']);
      const odd = await ask('POST /invoices', oldest, {
        customer: made.json.id,
        items: [{ text: 'air', quantity: 1, price: 'dear' }],
        due_on: '2999-01-01',
      });
      assert.deepEqual([odd.status, odd.json.errors[0].pointer], [422, '/items/0/price']);
      const cancelled = await ask(`POST ${path}/cancel`, oldest);
      assert.equal(cancelled.json.status, 'cancelled');
      const list = await ask('GET /invoices?status=cancelled&due=2999-12-31', oldest);
      assert.equal(list.json.data.length, 1, list.text);
    });
  });
}
