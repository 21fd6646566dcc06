import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outgoing } from '../../../src/contracts/platform.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { hooked, hookedService, storesFor } from './deliveries.fixture.ts';

const hour = 3_600_000;
const document = hooked(
  '| webhook | each Hook at url where `shop == event.shop` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | |',
);

for (const [name, open] of bothStores) {
  describe(`settled deliveries ${name}`, () => {
    test('what arrived is stored for a day, what failed for as long as its event, of two tenants', async (t) => {
      const receive = ({ body }: Outgoing) => ({ status: body.includes('"bad"') ? 500 : 200 });
      const stores = await storesFor(t, open, document);
      const one = await hookedService(t, stores, { document, receive, settings: { eventRetention: 3 * 24 * hour } });
      for (const shop of ['north', 'south']) {
        await one.ask('POST /hooks', { url: `https://${shop}.example.com/` }, shop);
        for (const text of ['good', 'bad']) await one.ask('POST /notes', { text }, shop);
      }
      const settled = async (): Promise<string> => {
        const found = await one.store.deliveries.list({ states: ['delivered', 'failed'] }, 100);
        const count = (state: string): number => found.filter((delivery) => delivery.state === state).length;
        return `${count('delivered')} delivered, ${count('failed')} failed`;
      };
      await one.until(async () => (await settled()) === '2 delivered, 2 failed', 'four deliveries');
      await one.clock.advance(23 * hour);
      await one.clock.advance(hour / 60);
      assert.equal(await settled(), '2 delivered, 2 failed');
      await one.clock.advance(hour);
      await one.until(async () => (await settled()) === '0 delivered, 2 failed', 'the end of what arrived');
      await one.clock.advance(47 * hour);
      assert.equal(await settled(), '0 delivered, 2 failed');
      await one.clock.advance(2 * hour);
      await one.until(async () => (await settled()) === '0 delivered, 0 failed', 'the end of what failed');
    });
  });
}
