import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { counted } from '../../src/serve/quotas.fixture.ts';
import { serve } from '../../src/serve/served.fixture.ts';
import { everyStore } from '../../src/serve/stores.fixture.ts';

const parallel = 50;
const most = 7;

for (const [store, addressOf] of everyStore) {
  const rounds = Number(env.NONET_ROUNDS ?? (store === 'on SQLite' ? 8 : 3));

  test(`S42: of fifty parallel creates for the last place of a quota one succeeds, by each shop, in every round ${store}`, async () => {
    const document = counted(`| folders | quota | Folder | caller.shop | ${most} | shop_is_full |`);
    const served = await serve(document, {}, undefined, await addressOf());
    try {
      const keys = [await served.key(['all'], { shop: 'a' }), await served.key(['all'], { shop: 'b' })];
      let count = 0;
      const create = (key: string) => served.ask('POST /folders', { key, body: { name: `f${++count}` } });
      const folders = async (key: string): Promise<readonly { readonly id: string }[]> =>
        (await served.ask('GET /folders', { key })).json.data;
      for (const key of keys) {
        for (let i = 1; i < most; i++) assert.equal((await create(key)).status, 201);
      }
      for (let round = 0; round < rounds; round++) {
        const asked = Array.from({ length: parallel * 2 }, (_, i) => create(keys[i % 2]!));
        const got = await Promise.all(asked);
        for (const [shop, key] of keys.entries()) {
          const mine = got.filter((_, i) => i % 2 === shop);
          assert.deepEqual(mine.map(({ status }) => status).sort(), [
            201,
            ...new Array<number>(parallel - 1).fill(409),
          ]);
          const kept = await folders(key);
          assert.equal(kept.length, most);
          assert.equal((await served.ask(`DELETE /folders/${kept[round % most]!.id}`, { key })).status, 204);
        }
      }
    } finally {
      await served.close();
    }
  });
}
