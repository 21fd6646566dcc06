import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { OutgoingResponse } from '../../../src/contracts/platform.ts';
import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { type Hooked, hooked, hookedService, storesFor } from './deliveries.fixture.ts';

useOwnServer();

const url = 'https://receiver.example.com/hook';

/** Subscriptions that name a topic receive the notes of that topic. */
const document = hooked(
  '| webhook | each Hook at url where `shop == event.shop && (!has(topic) \\|\\| topic == event.text)` | listed in kinds | | | 8 over 28 hours |',
).replace('| kinds | string[] | |', '| kinds | string[] | |\n| topic | string | |');

/** Opens a service whose receiver fails until it is told otherwise, with a subscription for which a delivery waits. */
async function waitForRetry(t: TestContext, stores: Awaited<ReturnType<typeof storesFor>>, hook: object = {}) {
  const receiver = { status: 500, got: [] as string[] };
  const receive = (request: { readonly url: string; readonly body: string }): OutgoingResponse => {
    receiver.got.push(`${request.url} ${JSON.parse(request.body).text}`);
    return { status: receiver.status };
  };
  const service: Hooked = await hookedService(t, stores, { document, receive });
  const { json } = await service.ask('POST /hooks', { url, ...hook });
  assert.equal((await service.ask('POST /notes', { text: 'salary' })).status, 201);
  await service.until(async () => (await list(service, 'waiting')).some(({ tries }) => tries === 1), 'a first attempt');
  receiver.status = 204;
  receiver.got.length = 0;
  return { service, receiver, hook: `/hooks/${json.id}` };
}

const list = (service: Hooked, state: 'waiting' | 'failed' | 'delivered') =>
  service.store.deliveries.list({ states: [state] }, 9);

for (const [name, open] of bothStores) {
  describe(`waiting deliveries of a changed subscription, ${name}`, () => {
    for (const [what, change] of [
      ['whose condition no longer holds', { topic: 'weather' }],
      ['that no longer lists the event', { kinds: ['note.deleted'] }],
    ] as const) {
      test(`a subscription ${what} does not get the event at its new URL`, async (t) => {
        const { service, receiver, hook } = await waitForRetry(t, await storesFor(t, open, document));
        assert.equal((await service.ask(`PATCH ${hook}`, { ...change, url: `${url}?new` })).status, 200);
        await service.until(async () => (await list(service, 'failed')).length === 1, 'the end of the delivery');
        const [failed] = await list(service, 'failed');
        assert.equal(failed!.attempts.at(-1)!.problem, 'the subscription no longer receives the event');
        assert.deepEqual(receiver.got, []);
        const other = { topic: null, kinds: null };
        assert.equal((await service.ask(`PATCH ${hook}`, other)).status, 200);
        assert.equal(await service.store.deliveries.replay({ states: ['failed'] }, service.clock.now), 1);
        await service.until(() => receiver.got.length === 1, 'the replay');
        assert.deepEqual(receiver.got, [`${url}?new salary`]);
      });
    }

    test('a subscription that still receives the event gets it at its new URL, in order', async (t) => {
      const { service, receiver, hook } = await waitForRetry(t, await storesFor(t, open, document), {
        topic: 'salary',
      });
      assert.equal((await service.ask('POST /notes', { text: 'weather' })).status, 201);
      assert.equal((await service.ask(`PATCH ${hook}`, { url: `${url}?new`, kinds: ['note.made'] })).status, 200);
      await service.until(async () => (await list(service, 'delivered')).length === 1, 'the second attempt');
      assert.deepEqual(receiver.got, [`${url}?new salary`]);
    });
  });
}
