import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { CloudEvent } from 'cloudevents';
import type { Store } from '../../../src/contracts/store.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type KeptMessage, natsFor, withoutNats } from '../../support/nats.ts';
import { type Hooked, hooked, hookedService, storesFor } from '../deliveries/deliveries.fixture.ts';

/** The rows of a document whose events go to a stream. */
export const toNats = '| nats | notes.{event}.{id} | all | cloudevents 1.0 | | |';

async function noteOf(service: Hooked, text: string, shop = 'north'): Promise<string> {
  const made = await service.ask('POST /notes', { text }, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return made.json.id;
}

/** What a message tells: kind, identity, text. */
function told({ body }: KeptMessage): string {
  const { type, subject, data } = JSON.parse(body);
  return `${type} ${subject} ${data.text ?? ''}`.trim();
}

/** The messages of each record come with ascending numbers, and none twice. */
export function inOrder(messages: readonly KeptMessage[]): void {
  const last = new Map<string, string>();
  const ids = new Set<string>();
  for (const { body } of messages) {
    const { id, subject, sequence } = JSON.parse(body);
    assert.ok((last.get(subject) ?? '') < sequence, `${subject}: ${last.get(subject)} before ${sequence}`);
    assert.ok(!ids.has(id), `${id} is kept twice`);
    last.set(subject, sequence);
    ids.add(id);
  }
}

/** The tests of deliveries to a NATS server, on one store. */
export function natsSuite(name: string, open: OpenForTest): void {
  const opened = async (t: TestContext, stores: () => Promise<Store>, address: string, row = toNats): Promise<Hooked> =>
    hookedService(t, stores, { document: hooked(row), still: false, settings: { nats: { servers: [address] } } });
  const unfinished = async (service: Hooked): Promise<number> =>
    (await service.store.deliveries.list({ states: ['blocked', 'waiting', 'in flight'] }, 1_000)).length;

  describe(`nats ${name}`, { skip: withoutNats, concurrency: true }, () => {
    test('events of both tenants reach the stream once, each at its subject, in its envelope, in the order of its record', async (t) => {
      const server = await natsFor(t);
      await server.addStream('NOTES', ['notes.>']);
      const service = await opened(t, await storesFor(t, open, hooked(toNats)), server.address);
      const notes = [await noteOf(service, 'a'), await noteOf(service, 'b', 'south')];
      for (const [at, shop] of ['north', 'south'].entries()) {
        for (const text of ['c', 'd']) await service.ask(`PATCH /notes/${notes[at]}`, { text }, shop);
        await service.ask(`DELETE /notes/${notes[at]}`, undefined, shop);
      }
      await service.until(async () => (await server.messages('NOTES')).length === 8, 'eight messages');
      const messages = await server.messages('NOTES');
      for (const [at, text] of ['a', 'b'].entries()) {
        const id = notes[at]!;
        const of = messages.filter(({ subject }) => subject.endsWith(id));
        assert.deepEqual(of.map(told), [
          `note.made ${id} ${text}`,
          `note.changed ${id} c`,
          `note.changed ${id} d`,
          `note.deleted ${id}`,
        ]);
        assert.deepEqual(
          of.map(({ subject }) => subject),
          ['made', 'changed', 'changed', 'deleted'].map((kind) => `notes.note.${kind}.${id}`),
        );
      }
      for (const { body, headers } of messages) {
        const event = new CloudEvent(JSON.parse(body));
        assert.equal(headers['Nats-Msg-Id'], event.id);
        assert.equal(headers['content-type'], 'application/cloudevents+json');
        assert.ok(!body.includes('inner word') && !body.includes('secret'), body);
      }
      inOrder(messages);
      await service.until(async () => (await unfinished(service)) === 0, 'the last mark');
    });

    test('a message that was kept but not marked, as when the process is killed, is sent again and kept once', async (t) => {
      const server = await natsFor(t);
      await server.addStream('NOTES', ['notes.>']);
      const stores = await storesFor(t, open, hooked(toNats));
      let marks = 0;
      // It publishes, and never comes to write that it did; nor does it say any more that it lives.
      const dying = async (): Promise<Store> => {
        const store = await stores();
        const settle = async (): Promise<void> => {
          marks++;
          throw new Error('it is gone');
        };
        return { ...store, deliveries: { ...store.deliveries, complete: settle, renew: async () => undefined } };
      };
      const first = await opened(t, dying, server.address);
      const note = await noteOf(first, 'a');
      await noteOf(first, 'b', 'south');
      await first.ask(`PATCH /notes/${note}`, { text: 'c' });
      await first.until(async () => marks > 0 && (await server.messages('NOTES')).length === 2, 'two messages');
      await first.close();
      const second = await opened(t, stores, server.address);
      await second.until(async () => (await unfinished(second)) === 0, 'the marks');
      const messages = await server.messages('NOTES');
      assert.equal(messages.length, 3);
      inOrder(messages);
    });

    test('while the server is away events wait, and nobody who calls does; when it is back they come in order', async (t) => {
      const server = await natsFor(t);
      await server.addStream('NOTES', ['notes.>']);
      const service = await opened(t, await storesFor(t, open, hooked(toNats)), server.address);
      const notes = [await noteOf(service, 'a'), await noteOf(service, 'b', 'south')];
      await service.until(async () => (await server.messages('NOTES')).length === 2);
      await server.stop(true);
      for (const [at, shop] of ['north', 'south'].entries()) {
        for (let nth = 0; nth < 10; nth++) await service.ask(`PATCH /notes/${notes[at]}`, { text: `${nth}` }, shop);
      }
      await service.until(
        () => service.logged.some((line) => line.includes('no connection to the NATS server: events wait')),
        'the log',
      );
      await service.until(async () => (await unfinished(service)) > 0, 'what waits');
      await server.start();
      await service.until(async () => (await server.messages('NOTES')).length === 22, 'all messages');
      inOrder(await server.messages('NOTES'));
      assert.ok(service.logged.some((line) => line.includes('connected to the NATS server again')));
    });

    test('where no stream takes the subject it is said once, later events of the record wait too, and all come when there is one', async (t) => {
      const server = await natsFor(t);
      await server.addStream('NOTES', ['notes.note.changed.>']);
      const service = await opened(t, await storesFor(t, open, hooked(toNats)), server.address);
      const notes = [await noteOf(service, 'a'), await noteOf(service, 'b', 'south')];
      for (const [at, shop] of ['north', 'south'].entries()) {
        for (const text of ['c', 'd']) await service.ask(`PATCH /notes/${notes[at]}`, { text }, shop);
      }
      const attempts = async () =>
        (await service.store.deliveries.list({ states: ['waiting'] }, 10)).flatMap((of) => of.attempts);
      const wanted = `no stream of the NATS server has the subject notes.note.made.${notes[0]}`;
      await service.until(async () => (await attempts()).some(({ problem }) => problem === wanted), 'the problem');
      await service.until(async () => (await unfinished(service)) === 6, 'six deliveries');
      assert.equal((await server.messages('NOTES')).length, 0);
      await server.setSubjects('NOTES', ['notes.>']);
      await service.until(async () => (await server.messages('NOTES')).length === 6, 'six messages');
      const messages = await server.messages('NOTES');
      inOrder(messages);
      const of = messages.filter(({ subject }) => subject.endsWith(notes[0]!)).map(told);
      assert.deepEqual(of, [`note.made ${notes[0]} a`, `note.changed ${notes[0]} c`, `note.changed ${notes[0]} d`]);
      assert.equal(service.logged.filter((line) => line.startsWith('no NATS stream accepts')).length, 1);
    });

    for (const [who, lines, more] of [
      ['stream', [], { max_msg_size: 1_000 }],
      ['server', ['max_payload: 1000'], {}],
    ] as const) {
      test(`a message above what the ${who} takes is given up and listed, and the next of its record comes`, async (t) => {
        const server = await natsFor(t, lines);
        await server.addStream('NOTES', ['notes.>'], more);
        const service = await opened(t, await storesFor(t, open, hooked(toNats)), server.address);
        const note = await noteOf(service, 'x'.repeat(2_000));
        await noteOf(service, 'small', 'south');
        await service.ask(`PATCH /notes/${note}`, { text: 'shorter' });
        await service.until(async () => (await server.messages('NOTES')).length === 2, 'two messages');
        await service.until(async () => (await unfinished(service)) === 0);
        const failed = await service.store.deliveries.list({ states: ['failed'] }, 10);
        assert.deepEqual(
          failed.map(({ type: kind, subscriber, attempts }) => [kind, subscriber, attempts[0]!.problem]),
          [['note.made', 'nats notes.{event}.{id}', `it exceeds the maximum size of the ${who}`]],
        );
      });
    }

    test('two rows into one stream are two messages of an event, and webhooks go their own way', async (t) => {
      const server = await natsFor(t);
      await server.addStream('ALL', ['notes.>', 'made']);
      const rows = `${toNats}\n| nats | made | note.made | \`{ id: event id, body: payload }\` | | |\n| webhook | setting partner | all | | | |`;
      const got: string[] = [];
      const service = await hookedService(t, await storesFor(t, open, hooked(rows)), {
        document: hooked(rows),
        still: false,
        receive: ({ body }) => {
          got.push(body);
          return { status: 200 };
        },
        settings: { nats: { servers: [server.address] }, webhookUrls: new Map([['partner', 'http://127.0.0.1:9/']]) },
      });
      const note = await noteOf(service, 'a');
      await noteOf(service, 'b', 'south');
      await service.ask(`PATCH /notes/${note}`, { text: 'c' });
      await service.until(async () => (await server.messages('ALL')).length === 5 && got.length === 3, 'all');
      const second = (await server.messages('ALL')).filter(({ subject }) => subject === 'made');
      assert.deepEqual(second.map(({ body }) => JSON.parse(body).body.text).toSorted(), ['a', 'b']);
      for (const { body, headers } of second) {
        assert.equal(headers['Nats-Msg-Id'], `${JSON.parse(body).id}#2`);
        assert.equal(headers['content-type'], 'application/json');
      }
    });

    test('a server that is never there holds up no webhook, and what waits for it is handed back when the service ends', async (t) => {
      const row = `${toNats}\n| webhook | setting partner | all | | | |`;
      const stores = await storesFor(t, open, hooked(row));
      let count = 0;
      const service = await hookedService(t, stores, {
        document: hooked(row),
        still: false,
        receive: () => {
          count++;
          return { status: 200 };
        },
        settings: {
          nats: { servers: ['nats://127.0.0.1:9'] },
          webhookUrls: new Map([['partner', 'http://127.0.0.1:9/']]),
        },
      });
      for (let nth = 0; nth < 20; nth++) await noteOf(service, `${nth}`, nth % 2 === 0 ? 'north' : 'south');
      await service.until(() => count === 20, 'twenty requests');
      await service.close();
      const waiting = await service.store.deliveries.list({ states: ['waiting'] }, 100);
      assert.deepEqual(
        waiting.map(({ route: way, tries }) => [way, tries]),
        Array.from({ length: 20 }, () => ['nats notes.{event}.{id}', 0]),
      );
    });

    test('two instances send each event once, in the order of its record', async (t) => {
      const server = await natsFor(t);
      await server.addStream('NOTES', ['notes.>']);
      const stores = await storesFor(t, open, hooked(toNats));
      const both = [await opened(t, stores, server.address), await opened(t, stores, server.address)] as const;
      const notes = [await noteOf(both[0], 'a'), await noteOf(both[1], 'b', 'south')];
      await Promise.all(
        Array.from({ length: 60 }, (_, nth) =>
          both[nth % 2]!.ask(`PATCH /notes/${notes[nth % 2]}`, { text: `${nth}` }, nth % 2 === 0 ? 'north' : 'south'),
        ),
      );
      await both[0].until(async () => (await server.messages('NOTES')).length === 62, 'all messages');
      await both[0].until(async () => (await unfinished(both[0])) === 0, 'the marks');
      inOrder(await server.messages('NOTES'));
    });
  });
}
