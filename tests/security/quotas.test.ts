import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '../serve/limits/quotas.fixture.ts';
import { parallel, tracks } from './races.fixture.ts';

const most = 7;
const document = counted(`| folders | quota | Folder | caller.shop | ${most} | shop_is_full |`);

for (const { name, rounds, open } of tracks) {
  test(`S42: of fifty parallel creates for the last place of a quota one succeeds, by each shop, in every round ${name}`, async (t) => {
    const { first, ask, close } = await open(document);
    t.after(close);
    const keys = [await first.key(['all'], { shop: 'a' }), await first.key(['all'], { shop: 'b' })];
    let count = 0;
    const create = (key: string, nth: number) => ask(nth)('POST /folders', { key, body: { name: `f${++count}` } });
    const folders = async (key: string): Promise<readonly { readonly id: string }[]> =>
      (await first.ask('GET /folders', { key })).json.data;
    for (const key of keys) {
      for (let i = 1; i < most; i++) assert.equal((await create(key, i)).status, 201);
    }
    for (let round = 0; round < rounds(10); round++) {
      // Each shop asks each instance.
      const asked = Array.from({ length: parallel * 2 }, (_, i) => create(keys[i % 2]!, i >> 1));
      const got = await Promise.all(asked);
      for (const [shop, key] of keys.entries()) {
        const mine = got.filter((_, i) => i % 2 === shop);
        assert.deepEqual(mine.map(({ status }) => status).sort(), [201, ...new Array<number>(parallel - 1).fill(409)]);
        const kept = await folders(key);
        assert.equal(kept.length, most);
        assert.equal((await first.ask(`DELETE /folders/${kept[round % most]!.id}`, { key })).status, 204);
      }
    }
  });
}
