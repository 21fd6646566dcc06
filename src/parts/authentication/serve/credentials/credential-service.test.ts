import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialRecord } from '../../../../contracts/caller.ts';
import type { Credentials } from '../../../../contracts/sessions/credential-store.ts';
import { createNodePlatform } from '../../../../serve/platform-node.ts';
import { openCredentialService } from './credential-service.ts';
import { makeKey } from './keys.ts';

const real = createNodePlatform({ info() {}, warn() {}, error() {} });
const sentIn = [{ in: 'header', name: 'X-Api-Key' }] as const;
const schemes = [
  { name: 'key', kind: 'api key', sentIn, line: 1 },
  { name: 'key_b', kind: 'api key', sentIn, lifetime: 1000, line: 2 },
];

const attributes = [
  { name: 'shop', type: { kind: 'string' }, line: 3 },
  { name: 'level', type: { kind: 'int' }, line: 4 },
] as const;

/** A ring over credentials in memory that answer later, what was asked of them, and how its clock goes on. */
function ringOf() {
  const kept = new Map<string, CredentialRecord>();
  const asked: string[] = [];
  const uses: [string, number][][] = [];
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  let now = 1_000_000_000;
  let version = 0;
  let silent: Promise<void> | undefined;
  let slow: Promise<void> | undefined;
  const over: number[] = [];
  const end = (id: string, at: number): boolean => {
    const found = [...kept.values()].find((record) => record.id === id && record.revokedAt === undefined);
    if (found === undefined) return false;
    kept.set(found.hash, { ...found, revokedAt: at });
    version++;
    return true;
  };
  const credentials: Credentials = {
    find: async (hash) => {
      asked.push(hash);
      return kept.get(hash);
    },
    create: async (record) => void kept.set(record.hash, record),
    createFirst: async () => false,
    list: () => [...kept.values()],
    revoke: async (id, at) => end(id, at),
    change: async (id, _at, to) => {
      const found = [...kept.values()].filter((record) => record.id === id && record.revokedAt === undefined);
      const changed = found.map((record) => ({ ...record, ...to(record, []) }));
      for (const record of changed) kept.set(record.hash, record);
      version++;
      return changed;
    },
    used: async (moments) => {
      await slow;
      uses.push([...moments]);
    },
    version: async () => {
      await silent;
      return version;
    },
    endedSessions: () => [],
    idleSessions: () => [],
    expire: async () => over.shift() ?? 0,
  };
  const host = {
    ...real,
    now: () => now,
    after: (milliseconds: number, work: () => void) => {
      waiting.push({ at: now + milliseconds, work });
      return () => undefined;
    },
  };
  const service = openCredentialService({ schemes, attributes, store: { credentials }, platform: host });
  const goOn = async (milliseconds: number): Promise<void> => {
    const until = now + milliseconds;
    for (let next = waiting[0]; next !== undefined && next.at <= until; next = waiting[0]) {
      now = waiting.shift()!.at;
      next.work();
      await new Promise((resolve) => setImmediate(resolve));
    }
    now = until;
  };
  const make = async (scheme: string, more: object = {}): Promise<string> =>
    (await service.make({ kind: 'key', scheme, scopes: [], attributes: { shop: scheme, other: 1 }, ...more }, now))
      .text;
  /** The store does not tell its version until the function that this gives is called. */
  const silence = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    silent = promise;
    return () => {
      silent = undefined;
      resolve();
    };
  };
  /** What is to be written waits until the function that this gives is called, and then perhaps fails. */
  const slowDown = (fails = false): (() => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    slow = promise;
    return () => (fails ? reject(new Error('away')) : resolve());
  };
  return { credentials: service, asked, uses, end, goOn, make, silence, slowDown, over, now: () => now };
}

test('what has no check sum that fits never reaches the store; what is unknown does once in a second', async () => {
  const { credentials, asked, goOn, now } = ringOf();
  const { key } = makeKey(real, 'key');
  const dotted = `${key.slice(0, 10)}..${key.slice(12)}`;
  const cut = [`${key}0`, `${key.slice(0, -1)}~`, key.replace('key_', 'kez_')];
  for (const text of ['', 'key_', ...cut, dotted, 'a.b.c', 'x'.repeat(10_000)]) {
    assert.equal(await credentials.find('key', text, now()), undefined);
  }
  assert.equal(asked.length, 0);
  await Promise.all(Array.from({ length: 50 }, () => credentials.find('key', key, now())));
  for (let i = 0; i < 50; i++) assert.equal(await credentials.find('key', key, now()), undefined);
  assert.equal(asked.length, 1);
  await goOn(1000);
  assert.equal(await credentials.find('key', key, now()), undefined);
  assert.equal(asked.length, 2);
});

test('a credential is of one scheme, holds the attributes that the document states, and ends with its lifetime', async () => {
  const { credentials, asked, make, now } = ringOf();
  const [one, two] = [await make('key'), await make('key_b', { lifetime: 5000 })];
  assert.equal(await credentials.find('key_b', one, now()), undefined);
  assert.equal(await credentials.find('key', two, now()), undefined);
  const { id, scopes, values } = (await credentials.find('key', one, now()))!;
  assert.deepEqual(values, { id, scopes, scheme: 'key', shop: 'key' });
  assert.equal((await credentials.find('key_b', two, now() + 999))?.values.shop, 'key_b');
  assert.equal(await credentials.find('key_b', two, now() + 1000), undefined);
  assert.equal(asked.length, 2);
});

test('a clock that is set back shuts out only who would live longer by it, and the log says so once a minute', async (t) => {
  const logged: unknown[] = [];
  t.mock.method(real.log, 'warn', (...line: unknown[]) => void logged.push(line));
  const { credentials, make, now } = ringOf();
  const [endless, ends] = [await make('key', { attributes: { shop: 'north' } }), await make('key', { lifetime: 5000 })];
  const south = await make('key', { attributes: { shop: 'south' } });
  const back = now() - 3_600_000;
  assert.equal((await credentials.find('key', endless, back))?.values.shop, 'north');
  assert.equal((await credentials.find('key', south, back))?.values.shop, 'south');
  for (let count = 0; count < 3; count++) assert.equal(await credentials.find('key', ends, back + count), undefined);
  assert.equal(logged.length, 1);
  assert.match(
    JSON.stringify(logged),
    /"milliseconds":3600000\},"a credential has a creation time in the future: was the clock set/,
  );
  assert.equal((await credentials.find('key', ends, now()))?.values.shop, 'key');
});

test('what a credential holds of another type than the document states is an absent attribute', async () => {
  const { credentials, make, now } = ringOf();
  const valuesOf = async (held: object): Promise<unknown> => {
    const { id, scopes, scheme, ...rest } = (await credentials.find(
      'key',
      await make('key', { attributes: held }),
      now(),
    ))!.values;
    return rest;
  };
  assert.deepEqual(await valuesOf({ shop: 'north', level: 3 }), { shop: 'north', level: 3 });
  assert.deepEqual(await valuesOf({ shop: 7, level: '3' }), {});
  assert.deepEqual(await valuesOf({ shop: null, level: 3.5, __proto__: { shop: 'south' } }), {});
});

test('an end is seen at once where it was made, within a second where not, and an undone one not at all', async () => {
  const { credentials, end, goOn, make, now } = ringOf();
  const [here, there, undone] = [await make('key'), await make('key'), await make('key')];
  const idOf = async (text: string): Promise<string> => (await credentials.find('key', text, now()))!.credential;
  const ids = [await idOf(here), await idOf(there), await idOf(undone)] as const;
  assert.equal(await credentials.revoke(ids[0], now()), true);
  assert.equal(await credentials.find('key', here, now()), undefined);
  assert.equal(await credentials.revoke(ids[0], now()), false);
  assert.notEqual(await credentials.find('key', there, now()), undefined);
  assert.equal(end(ids[1], now()), true);
  assert.notEqual(await credentials.find('key', there, now()), undefined);
  await goOn(1000);
  assert.equal(await credentials.find('key', there, now()), undefined);
  const nothing = { create() {}, revoke: () => true, shorten() {} };
  await credentials.revoke(ids[2], now(), { credentials: nothing } as unknown as Parameters<
    typeof credentials.revoke
  >[2]);
  assert.notEqual(await credentials.find('key', undone, now()), undefined);
  end(ids[2], now());
  assert.equal(await credentials.find('key', undone, now()), undefined);
});

test('while the store does not answer nothing is taken from memory', async () => {
  const { credentials, asked, end, goOn, make, silence, now } = ringOf();
  const [first, other] = [await make('key'), await make('key')];
  const { credential } = (await credentials.find('key', first, now()))!;
  await credentials.find('key', other, now());
  const speak = silence();
  await goOn(2000);
  end(credential, now());
  assert.equal(await credentials.find('key', first, now()), undefined);
  for (let i = 0; i < 3; i++) assert.notEqual(await credentials.find('key', other, now()), undefined);
  assert.equal(asked.length, 6);
  speak();
  await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 3; i++) assert.notEqual(await credentials.find('key', other, now()), undefined);
  assert.equal(asked.length, 7);
});

test('an end is seen within a second however long the uses take to be noted, and they are noted before the end', async () => {
  const { credentials, uses, end, goOn, make, slowDown, now } = ringOf();
  const text = await make('key');
  const { credential } = (await credentials.find('key', text, now()))!;
  const write = slowDown();
  await goOn(12_000);
  end(credential, now());
  await goOn(1000);
  assert.equal(await credentials.find('key', text, now()), undefined);
  assert.equal(uses.length, 0);
  const closing = credentials.close();
  write();
  await closing;
  assert.deepEqual(uses.flat(), [[credential, 1_000_000_000 - (1_000_000_000 % 60_000)]]);
});

test('uses that could not be noted are noted later', async () => {
  const { credentials, uses, goOn, make, slowDown, now } = ringOf();
  const text = await make('key');
  await credentials.find('key', text, now());
  slowDown(true)();
  await goOn(12_000);
  assert.equal(uses.length, 0);
  slowDown()();
  await goOn(12_000);
  assert.equal(uses.flat().length, 1);
});

test('tokens that are over are removed each minute, and each second where more are left', async () => {
  const { goOn, over } = ringOf();
  over.push(1000, 1000, 3, 1000, 2);
  await goOn(3000);
  assert.equal(over.length, 2);
  await goOn(54_000);
  assert.equal(over.length, 2);
  await goOn(5_000);
  assert.equal(over.length, 0);
});

test('uses are noted to the minute, many at once', async () => {
  const { credentials, uses, goOn, make, now } = ringOf();
  const all = await Promise.all(Array.from({ length: 5 }, () => make('key')));
  for (let i = 0; i < 100; i++) for (const text of all) await credentials.find('key', text, now());
  assert.equal(uses.length, 0);
  await goOn(10_000);
  assert.equal(uses.length, 1);
  assert.deepEqual(new Set(uses[0]!.map(([, at]) => at)), new Set([1_000_000_000 - (1_000_000_000 % 60_000)]));
  assert.equal(uses[0]!.length, 5);
  for (const text of all) await credentials.find('key', text, now());
  await goOn(10_000);
  assert.equal(uses.length, 1);
  await goOn(60_000);
  await credentials.find('key', all[0]!, now());
  await credentials.close();
  assert.deepEqual(
    uses.slice(1).map((use) => use.length),
    [1],
  );
});
