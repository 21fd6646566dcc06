import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bothStores } from '../support/both-stores.fixture.ts';
import { type Instance, instancesOf } from '../support/instances.fixture.ts';
import { counted } from './quotas.fixture.ts';

const noon = Date.UTC(2026, 10, 1, 12);
const quotas = ['| letters | quota | Letter | caller.shop | 3 | shop_is_full |', '| all | quota | Letter | | 8 | |'];

/** The document, with a transition that gives a letter to another shop, and one that the time does. */
function moving(...rows: readonly string[]): string {
  return counted(...rows)
    .replace(
      '| state | state | |',
      '| state | state | |\n| weight | integer | |\n\n### Gift (object)\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| to | string | required |',
    )
    .replace('| all | all | `shop == caller.shop` |', '| all | all | |')
    .replace(
      '| kept | delete | — | after 1 hour |',
      '| kept | delete | — | after 2 hours | |\n| kept | give | same | | `shop = input.to` |\n| kept | store | stored | after 1 hour | `shop = "attic"` |',
    )
    .replace(
      '| From | Transition | To | Trigger |\n| --- | --- | --- | --- |',
      '| From | Transition | To | Trigger | Effect |\n| --- | --- | --- | --- | --- |',
    )
    .replace('| kept | delete | away | |', '| kept | delete | away | | |')
    .replace('| away | gone |', '| stored | final |\n| away | gone |')
    .replace(
      '| delete Letter | DELETE',
      '| give Letter | POST | /letters/{id}/give | `Gift` | 200 `Letter` |\n| update Letter | PATCH | /letters/{id} | `Letter` | 200 `Letter` |\n| delete Letter | DELETE',
    );
}

async function write(instance: Instance, shop: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, json } = await instance.ask('POST /letters', {}, shop);
    assert.equal(status, 201);
    ids.push(json.id);
  }
  return ids;
}

/** How many more letters a shop may write; the count is as it was afterwards. */
async function room(instance: Instance, shop: string): Promise<number> {
  for (let found = 0; ; found++) {
    const { status } = await instance.ask('POST /letters', {}, shop);
    if (status !== 201) return found;
  }
}

for (const [name, open] of bothStores) {
  describe(`records that change their shop ${name}`, () => {
    const started = async (t: Parameters<typeof open>[0]) =>
      (await instancesOf(t, open, moving(...quotas))).start(noon);
    const give = (instance: Instance, id: string, to: string) =>
      instance.ask(`POST /letters/${id}/give`, { to }, 'north');

    test('count where they are, and not where they were', async (t) => {
      const instance = await started(t);
      const [first, second] = await write(instance, 'north', 3);
      await write(instance, 'south', 2);
      assert.equal((await give(instance, first!, 'south')).status, 200);
      const full = await give(instance, second!, 'south');
      assert.deepEqual([full.status, full.json.code], [409, 'shop_is_full']);
      assert.equal((await instance.ask(`PATCH /letters/${second}`, { weight: 2 }, 'north')).status, 200);
      assert.equal((await give(instance, first!, 'south')).status, 200);
      assert.deepEqual([await room(instance, 'south'), await room(instance, 'north')], [0, 1]);
      // Of all together there are six.
      assert.equal(await room(instance, 'east'), 2);
    });

    test('of many at once as many find room as there is', async (t) => {
      const instance = await started(t);
      const ids = [...(await write(instance, 'north', 3)), ...(await write(instance, 'west', 3))];
      await write(instance, 'south', 1);
      const got = await Promise.all(ids.map((id) => give(instance, id, 'south')));
      assert.equal(got.filter(({ status }) => status === 200).length, 2);
      assert.equal(got.filter(({ status }) => status === 409).length, 4);
      // They may all change places without waiting for one another for good.
      const back = await Promise.all(ids.map((id, i) => give(instance, id, i < 3 ? 'west' : 'north')));
      assert.ok(
        back.every(({ status }) => status === 200 || status === 409),
        JSON.stringify(back),
      );
    });

    test('are moved by the time while there is room, and stay where they are while there is none', async (t) => {
      const instance = await started(t);
      await write(instance, 'north', 3);
      await write(instance, 'south', 2);
      await instance.clock.advance(3_600_000);
      const { json: stored } = await instance.ask('POST /letters', {}, 'attic');
      assert.equal(stored.code, 'shop_is_full');
      const left = [await room(instance, 'north'), await room(instance, 'south')];
      assert.equal(left[0]! + left[1]!, 3);
    });
  });
}
