import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { hooked } from '../serve/deliveries/deliveries.fixture.ts';
import { inOrder } from '../serve/nats/nats.suite.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { natsFor, withoutNats } from '../support/nats.ts';
import { inFolder, nonet, type Running, serve } from '../support/process.ts';

const records = 40;
const changes = 4;
const rounds = 3;
const document = hooked('| nats | notes.{event}.{id} | all | cloudevents 1.0 | | |');

/** A key of another tenant. */
async function keyOf(file: string, address: string, shop: string): Promise<string> {
  const { out, err } = await nonet([
    'keys',
    'create',
    file,
    '--store',
    address,
    '--all-scopes',
    '--attribute',
    `shop=${shop}`,
  ]);
  const key = /\b[a-z]\w*_[0-9A-Za-z]{24}_[0-9A-Za-z]{6}\b/.exec(out)?.[0];
  if (key === undefined) throw new Error(out + err);
  return key;
}

/** Makes records and changes each, through every death of the process. */
async function write(
  current: () => Running,
  over: () => boolean,
  keys: readonly string[],
  next: () => number | undefined,
): Promise<void> {
  const surely = async (key: string, method: string, path: string, text: string): Promise<{ readonly id: string }> => {
    for (;;) {
      try {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        const answer = await fetch(current().address + path, { method, headers, body: JSON.stringify({ text }) });
        if (answer.status < 300) return (await answer.json()) as { readonly id: string };
        throw new Error(`${method} ${path} answered ${answer.status}`);
      } catch (error) {
        if (!(error instanceof TypeError) || over()) throw error;
        await pause(50);
      }
    }
  };
  for (let nth = next(); nth !== undefined; nth = next()) {
    const key = keys[nth % keys.length]!;
    const { id } = await surely(key, 'POST', '/notes', `${nth}`);
    for (let change = 1; change <= changes; change++) await surely(key, 'PATCH', `/notes/${id}`, `${nth} ${change}`);
  }
}

async function eventsAt(address: string): Promise<{ readonly ids: readonly string[]; readonly open: number }> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(address, planFor(document), { platform, durability: 'process' });
  try {
    await allNumbered(store);
    const ids = (await store.events.after(0, 100_000)).map(({ id }) => id);
    const open = await store.deliveries.list({ states: ['blocked', 'waiting', 'in flight'] }, 100_000);
    return { ids, open: open.length + (await store.events.newest()) - ((await store.deliveries.cursor()) ?? 0) };
  } finally {
    await store.close();
  }
}

describe(`the process is killed ${rounds} times, and the NATS server once`, {
  skip: withoutNats,
  concurrency: true,
}, () => {
  for (const [name, addressIn] of storesInFolder) {
    test(`${name}: each of ${records * (changes + 1)} events is in the stream once, those of one record in order`, {
      timeout: 90_000,
    }, async (context) => {
      const server = await natsFor(context);
      await server.addStream('NOTES', ['notes.>']);
      await inFolder(async (folder) => {
        const file = join(folder, 'notes.md');
        writeFileSync(file, document);
        const address = await addressIn(folder);
        const words = ['--store', address, '--nats', server.address, '--log-level', 'silent'];
        let service = await serve(file, words);
        context.after(() => service.kill());
        const keys = [service.key!, await keyOf(file, address, 'south')];
        let count = 0;
        const next = (): number | undefined => (count < records ? count++ : undefined);
        let over = false;
        context.after(() => {
          over = true;
        });
        const writer = (): Promise<void> =>
          write(
            () => service,
            () => over,
            keys,
            next,
          );
        const work = Promise.all(Array.from({ length: 4 }, writer));
        // A test that fails before it waits for them is not told twice.
        work.catch(() => undefined);
        for (let round = 0; round < rounds; round++) {
          await pause(300 + ((round * 137) % 400));
          await service.kill();
          if (round === 1) await server.stop(true);
          service = await serve(file, words);
          if (round === 1) await server.start();
        }
        await work;
        const until = performance.now() + 60_000;
        let kept = await eventsAt(address);
        while (kept.open > 0 && performance.now() < until) {
          await pause(500);
          kept = await eventsAt(address);
        }
        const messages = await server.messages('NOTES');
        const sent = messages.map(({ headers }) => headers['Nats-Msg-Id']!);
        assert.equal(kept.open, 0, 'deliveries are still open');
        assert.ok(kept.ids.length >= records * (changes + 1), `${kept.ids.length} events`);
        assert.deepEqual(sent.toSorted(), kept.ids.toSorted());
        inOrder(messages);
      });
    });
  }
});
