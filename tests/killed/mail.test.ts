import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { mailing } from '../serve/mail/mail.fixture.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { startMailServer } from '../support/mail-server.ts';
import { inFolder, nonet, type Running, serve } from '../support/process.ts';

const records = 40;
const rounds = 3;
const document = mailing();

/** A key of another tenant. */
async function keyOf(file: string, address: string, shop: string): Promise<string> {
  const words = ['keys', 'create', file, '--store', address, '--all-scopes', '--attribute', `shop=${shop}`];
  const { out, err } = await nonet(words);
  const key = /\b[a-z]\w*_[0-9A-Za-z]{24}_[0-9A-Za-z]{6}\b/.exec(out)?.[0];
  if (key === undefined) throw new Error(out + err);
  return key;
}

/** Posts something through every death of the process; returns its identity. */
async function surely(
  current: () => Running,
  over: () => boolean,
  key: string,
  path: string,
  body: object,
): Promise<string> {
  for (;;) {
    try {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await fetch(current().address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status === 201) return ((await answer.json()) as { readonly id: string }).id;
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    } catch (error) {
      if (!(error instanceof TypeError) || over()) throw error;
      await pause(50);
    }
  }
}

/** The events of notes, and how many deliveries are open. */
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

describe(`the process is killed ${rounds} times, and the mail server stops once`, { concurrency: true }, () => {
  for (const [name, addressIn] of storesInFolder) {
    test(`${name}: each of ${records} emails arrives, at its tenant, and a repeated one has its Message-ID`, {
      timeout: 120_000,
    }, async (context) => {
      let server = await startMailServer();
      const servers = [server];
      context.after(async () => {
        await server.close();
      });
      await inFolder(async (folder) => {
        const file = join(folder, 'notes.md');
        writeFileSync(file, document);
        const address = await addressIn(folder);
        const words = ['--store', address, '--mail', server.address, '--log-level', 'silent'];
        let service = await serve(file, words);
        context.after(() => service.kill());
        const keys = [service.key!, await keyOf(file, address, 'south')];
        let over = false;
        context.after(() => {
          over = true;
        });
        const post = (key: string, path: string, body: object) =>
          surely(
            () => service,
            () => over,
            key,
            path,
            body,
          );
        const emails = ['ada@demo.example', 'eve@south.example'];
        const owners = await Promise.all(
          keys.map((key, at) => post(key, '/members', { name: `${at}`, email: emails[at] })),
        );
        let count = 0;
        const write = async (): Promise<void> => {
          while (count < records) {
            const at = count++;
            await post(keys[at % 2]!, '/notes', { owner: owners[at % 2], text: `${at}` });
            await pause(20);
          }
        };
        const work = Promise.all(Array.from({ length: 4 }, write));
        // A test that fails before it waits for them is not told twice.
        work.catch(() => undefined);
        for (let round = 0; round < rounds; round++) {
          await pause(200 + ((round * 137) % 400));
          await service.kill();
          if (round === 1) await server.close();
          service = await serve(file, words);
          if (round === 1) {
            await pause(300);
            server = await startMailServer({}, server.port);
            servers.push(server);
          }
        }
        await work;
        const until = performance.now() + 60_000;
        let kept = await eventsAt(address);
        while (kept.open > 0 && performance.now() < until) {
          await pause(500);
          kept = await eventsAt(address);
        }
        assert.equal(kept.open, 0, 'emails are still open');
        assert.ok(kept.ids.length >= records, `${kept.ids.length} events`);
        const taken = servers.flatMap((each) => each.taken);
        const sent = new Map(taken.map((email) => [email.headers['message-id']!, email]));
        assert.deepEqual([...sent.keys()].map((id) => id.slice(1, id.indexOf('.'))).toSorted(), kept.ids.toSorted());
        for (const { to, headers } of taken) {
          assert.equal(to[0], emails[Number(headers.subject!.slice('New: '.length)) % 2], headers.subject);
        }
      });
    });
  }
});
