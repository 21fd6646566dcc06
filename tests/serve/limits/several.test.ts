import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { limitedShop } from './limited.fixture.ts';

const now = Date.UTC(2026, 10, 21);

for (const [store, addressOf] of everyStore) {
  describe(`several limits ${store}`, () => {
    const opened = async (t: TestContext, ...rows: readonly string[]): Promise<Served> => {
      const served = await serveIn(t, limitedShop(rows), {}, () => now, await addressOf());
      return served;
    };

    test('requests that one limit refuses take nothing from the others, however many come at once', async (t) => {
      const served = await opened(
        t,
        'calm | rate | all | credential | 20 per minute | slow_down',
        'few | rate | list Customer | caller.shop | 2 per minute | slow_down',
      );
      const key = await served.key(['read'], { shop: 'north' });
      const other = await served.key(['read'], { shop: 'south' });
      const list = (of = key) => served.ask('GET /customers', { key: of });
      const read = () => served.ask('GET /customers/cus_00000000000000000000000000', { key });
      for (const status of [200, 200, 429]) assert.equal((await list()).status, status);
      const asked = Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? read() : list()));
      const got = await Promise.all([...asked, read(), read()]);
      assert.equal(got.filter(({ status }) => status === 404).length, 17);
      assert.equal((await read()).status, 404);
      assert.equal((await read()).status, 429);
      assert.equal((await list(other)).status, 200);
    });

    test('callers without the attribute that a limit counts by are counted together, and with nobody who has it', async (t) => {
      const served = await opened(t, 'calm | rate | list Reminder | caller.shop | 3 per minute | slow_down');
      const [one, two] = [await served.key(['tags'], {}), await served.key(['tags'], {})];
      const [empty, none] = [await served.key(['tags'], { shop: '' }), await served.key(['tags'], { shop: 'null' })];
      const list = async (key: string) => (await served.ask('GET /reminders', { key })).status;
      assert.deepEqual([await list(one), await list(two), await list(one), await list(two)], [200, 200, 200, 429]);
      assert.deepEqual([await list(empty), await list(none)], [200, 200]);
    });

    test('a limit on an operation and on a scope counts that operation for everybody, and all else for the callers of the scope', async (t) => {
      const served = await opened(t, 'mixed | rate | list Tag, read | | 4 per minute | slow_down');
      const [reader, tagger] = [
        await served.key(['read', 'tags'], { shop: 'north' }),
        await served.key(['tags'], { shop: 'south' }),
      ];
      const reminders = (key: string) => served.ask('GET /reminders', { key });
      for (let i = 0; i < 6; i++) assert.equal((await reminders(tagger)).status, 200);
      assert.equal((await served.ask('GET /public/tags')).status, 200);
      assert.equal((await served.ask('GET /public/tags', { key: 'key_nonsense' })).status, 401);
      assert.equal((await reminders(reader)).status, 200);
      assert.equal((await served.ask('GET /public/tags', { key: tagger })).status, 200);
      assert.equal((await reminders(reader)).status, 429);
      assert.equal((await served.ask('GET /public/tags')).status, 429);
      assert.equal((await reminders(tagger)).status, 200);
    });

    test('a size for an operation and a scope bounds that operation for everybody, and the bodies of the callers of the scope', async (t) => {
      const served = await opened(t, 'small | body size | create Reminder, write | | 200 B | too_large');
      const [writer, tagger] = [
        await served.key(['write'], { shop: 'north' }),
        await served.key(['tags'], { shop: 'south' }),
      ];
      const text = 'x'.repeat(300);
      const statuses = [
        await served.ask('POST /reminders', { key: tagger, body: { text } }),
        await served.ask('POST /customers', { key: writer, body: { name: text, email: 'a@x.org' } }),
        await served.ask('PUT /tags/one', { key: tagger, body: { color: text } }),
      ].map(({ status }) => status);
      assert.deepEqual(statuses, [413, 413, 201]);
    });
  });
}
