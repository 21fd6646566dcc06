import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutNats } from '../../support/nats.ts';
import { natsClusterFor } from '../../support/nats-cluster.ts';
import { hooked, hookedService, storesFor } from '../deliveries/deliveries.fixture.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { inOrder, toNats } from './nats.suite.ts';

for (const [name, open] of bothStores) {
  describe(`a NATS cluster of three ${name}`, { skip: withoutNats }, () => {
    test('loses no event when the server that leads the stream is killed while events are published', async (t) => {
      const cluster = await natsClusterFor(t, 'NOTES', ['notes.>']);
      const servers = cluster.servers.map(({ address }) => address);
      const stores = await storesFor(t, open, hooked(toNats));
      const settings = { nats: { servers } };
      const service = await hookedService(t, stores, { document: hooked(toNats), still: false, settings });
      const ids: string[] = [];
      const write = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i++) {
          const shop = i % 2 === 0 ? 'north' : 'south';
          const { status, json } = await service.ask('POST /notes', { text: `${ids.length}` }, shop);
          assert.equal(status, 201);
          ids.push(json.id);
          assert.equal((await service.ask(`PATCH /notes/${json.id}`, { text: 'new' }, shop)).status, 200);
          await pause(5);
        }
      };
      const leader = await cluster.leader();
      const others = cluster.servers.filter((server) => server !== leader);
      const kept = async () => (await others[0]!.messages('NOTES').catch(() => [])) ?? [];
      await write(20);
      await service.until(async () => (await leader.messages('NOTES')).length > 0, 'the first message');
      const writing = write(40);
      await pause(50);
      await leader.stop(true);
      await writing;
      await write(20);
      await service.until(async () => (await kept()).length === 160, '160 messages');
      const messages = await kept();
      inOrder(messages);
      for (const id of ids) {
        const types = messages.filter(({ subject }) => subject.endsWith(id)).map(({ body }) => JSON.parse(body).type);
        assert.deepEqual(types, ['note.made', 'note.changed'], id);
      }
      assert.equal((await service.store.deliveries.list({ states: ['failed'] }, 10)).length, 0);
      await leader.start();
    });
  });
}
