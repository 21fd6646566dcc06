import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { placedStores, searched } from '../serve/lists/slow-lists.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';

// Searches and totals of one caller do not hold up those of another (S19).

for (const [store, placed] of placedStores) {
  describe(`slow reads ${store}`, () => {
    test('S19: a tenant that floods the service with searches and totals holds up no other tenant', async (t) => {
      const place = await placed(t);
      const served = await serve(searched, { serverLimits: { maxRequestTime: 20_000 } }, undefined, place.address);
      t.after(() => served.close().catch(() => undefined));
      const scopes = ['read', 'write'];
      const flooder = await served.key(scopes, { shop: 's1' });
      const colleague = await served.key(scopes, { shop: 's1' });
      const other = await served.key(scopes, { shop: 's2' });
      for (let i = 0; i < 3; i++) {
        const body = { name: `Ada ${i}`, email: `${i}@x.org` };
        assert.equal((await served.ask('POST /customers', { key: other, body })).status, 201);
      }
      await place.fill();
      let answered = 0;
      const ask = fetchOf(served.service);
      const words = `${'wo+'.repeat(300)}zz`;
      const flood = async (): Promise<number> => {
        const headers = { Authorization: `Bearer ${flooder}` };
        const { status } = await ask(new Request(`http://shop/customers?words=${words}`, { headers }));
        answered++;
        return status;
      };
      const floods = Array.from({ length: 30 }, flood);
      // What the flood asks for takes much longer.
      for (let round = 0; round < 3; round++) {
        const got = await served.ask('GET /customers?words=ad&limit=2', { key: other });
        assert.deepEqual([got.status, got.json.count, got.json.data.length], [200, 3, 2], got.text);
      }
      assert.ok(answered < 15, `${answered} of the flood were answered before`);
      // In the flooder's own tenant others take turns with it.
      const got = await served.ask('GET /customers?email=7@x.org', { key: colleague });
      assert.deepEqual([got.status, got.json.count, got.json.data.length], [200, 1, 1], got.text);
      assert.ok(answered < 30, `${answered} of the flood were answered before`);
      // What waits has its bound: the flooder itself is told at once when it asks for more.
      const more = Array.from({ length: 40 }, flood);
      assert.equal(await Promise.race(more), 503);
      assert.ok(answered < 50, `${answered} were answered`);
      await served.close();
      assert.deepEqual(new Set(await Promise.all([...floods.slice(-5), ...more])), new Set([503]));
    });
  });
}
