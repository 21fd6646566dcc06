import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serve as serveHere } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

const bodyOf = (i: number): object => ({ name: `${'n'.repeat(190)} ${i}`, email: `m${i}@example.com` });

for (const [store, addressOf] of everyStore) {
  describe(`the clock ${store}`, () => {
    test('S72: a clock that jumps by a day, either way, breaks nothing: no 5xx, no identity twice, no limit that never ends', async (t) => {
      let now = Date.UTC(2026, 10, 21, 9);
      const document = shop
        .replace(
          '| page | page size |',
          '| calls | rate | create Customer | credential | 20 per minute | slow_down |\n| page | page size |',
        )
        .replace('| too_large |', '| slow_down | 429 | rate limit | | |\n| too_large |');
      const served = await serveHere(document, {}, () => now, await addressOf());
      t.after(() => served.close());
      const key = await served.key(['read', 'write', 'tags'], { shop: 'a' });
      const other = await served.key(['read', 'write', 'tags'], { shop: 'b' });
      const ids = new Set<string>();
      let i = 0;
      for (const jump of [0, 48, -24, -24, 48, 0]) {
        now += jump * 3_600_000;
        for (const by of [key, other]) {
          const statuses = new Set<number>();
          for (let j = 0; j < 25; j++) {
            const got = await served.ask('POST /customers', { key: by, body: bodyOf(++i) });
            statuses.add(got.status);
            if (got.status === 201) ids.add(got.json.id);
            else assert.equal(got.status, 429, got.text);
          }
          // A minute later the limit lets somebody in again, whichever way the clock went.
          now += 61_000;
          const later = await served.ask('POST /customers', { key: by, body: bodyOf(++i) });
          assert.equal(later.status, 201, `after ${jump} hours: ${later.text}`);
          ids.add(later.json.id);
        }
      }
      const counted = [key, other].map(
        async (by) => (await served.ask('GET /customers', { key: by })).json.count as number,
      );
      assert.equal(
        (await Promise.all(counted)).reduce((sum, count) => sum + count, 0),
        ids.size,
      );
    });
  });
}
