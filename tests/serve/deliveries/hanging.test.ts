import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outgoing, OutgoingResponse } from '../../../src/contracts/platform.ts';
import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { hookedService, storesFor } from './deliveries.fixture.ts';

useOwnServer();

for (const [name, open] of bothStores) {
  describe(`receivers that hang, ${name}`, () => {
    test('S55: receivers of one tenant that use up all attempts hold up no other tenant', {
      timeout: 60_000,
    }, async (t) => {
      const got: string[] = [];
      const receive = ({ url, signal }: Outgoing): Promise<OutgoingResponse> =>
        new Promise((done) => {
          got.push(url);
          if (!url.includes('hangs')) done({ status: 204 });
          signal?.addEventListener('abort', () => done({ problem: 'the request was aborted' }));
        });
      const service = await hookedService(t, await storesFor(t, open), { receive, still: false });
      // Eight attempts to each of them are more than an instance makes at the same time.
      const hooks = Array.from({ length: 130 }, (_, nth) => `https://hangs${nth}.example.com/`);
      const made = await Promise.all(hooks.map((url) => service.ask('POST /hooks', { url })));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
      assert.equal((await service.ask('POST /hooks', { url: 'https://well.example.com/' }, 'south')).status, 201);
      for (let nth = 0; nth < 12; nth++) await service.ask('POST /notes', { text: `a${nth}` });
      await service.until(() => got.length >= 1_000, 'as many attempts as there may be');
      const begun = performance.now();
      await service.ask('POST /notes', { text: 'b' }, 'south');
      await service.until(() => got.includes('https://well.example.com/'), 'what goes to the other tenant');
      assert.ok(performance.now() - begun < 30_000);
    });
  });
}
