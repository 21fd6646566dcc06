import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OutgoingResponse } from '../../../src/contracts/platform.ts';
import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { type Hooked, hooked, hookedService, storesFor } from './deliveries.fixture.ts';

useOwnServer();

const row = (event: string): string =>
  `| webhook | each Hook at url where \`shop == event.shop\` | note.${event} | | | 8 over 28 hours |`;

/** Subscriptions have identities that clients choose. */
const written = (...events: readonly string[]): string =>
  hooked(events.map(row).join('\n')).replace('| id | typeid hook | assigned |', '| id | string | required |');
const document = written('made', 'changed');

const waiting = (service: Hooked) => service.store.deliveries.list({ states: ['waiting', 'in flight', 'blocked'] }, 9);

for (const [name, open] of bothStores) {
  describe(`two rows with webhooks to one resource, ${name}`, () => {
    const begin = async (t: Parameters<typeof hookedService>[0]) => {
      const stores = await storesFor(t, open, document);
      const receiver = { status: 500, got: [] as string[] };
      const receive = (request: { readonly url: string; readonly body: string }): OutgoingResponse => {
        if (receiver.status === 204) receiver.got.push(JSON.parse(request.body).text);
        return { status: receiver.status };
      };
      const service = await hookedService(t, stores, { document, receive });
      const url = 'https://receiver.example.com/hook';
      assert.equal((await service.ask('POST /hooks', { id: 'victim', url })).status, 201);
      const { json } = await service.ask('POST /notes', { text: 'first' });
      await service.ask(`PATCH /notes/${json.id}`, { text: 'second' });
      await service.until(async () => (await waiting(service)).filter(({ tries }) => tries > 0).length === 2);
      return { stores, service, receiver, receive, url };
    };

    test('no identity of a subscription is another subscription of another row', async (t) => {
      const { service, receiver, url } = await begin(t);
      for (const id of ['#2 victim', '#2', ' victim']) {
        assert.equal((await service.ask('POST /hooks', { id, url }, 'south')).status, 201);
        const path = `/hooks/${encodeURIComponent(id)}`;
        assert.equal((await service.ask(`DELETE ${path}`, undefined, 'south')).status, 204);
      }
      receiver.status = 204;
      await service.until(() => receiver.got.length === 2);
      assert.deepEqual(receiver.got.toSorted(), ['first', 'second']);
    });

    for (const [what, later, expected] of [
      ['removed', ['changed'], ['second']],
      ['moved', ['changed', 'made'], ['first', 'second']],
    ] as const)
      test(`what waits for a row arrives when another row is ${what}`, async (t) => {
        const { stores, service, receiver, receive } = await begin(t);
        await service.end();
        receiver.status = 204;
        const again = await hookedService(t, stores, { document: written(...later), receive });
        await again.until(async () => (await waiting(again)).length === 0);
        assert.deepEqual(receiver.got.toSorted(), expected);
      });
  });
}
