import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { shops } from '../../../../tests/support/plans.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import { type Store, StoreUnavailableError } from '../../../contracts/store.ts';
import { eventOfCustomer } from '../../suites/events.suite.ts';
import { asking, fill, get, invoice, keep, testHost } from '../../suites/surroundings.suite.ts';
import { openPostgres } from '../open.ts';
import { type Connect, type Connection, createConnector } from './connect.ts';
import { readConnectionSettings } from './opening/address.ts';
import { type Patience, watchSilence } from './silence.ts';
import type { Watched } from './watched.ts';

const behind = (address: string): string => address.slice(address.indexOf(':') + 1);

/** A way to a server on which the packets of the connections that are open now can be dropped, both ways, without a word. */
async function openWay(t: TestContext, address: string) {
  const { port } = new URL(address);
  const pairs = new Set<readonly [Socket, Socket]>();
  let accepted = 0;
  const server = createServer((near) => {
    accepted++;
    const far = connect(Number(port), '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (pairs.has(pair)) to.write(bytes);
      });
      from.on('close', () => {
        if (pairs.has(pair)) to.destroy();
      });
      from.on('error', () => undefined);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const held: Socket[] = [];
  t.after(() => {
    server.close();
    for (const socket of [...held, ...[...pairs].flat()]) socket.destroy();
  });
  const way = new URL(address);
  way.port = String((server.address() as AddressInfo).port);
  return {
    address: way.href,
    accepted: () => accepted,
    drop() {
      held.push(...[...pairs].flat());
      pairs.clear();
    },
  };
}

/** Opens a store over such a way; its log is kept. */
async function openOver(t: TestContext, patience: Patience) {
  const address = await freshDatabase();
  const way = await openWay(t, address);
  const logged: string[] = [];
  const log = { ...testHost.log, warn: (_: object, line: string) => void logged.push(line) };
  const options = { platform: { ...testHost, log }, durability: 'process' } as const;
  const store = await openPostgres(behind(way.address), shops, options, { patience });
  t.after(() => store.close());
  return { address, way, store, logged };
}

/** Waits for work to succeed that a lost connection may end. */
async function untilDone<T>(work: () => MaybePromise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      assert.ok(error instanceof StoreUnavailableError, String(error));
    }
  }
}

const countInvoices = (store: Store) => store.prepare({ resource: 'Invoice', conditions: [] }).count(asking());

test('connections whose packets are dropped are given up, and new ones take their place', {
  timeout: 60_000,
}, async (t) => {
  const { store, way, logged } = await openOver(t, { asks: 250, ends: 30_000 });
  let heard = Promise.withResolvers<void>();
  const unwatch = store.events.watch({ sequenced: () => heard.resolve(), recorded: () => undefined });
  t.after(unwatch);
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => fill(store, 'Invoice', [invoice(id, 'north')])));
  assert.equal(await countInvoices(store), 4);
  assert.equal(await store.alive(), true);

  way.drop();
  const reads = Promise.all([get(store, 'Invoice', 'a'), get(store, 'Invoice', 'b')]);
  await untilDone(() => fill(store, 'Invoice', [invoice('e', 'north')]));
  assert.equal(await untilDone(() => countInvoices(store)), 5);
  assert.ok((await reads).every((row) => row !== undefined));
  while (!(await store.alive()));
  await untilDone(() => store.probeWrite());
  assert.match(logged[0]!, /closed connections to a database that became silent/);

  // The connection that listens owed nothing: it was closed with the others.
  heard = Promise.withResolvers();
  for (let number = 1, isHeard = false; !isHeard; number++) {
    const event = eventOfCustomer(`evt_${number}`, 'c', number);
    await untilDone(() => keep(store, (part) => part.events.record([event])));
    await untilDone(() => store.events.assignSequences(10));
    isHeard = await Promise.race([heard.promise.then(() => true), sleep(100, false)]);
  }
});

test('a statement on which the server works is waited for', { timeout: 60_000 }, async (t) => {
  const { store, way, address } = await openOver(t, { asks: 100, ends: 60_000 });
  const other = await createConnector(readConnectionSettings(behind(address)), [])();
  t.after(() => other.end());
  await other.execute({ text: 'BEGIN; LOCK TABLE invoice IN EXCLUSIVE MODE' });
  const writing = fill(store, 'Invoice', [invoice('a', 'north')]);
  // Each question is a new connection.
  for (const before = way.accepted(); way.accepted() < before + 4; ) await sleep(10);
  await other.execute({ text: 'COMMIT' });
  await writing;
  assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
});

/** Watches one connection that owes an answer, and one that owes none, over time that the test moves. */
function watchTwo(connectAnew: Connect, patience: Patience, owedSince = performance.now()) {
  const looks: (() => void)[] = [];
  const after: Platform['after'] = (_, work) => {
    looks.push(work);
    return () => undefined;
  };
  const ends: string[] = [];
  const create = (name: string, owed: number | undefined): Watched => ({
    alive: true,
    process: 7,
    owedSince: owed,
    heardAt: owedSince - 1,
    giveUp: ({ message }) => void ends.push(`${name}: ${message}`),
  });
  const watch = watchSilence(connectAnew, { ...testHost, after }, 'postgres://h/d', patience);
  watch.add(create('asked', owedSince));
  watch.add(create('idle', undefined));
  const look = async (): Promise<readonly string[]> => {
    looks.shift()!();
    while (looks.length === 0) await sleep(1);
    return ends;
  };
  return look;
}

const refuse: Connect = async () => {
  throw new Error('refused');
};
const answer = (working: readonly number[]): Connect => {
  const rows = working.map((process) => [process]);
  const connection = { execute: async () => ({ rows, count: 1, command: 'SELECT' }), end: async () => undefined };
  return async () => connection as unknown as Connection;
};

test('idle connections are closed with a silent one if a new connection opens, else only one that is overdue', async () => {
  const long = performance.now() - 9_000;
  const patience = { asks: 5_000, ends: 35_000 };
  const given = (name: string): string => `${name}: no answer for 9 seconds`;
  assert.deepEqual(await watchTwo(answer([]), patience)(), []);
  assert.deepEqual(await watchTwo(answer([7]), patience, long)(), []);
  assert.deepEqual(await watchTwo(answer([]), patience, long)(), [given('asked'), given('idle')]);
  assert.deepEqual(await watchTwo(refuse, patience, long)(), []);
  assert.deepEqual(await watchTwo(refuse, { asks: 5_000, ends: 8_000 }, long)(), [given('asked')]);
  assert.deepEqual(await watchTwo(answer([7]), { asks: 5_000, ends: 8_000 }, long)(), [given('asked'), given('idle')]);
});

test('a start over a connection whose packets are dropped fails, and says so', { timeout: 60_000 }, async (t) => {
  const way = await openWay(t, await freshDatabase());
  const opening = openPostgres(
    behind(way.address),
    shops,
    { platform: testHost, durability: 'process' },
    {
      patience: { asks: 100, ends: 60_000 },
      now() {
        way.drop();
        return Date.now();
      },
    },
  );
  await assert.rejects(opening, /no answer for .* seconds/);
});
