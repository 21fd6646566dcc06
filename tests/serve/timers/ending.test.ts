import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

interface Held {
  readonly served: Served;
  readonly keys: readonly string[];
  create(key: string | undefined): ReturnType<Served['ask']>;
  /** Resolves when so many creations wait in their hook. */
  waiting(count: number): Promise<void>;
  release(): void;
  stored(): Promise<number>;
}

/** A shop of two tenants whose creations of customers wait before their transaction. */
async function held(t: TestContext, address: string): Promise<Held> {
  let count = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const hook = async (): Promise<void> => {
    count++;
    await gate;
  };
  const served = await serveIn(t, shop, {}, undefined, address, { before: { 'create Customer': hook } });
  const keys = await Promise.all(['north', 'south'].map((tenant) => served.key(['write', 'read'], { shop: tenant })));
  const all = served.store.prepare({ resource: 'Customer', conditions: [] });
  return {
    served,
    keys,
    create: (key) => served.ask('POST /customers', { key, body: { name: 'Ada', email: `${key?.slice(-8)}@x.org` } }),
    async waiting(wanted) {
      for (let round = 0; round < 2_000 && count < wanted; round++) await new Promise((done) => setTimeout(done, 5));
      assert.equal(count, wanted);
    },
    release: () => open(),
    stored: async () => all.count({ conditions: [], now: 0 }),
  };
}

for (const [name, address] of everyStore) {
  describe(`a service that rests ${name}`, () => {
    test('begins no request, and answers those that are under way', async (t) => {
      const { served, keys, create, waiting, release, stored } = await held(t, await address());
      const begun = keys.map(create);
      await waiting(2);
      void served.service.rest();
      const refused = await create(keys[0]);
      assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '1']);
      assert.equal((await served.ask('GET /customers', { key: keys[1] })).status, 503);
      release();
      for (const response of await Promise.all(begun)) assert.equal(response.status, 201, response.text);
      assert.equal(await stored(), 2);
    });

    test('undoes what is hurried, and refuses it', async (t) => {
      const { served, keys, create, waiting, release, stored } = await held(t, await address());
      const begun = keys.map(create);
      await waiting(2);
      void served.service.rest();
      served.service.hurry?.();
      for (const response of await Promise.all(begun)) assert.equal(response.status, 503, response.text);
      release();
      await served.service.close();
      assert.equal(await stored(), 0);
    });
  });
}
