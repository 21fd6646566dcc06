import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { serveIn } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const many = 70;
const numbers = Array.from({ length: many }, (_, i) => i);

/** The shop with so many filters on its invoices, and so many scopes, each of which shows the invoices of one total. */
const wide = shop
  .replace('| expand | expand customer | | |', (row) =>
    [row, ...numbers.map((i) => `| not${i} | filter total != | | |`)].join('\n'),
  )
  .replace('| public | list Tag | | |', (row) =>
    [row, ...numbers.map((i) => `| only${i} | list Invoice | \`shop == caller.shop && total == ${i + 100}\` | |`)].join(
      '\n',
    ),
  );

for (const [name, address] of everyStore) {
  describe(`a list with more than sixty filters and scope rows ${name}`, () => {
    test('each filter and each scope takes part, alone and together, for its tenant only', async (t) => {
      const served = await serveIn(t, wide, {}, undefined, await address());
      assert.deepEqual(findUnenforced(served.plan), []);
      for (const tenant of ['s1', 's2']) {
        const key = await served.key(['write'], { shop: tenant });
        const customer = await served.ask('POST /customers', { key, body: { name: 'N', email: 'a@x.org' } });
        for (const price of [100, 131, 132, 169]) {
          const lines = [{ text: tenant, quantity: 1, price }];
          const body = { customer: customer.json.id, currency: 'EUR', due_on: '2999-01-01', lines };
          assert.equal((await served.ask('POST /invoices', { key, body })).status, 201);
        }
      }
      const seen = async (scopes: readonly string[], query = ''): Promise<readonly number[]> => {
        const found: number[] = [];
        for (const tenant of ['s1', 's2']) {
          const key = await served.key(scopes, { shop: tenant });
          const got = await served.ask(`GET /invoices?limit=3&sort=total${query}`, { key });
          assert.equal(got.status, 200, got.text);
          assert.ok(got.json.data.every((invoice: { lines: { text: string }[] }) => invoice.lines[0]!.text === tenant));
          found.push(...got.json.data.map((invoice: { total: number }) => invoice.total));
        }
        return found;
      };
      assert.deepEqual(await seen(['only0']), [100, 100]);
      assert.deepEqual(await seen(['only31']), [131, 131]);
      assert.deepEqual(await seen(['only32']), [132, 132]);
      assert.deepEqual(await seen(['only69']), [169, 169]);
      assert.deepEqual(await seen(['only33']), []);
      assert.deepEqual(await seen(['only0', 'only32', 'only69']), [100, 132, 169, 100, 132, 169]);
      assert.deepEqual(await seen(['read'], '&not0=100'), [131, 132, 169, 131, 132, 169]);
      assert.deepEqual(await seen(['read'], '&not32=132&not69=169'), [100, 131, 100, 131]);
      assert.deepEqual(await seen(['read'], '&not0=100&not31=131&not32=132'), [169, 169]);
    });
  });
}
