import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { createBackgroundReader } from './background-reader.ts';
import type { Reader } from './reader.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Readers without threads, whose work goes on until `finish`. */
function tried() {
  const alive = new Set<Reader>();
  const going: (() => void)[] = [];
  const timers = new Set<() => void>();
  let opened = 0;
  const open = (): Reader => {
    let ended = false;
    let fail = (): void => undefined;
    const reader: Reader = {
      get alive() {
        return !ended;
      },
      read: (work) =>
        new Promise((resolve, reject) => {
          fail = () => reject(new StoreUnavailableError('its thread has ended'));
          going.push(() => resolve(work(async () => [])));
        }),
      async end() {
        ended = true;
        alive.delete(reader);
        fail();
      },
    };
    opened++;
    alive.add(reader);
    return reader;
  };
  const host = {
    log: { info() {}, warn() {}, error() {} },
    after(_: number, work: () => void) {
      timers.add(work);
      return () => timers.delete(work);
    },
  };
  const background = createBackgroundReader('/x.db', host, () => undefined, open);
  const read = (whose: string, signal?: AbortSignal): Promise<string> => {
    const done = background.read({ whose: [whose], signal }, 1_000, async () => whose);
    return done.catch((error: Error) => error.constructor.name);
  };
  return {
    apart: background,
    read,
    alive,
    timers,
    opened: () => opened,
    async finish(count: number) {
      for (const work of going.splice(0, count)) work();
      await settled();
    },
  };
}

test('threads are started as they are needed, four at most, and used again; but one they end when nothing is asked', async () => {
  const { read, alive, opened, finish, timers } = tried();
  assert.equal(opened(), 0);
  const first = read('a');
  await settled();
  assert.equal(opened(), 1);
  await finish(1);
  assert.equal(await first, 'a');
  const many = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e'].map((whose) => read(whose));
  await settled();
  assert.equal(opened(), 4);
  for (let i = 0; i < 8; i++) await finish(1);
  assert.deepEqual(await Promise.all(many), ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e']);
  assert.deepEqual([opened(), alive.size], [4, 4]);
  for (const work of [...timers]) work();
  await settled();
  assert.equal(alive.size, 1);
  const last = read('a');
  await finish(1);
  assert.deepEqual([await last, opened()], ['a', 4]);
});

test('a thread whose work nobody waits for is ended, and the next work gets another', async () => {
  const { read, alive, opened, finish } = tried();
  const gone = new AbortController();
  const given = read('a', gone.signal);
  await settled();
  gone.abort();
  assert.equal(await given, 'StoreTimeoutError');
  await settled();
  assert.equal(alive.size, 0);
  const next = read('a');
  await finish(2);
  assert.deepEqual([await next, opened(), alive.size], ['a', 2, 1]);
});

test('closing ends all threads: what is under way, waits or comes is unavailable', async () => {
  const { apart, read, alive, finish } = tried();
  const some = ['a', 'a', 'a'].map((whose) => read(whose));
  await settled();
  await apart.close();
  assert.deepEqual(await Promise.all(some), [
    'StoreUnavailableError',
    'StoreUnavailableError',
    'StoreUnavailableError',
  ]);
  assert.equal(await read('a'), 'StoreUnavailableError');
  await finish(3);
  assert.equal(alive.size, 0);
});
