import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { OutgoingResponse } from '../../../src/contracts/platform.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { type Hooked, hookedService, storesFor } from './deliveries.fixture.ts';

useOwnServer();

const hour = 3_600_000;

/** Opens a service whose receiver answers as it is told, and a function that opens it again. */
async function open(t: TestContext, stores: () => Promise<Store>) {
  const receiver = { status: 500, count: 0 };
  const receive = (): OutgoingResponse => {
    receiver.count++;
    return { status: receiver.status };
  };
  const start = (): Promise<Hooked> => hookedService(t, stores, { receive });
  return { receiver, start };
}

/** Has one delivery of each tenant wait for its second attempt. */
async function waitForRetries(service: Hooked): Promise<void> {
  for (const shop of ['north', 'south']) {
    assert.equal((await service.ask('POST /hooks', { url: 'https://receiver.example.com/' }, shop)).status, 201);
    assert.equal((await service.ask('POST /notes', { text: shop }, shop)).status, 201);
  }
  await service.until(async () => {
    const waiting = await service.store.deliveries.list({ states: ['waiting'] }, 9);
    return waiting.filter(({ tries }) => tries === 1).length === 2;
  }, 'the first attempts');
}

async function mustRetrySoon(service: Hooked): Promise<void> {
  const begun = service.clock.now;
  await service.until(
    async () => (await service.store.deliveries.list({ states: ['delivered'] }, 9)).length === 2,
    'the second attempts',
  );
  assert.ok(service.clock.now - begun < 60_000, `${service.clock.now - begun} milliseconds`);
  const told = service.logged.filter((line) => line.includes('set back'));
  assert.equal(told.length, 1);
  assert.match(told[0]!, /^the clock was set back: waiting deliveries are scheduled again \{"deliveries":2\}$/);
}

for (const [name, openStores] of bothStores) {
  describe(`deliveries when the clock is set back, ${name}`, () => {
    test('no wait is longer than its schedule', async (t) => {
      const { receiver, start } = await open(t, await storesFor(t, openStores));
      const service = await start();
      await waitForRetries(service);
      receiver.status = 200;
      service.clock.setBack(hour);
      await mustRetrySoon(service);
      assert.equal(receiver.count, 4);
    });

    test('no wait is longer than its schedule if no instance ran meanwhile', async (t) => {
      const { receiver, start } = await open(t, await storesFor(t, openStores));
      const service = await start();
      service.clock.now += 2 * hour;
      await waitForRetries(service);
      await service.end();
      receiver.status = 200;
      const again = await start();
      await mustRetrySoon(again);
    });
  });
}
