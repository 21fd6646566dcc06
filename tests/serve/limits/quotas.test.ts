import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { freshDatabase } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { type Instance, instancesOf } from '../support/instances.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { counted } from './quotas.fixture.ts';

const noon = Date.UTC(2026, 10, 1, 12);
const perShop = '| folders | quota | create Folder | caller.shop | 3 | shop_is_full |';
const ofAll = '| everything | quota | Folder | | 5 | |';
const notes = '| notes | quota | Note | caller.shop | 2 | |';
let names = 0;

function create(instance: Instance, shop: string, more: object = {}): ReturnType<Instance['ask']> {
  return instance.ask('POST /folders', { name: `folder ${++names}`, ...more }, shop);
}

/** Gives the callers of these shops their credentials. */
async function known(instance: Instance, ...shops: readonly string[]): Promise<void> {
  for (const shop of shops) await instance.ask('GET /folders', undefined, shop);
}

for (const [name, open] of bothStores) {
  describe(name, () => {
    test('of fifty creates at once as many are kept as the quota says, by each shop', async (t) => {
      const instance = await (await instancesOf(t, open, counted(perShop))).start(noon);
      await known(instance, 'north', 'south');
      const shops = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 'north' : 'south'));
      const statuses = await Promise.all(shops.map(async (shop) => [shop, (await create(instance, shop)).status]));
      for (const shop of ['north', 'south']) {
        const own = statuses.filter(([of]) => of === shop).map(([, status]) => status);
        assert.equal(own.filter((status) => status === 201).length, 3, shop);
        assert.equal(own.filter((status) => status === 409).length, 47, shop);
        assert.equal((await instance.ask('GET /folders', undefined, shop)).json.data.length, 3);
      }
    });

    test('several quotas hold together, and what one refuses counts for none', async (t) => {
      const instance = await (await instancesOf(t, open, counted(perShop, ofAll))).start(noon);
      for (let i = 0; i < 6; i++) await create(instance, 'north');
      assert.equal((await create(instance, 'north')).json.code, 'shop_is_full');
      assert.equal((await create(instance, 'south')).status, 201);
      assert.equal((await create(instance, 'south')).status, 201);
      const beyond = await create(instance, 'south');
      assert.deepEqual([beyond.status, beyond.json.code], [403, 'enough']);
      assert.equal((await create(instance, 'east')).status, 403);
    });

    test('what is refused for another reason is not counted', async (t) => {
      const instance = await (await instancesOf(t, open, counted(perShop, ofAll))).start(noon);
      await create(instance, 'north', { name: 'one' });
      for (let i = 0; i < 5; i++)
        assert.equal((await create(instance, 'north', { name: 'one' })).json.code, 'name_taken');
      assert.equal((await create(instance, 'north')).status, 201);
      assert.equal((await create(instance, 'north')).status, 201);
      assert.equal((await create(instance, 'north', { name: 'one' })).json.code, 'shop_is_full');
    });

    test('what is erased gives its place back, with what is erased because of it', async (t) => {
      const instance = await (await instancesOf(t, open, counted(perShop, notes))).start(noon);
      const { json: folder } = await create(instance, 'north');
      const note = { folder: folder.id, text: 'x' };
      assert.equal((await instance.ask('POST /notes', note, 'north')).status, 201);
      assert.equal((await instance.ask('POST /notes', note, 'north')).status, 201);
      assert.equal((await instance.ask('POST /notes', note, 'north')).json.code, 'enough');
      assert.equal((await instance.ask(`DELETE /folders/${folder.id}`, undefined, 'north')).status, 204);
      const { json: other } = await create(instance, 'north');
      const again = { folder: other.id, text: 'x' };
      assert.equal((await instance.ask('POST /notes', again, 'north')).status, 201);
      assert.equal((await instance.ask('POST /notes', again, 'north')).status, 201);
      assert.equal((await instance.ask('POST /notes', again, 'north')).status, 403);
      assert.equal((await create(instance, 'north')).status, 201);
    });

    test('a gone record is kept and counted, one that the time erases is not', async (t) => {
      const letters = '| letters | quota | Letter | caller.shop | 2 | |';
      const instance = await (await instancesOf(t, open, counted(letters))).start(noon);
      const write = () => instance.ask('POST /letters', {}, 'north');
      const { json: first } = await write();
      assert.equal((await write()).status, 201);
      assert.equal((await instance.ask(`DELETE /letters/${first.id}`, undefined, 'north')).status, 204);
      assert.equal((await write()).status, 403);
      await instance.clock.advance(3_600_000);
      assert.equal((await write()).status, 201);
      assert.equal((await write()).status, 403);
      assert.equal((await instance.ask('POST /letters', {}, 'south')).status, 201);
    });

    test('a refusal by a quota is the kept answer of its key', async (t) => {
      const instance = await (
        await instancesOf(t, open, counted('| one | quota | Folder | caller.shop | 1 | |'))
      ).start(noon);
      const { json: folder } = await create(instance, 'north');
      const key = { 'Idempotency-Key': 'k1' };
      const body = { name: 'two' };
      const refused = await instance.ask('POST /folders', body, 'north', key);
      assert.equal(refused.json.code, 'enough');
      await instance.ask(`DELETE /folders/${folder.id}`, undefined, 'north');
      assert.deepEqual((await instance.ask('POST /folders', body, 'north', key)).json, refused.json);
      assert.equal((await instance.ask('POST /folders', body, 'north')).status, 201);
    });

    test('a quota that comes later counts what is there, and a changed value holds at once', async (t) => {
      const address = await addressFor(name, t);
      const at = async (document: string, work: (served: Served, key: string) => Promise<void>): Promise<void> => {
        const served = await serve(document, {}, undefined, address);
        try {
          await work(served, await served.key(['all'], { shop: 'north' }, { id: `opened ${++names}` }));
        } finally {
          await served.close();
        }
      };
      const add = (served: Served, key: string) => served.ask('POST /folders', { key, body: { name: `f${++names}` } });
      await at(counted('| m | quota | Note | | 9 | |'), async (served, key) => {
        for (let i = 0; i < 3; i++) assert.equal((await add(served, key)).status, 201);
      });
      await at(counted(perShop), async (served, key) => assert.equal((await add(served, key)).status, 409));
      await at(counted(perShop.replace('| 3 |', '| 4 |')), async (served, key) => {
        assert.equal((await add(served, key)).status, 201);
        assert.equal((await add(served, key)).status, 409);
      });
      await at(counted(perShop.replace('| 3 |', '| 1 |')), async (served, key) => {
        assert.equal((await add(served, key)).status, 409);
        const { json } = await served.ask('GET /folders', { key });
        for (const { id } of json.data.slice(1)) await served.ask(`DELETE /folders/${id}`, { key });
        assert.equal((await add(served, key)).status, 409);
        await served.ask(`DELETE /folders/${json.data[0].id}`, { key });
        assert.equal((await add(served, key)).status, 201);
      });
    });

    // A file of SQLite is served by one process.
    if (name === 'on SQLite') return;

    test('of two instances no more are kept than of one', async (t) => {
      const both = await instancesOf(t, open, counted(perShop));
      const two = [await both.start(noon), await both.start(noon)];
      await known(two[0]!, 'north');
      const got = await Promise.all(Array.from({ length: 40 }, (_, i) => create(two[i % 2]!, 'north')));
      assert.equal(got.filter(({ status }) => status === 201).length, 3);
    });
  });
}

async function addressFor(name: string, test: TestContext): Promise<string> {
  if (name !== 'on SQLite') return freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  test.after(() => rmSync(folder, { recursive: true }));
  return `sqlite:${join(folder, 'quotas.db')}`;
}
