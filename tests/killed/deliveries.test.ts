import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { env } from 'node:process';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { StoredDelivery } from '../../src/contracts/deliveries.ts';
import type { StoredEvent } from '../../src/contracts/events.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { hooked } from '../serve/deliveries/deliveries.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, type Running, send, serve } from '../support/process.ts';

/** So many events are made and so often the process is killed; more of both where the variable says so. */
const factor = Number(env.NONET_DELIVERY_ROUNDS ?? 1);
const records = 500 * factor;
const changes = 3;
const rounds = 4 * factor;
const document = hooked(
  '| webhook | each Hook at url where `shop == event.shop` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | 2 over 5 seconds |',
);

interface Got {
  readonly path: string;
  readonly id: string;
  readonly record: string;
  readonly number: number;
  /** The receiver has answered 2xx. */
  accepted: boolean;
}

/** A receiver that is well, or fails, resets and hangs at random until it is told to be well; one of its addresses never is. */
async function receiver() {
  const got: Got[] = [];
  const secrets = new Map<string, string>();
  let wild = true;
  const answer = (request: IncomingMessage, response: ServerResponse, delivery: Got): void => {
    const chance = Math.random();
    if (delivery.path === '/never') return void response.writeHead(500).end();
    if (!wild || chance < 0.9) {
      delivery.accepted = true;
      return void response.end();
    }
    if (chance < 0.95) return void response.writeHead(503, { 'Retry-After': '1' }).end();
    if (chance < 0.99) return void request.socket.destroy();
    setTimeout(() => response.destroy(), 1_000);
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      new Webhook(secrets.get(request.url!)!).verify(body, request.headers as Record<string, string>);
      const { id, subject, sequence } = JSON.parse(body);
      const delivery = { path: request.url!, id, record: subject, number: Number(sequence), accepted: false };
      got.push(delivery);
      answer(request, response, delivery);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    got,
    secrets,
    port: (server.address() as AddressInfo).port,
    calm: () => {
      wild = false;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Makes records and changes each, through every death of the process. */
async function write(
  current: () => Running,
  over: () => boolean,
  key: string,
  next: () => number | undefined,
): Promise<void> {
  const surely = async (line: string, body: object): Promise<{ readonly id: string }> => {
    for (;;) {
      try {
        return await send(current(), key, line, body);
      } catch (error) {
        if (!(error instanceof TypeError) || over()) throw error;
        await pause(50);
      }
    }
  };
  for (let nth = next(); nth !== undefined; nth = next()) {
    const { id } = await surely('POST /notes', { text: `${nth}` });
    for (let change = 1; change <= changes; change++) await surely(`PATCH /notes/${id}`, { text: `${nth} ${change}` });
  }
}

async function kept(address: string): Promise<{
  readonly events: readonly StoredEvent[];
  readonly open: number;
  readonly failed: readonly StoredDelivery[];
}> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(address, planFor(document), { platform, durability: 'process' });
  try {
    await allNumbered(store);
    const events = await store.events.after(0, 1_000_000);
    const cursor = await store.deliveries.cursor();
    const under = await store.deliveries.list({ states: ['blocked', 'waiting', 'in flight'] }, 1_000_000);
    const open = under.length + ((await store.events.newest()) - (cursor ?? 0));
    return { events, open, failed: await store.deliveries.list({ states: ['failed'] }, 1_000_000) };
  } finally {
    await store.close();
  }
}

/** What came of each record came in the order of its numbers, whatever was sent twice. */
function inOrder(got: readonly Got[]): void {
  const last = new Map<string, number>();
  for (const { record, number } of got) {
    assert.ok((last.get(record) ?? 0) <= number, `${record} goes back to ${number}`);
    last.set(record, number);
  }
}

const events = records * (changes + 1);

describe(`${events} events reach receivers that fail, hang and reset, though the process is killed ${rounds} times`, {
  concurrency: true,
}, () => {
  for (const [name, addressIn] of storesInFolder) {
    test(`${name}: each is delivered, or failed and listed; of one record in order`, {
      timeout: 180_000 * factor,
    }, async (context) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'notes.md');
        writeFileSync(file, document);
        const address = await addressIn(folder);
        const target = await receiver();
        context.after(target.close);
        const words = [
          '--store',
          address,
          '--allow-private-webhooks',
          '--webhook-rate',
          '100000',
          '--log-level',
          'silent',
        ];
        let service = await serve(file, words);
        context.after(() => service.kill());
        const key = service.key!;
        const subscribers = new Map<string, string>();
        for (const path of ['/one', '/two', '/never']) {
          const url = `http://127.0.0.1:${target.port}${path}`;
          const kinds = path === '/never' ? ['note.made'] : ['note.made', 'note.changed'];
          const { id, secret } = await send(service, key, 'POST /hooks', { url, kinds });
          target.secrets.set(path, secret);
          subscribers.set(path, `Hook.url ${id}`);
        }
        let over = false;
        context.after(() => {
          over = true;
        });
        let count = 0;
        const next = (): number | undefined => (count < records ? count++ : undefined);
        const work = Promise.all(
          Array.from({ length: 16 }, () =>
            write(
              () => service,
              () => over,
              key,
              next,
            ),
          ),
        );
        // A test that fails before it waits for them is not told twice.
        work.catch(() => undefined);
        for (let round = 0; round < rounds; round++) {
          await pause(500 + ((round * 137) % 400));
          await service.kill();
          service = await serve(file, words);
        }
        await work;
        target.calm();
        const until = performance.now() + 120_000 * factor;
        const { got } = target;
        for (let open = -1; open !== 0 && performance.now() < until; ) {
          await pause(1_000);
          open = (await kept(address)).open;
        }
        const { events: all, open, failed } = await kept(address);
        assert.equal(open, 0, 'deliveries are still open');
        assert.ok(all.length >= events, `${all.length} events`);
        for (const path of ['/one', '/two', '/never']) {
          const accepted = new Set(
            got.filter((response) => response.path === path && response.accepted).map(({ id }) => id),
          );
          const listed = new Set(
            failed.filter(({ subscriber }) => subscriber === subscribers.get(path)).map(({ event }) => event),
          );
          const wanted = path === '/never' ? all.filter(({ kind }) => kind === 'note.made') : all;
          const lost = wanted.filter(({ id }) => !accepted.has(id) && !listed.has(id));
          assert.deepEqual(lost, [], `${path} has neither got nor failed ${lost.length} events`);
          inOrder(got.filter((response) => response.path === path));
        }
      });
    });
  }
});
