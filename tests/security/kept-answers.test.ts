import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/codegen/compile.ts';
import type { Cipher } from '../../src/contracts/platform.ts';
import { reencryptAll } from '../../src/operator/secrets/reencrypting.ts';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { createCipher } from '../../src/serve/platform-node.ts';
import { openService } from '../../src/serve/service.ts';
import { openMigration } from '../../src/stores/index.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { dumpOf, removeStore, stores } from './credentials.fixture.ts';

const document = shop
  .replace(
    '| invoice | ref Invoice or null | on delete clear | |',
    '| invoice | ref Invoice or null | on delete clear | |\n| seal | secret | assigned; shown once | |',
  )
  .replace(
    '### Preconditions',
    '### Idempotency\n\n| Operations | Key |\n| --- | --- |\n| create Tag | header Idempotency-Key |\n\n### Preconditions',
  )
  .replace(
    '| broken | 500 |',
    '| reused | 422 | idempotency key reused | | |\n| busy | 409 | idempotency key in progress | | |\n| broken | 500 |',
  );

for (const [store, addressOf] of stores) {
  test(`S32: an answer that is kept for an idempotency key holds no secret in plain text, and is given again on ${store}`, async () => {
    const place = await addressOf();
    const served: Served = await serve(document, {}, undefined, place);
    const keys = [await served.key(['tags'], { shop: 'a' }), await served.key(['tags'], { shop: 'b' })];
    /** What each of two callers gets from a service that keeps secrets by a cipher. */
    const made = async (cipher: Cipher): Promise<readonly (readonly [text: string, seal: string])[]> => {
      const { plan, platform } = served;
      const service = openService({ plan, compiled: compile(plan, { cipher }), store: served.store, platform });
      try {
        const answers = keys.map(async (key, i) => {
          const headers = {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': '"k"',
          };
          const init = { method: 'PUT', headers, body: '{"color":"red"}' };
          const got = await fetchOf(service)(new Request(`http://localhost/tags/t${i}`, init), '127.0.0.1');
          const text = await got.text();
          assert.equal(got.status, 201, text);
          return [text, (JSON.parse(text) as { seal: string }).seal] as const;
        });
        return await Promise.all(answers);
      } finally {
        await service.close();
      }
    };
    try {
      const older = createCipher('the key that was before');
      const first = await made(older);
      for (const [, seal] of first) {
        assert.ok(seal.length > 20);
        assert.ok(!(await dumpOf(place)).includes(seal), 'a secret lies in the store');
      }
      assert.deepEqual(await made(older), first);
      // Under another key it is encrypted anew, and the older key is needed no longer.
      const moving = await openMigration(place);
      assert.equal(
        await reencryptAll(moving!, served.plan, createCipher('the key that is now', 'the key that was before')),
        2,
      );
      await moving!.close();
      assert.deepEqual(await made(createCipher('the key that is now')), first);
      for (const [, seal] of first) assert.ok(!(await dumpOf(place)).includes(seal));
    } finally {
      await served.close();
      removeStore(place);
    }
  });
}
