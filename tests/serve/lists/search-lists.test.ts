import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = shop
  .replace(
    '| data | object | | |',
    '| data | object | | |\n| aliases | string[] | | |\n| marks | (string or null)[] | | |',
  )
  .replace('| email | filter email = | | |', '| email | filter email = | | |\n| q | search name, aliases, marks | | |');

for (const [name, addressOf] of everyStore) {
  test(`a search looks in the items of lists of strings, each word in one of them ${name}`, async () => {
    const served = await serve(document, {}, undefined, await addressOf());
    try {
      const [ours, theirs] = await Promise.all(
        ['a', 'b'].map((tenant) => served.key(['read', 'write'], { shop: tenant })),
      );
      const make = (key: string | undefined, body: object) => served.ask('POST /customers', { key, body });
      const ada = {
        name: 'Ada',
        email: 'ada@example.com',
        aliases: ['Countess', 'Lovelace'],
        marks: [null, 'pioneer'],
      };
      for (const key of [ours, theirs]) assert.equal((await make(key, ada)).status, 201);
      assert.equal((await make(ours, { name: 'Grace', email: 'grace@example.com' })).status, 201);
      const found = async (words: string): Promise<number> =>
        (await served.ask(`GET /customers?q=${encodeURIComponent(words)}`, { key: ours })).json.data.length;
      for (const [words, count] of [
        ['lovelace', 1],
        ['COUNTESS ada', 1],
        ['pioneer count', 1],
        ['countesslovelace', 0],
        ['["', 0],
        ['null', 0],
        ['a', 2],
      ] as const) {
        assert.equal(await found(words), count, words);
      }
    } finally {
      await served.close();
    }
  });
}
