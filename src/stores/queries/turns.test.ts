import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreOverloadedError, StoreTimeoutError, StoreUnavailableError } from '../../contracts/store.ts';
import { createFairQueue, type FairQueue } from './turns.ts';

interface Tried {
  readonly queue: FairQueue;
  /** Names of what has begun, in order. */
  readonly begun: string[];
  /** What has ended, and how. */
  readonly ended: string[];
  readonly warned: string[];
  /** Asks for work of a caller, which goes on until `finish`. */
  ask(whose: string, signal?: AbortSignal, milliseconds?: number): Promise<void>;
  /** Ends the work that has begun under this name. */
  finish(name: string): Promise<void>;
  /** Lets the time of all that waits for its time be over. */
  timeout(): Promise<void>;
}

/** Lets everything settle that waits for nothing. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function tried(most: number): Tried {
  const begun: string[] = [];
  const ended: string[] = [];
  const warned: string[] = [];
  const timers = new Set<() => void>();
  const going = new Map<string, () => void>();
  const counts = new Map<string, number>();
  const log = { info() {}, error() {}, warn: (_: object, message: string) => void warned.push(message) };
  const queue = createFairQueue(most, {
    log,
    after(_, work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  return {
    queue,
    begun,
    ended,
    warned,
    async ask(whose, signal, milliseconds) {
      const nth = (counts.get(whose) ?? 0) + 1;
      counts.set(whose, nth);
      const name = `${whose}${nth}`;
      const asked = { whose: whose.split('/'), signal };
      const done = queue.take(asked, milliseconds, async ({ stopped }) => {
        begun.push(name);
        stopped(() => ended.push(`${name} stopped`));
        await new Promise<void>((resolve) => going.set(name, resolve));
      });
      done.then(
        () => ended.push(name),
        (error: Error) => ended.push(`${name} ${error.constructor.name}`),
      );
      await settled();
    },
    async finish(name) {
      const finish = going.get(name);
      assert.ok(finish, `${name} has not begun`);
      going.delete(name);
      finish();
      await settled();
    },
    async timeout() {
      for (const work of [...timers]) work();
      await settled();
    },
  };
}

test('one caller has at most half of the places, whatever it asks for; another begins at once', async () => {
  const { ask, begun } = tried(4);
  for (let i = 0; i < 20; i++) await ask('a');
  assert.deepEqual(begun, ['a1', 'a2']);
  await ask('b');
  await ask('b');
  await ask('b');
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
});

test('callers take turns: who has least under way, then who was served longest ago', async () => {
  const { ask, begun, finish } = tried(2);
  for (const whose of ['a', 'a', 'a', 'b', 'b', 'c', 'd']) await ask(whose);
  assert.deepEqual(begun, ['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'd1']) await finish(name);
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'b2', 'c1', 'd1', 'a3']);
});

test('a tenant with many callers takes turns as one, and leaves a place to others', async () => {
  const { ask, begun, finish } = tried(4);
  for (let i = 0; i < 10; i++) await ask(`a/${i}`);
  assert.deepEqual(begun, ['a/01', 'a/11', 'a/21']);
  await ask('b/x');
  assert.deepEqual(begun.at(-1), 'b/x1');
  await ask('b/x');
  await ask('c/x');
  await finish('a/01');
  assert.deepEqual(begun.at(-1), 'c/x1');
  await finish('c/x1');
  assert.deepEqual(begun.at(-1), 'b/x2');
  await finish('b/x1');
  assert.deepEqual(begun.at(-1), 'a/31');
});

test('of one caller so many wait at most; the others wait on, and one more is refused', async () => {
  const { ask, ended, warned, begun } = tried(2);
  for (let i = 0; i < 66; i++) await ask('a');
  assert.deepEqual(ended, ['a66 StoreOverloadedError']);
  await ask('b');
  assert.deepEqual(begun, ['a1', 'b1']);
  await ask('a');
  assert.deepEqual(ended, ['a66 StoreOverloadedError', 'a67 StoreOverloadedError']);
  // Told once, however many were turned away.
  assert.deepEqual(warned, ['slow reads were rejected: too many are waiting']);
});

test('who does not get a turn is told why', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const later: (() => void)[] = [];
  const queue = createFairQueue(1, {
    log,
    after(_, work) {
      later.push(work);
      return () => undefined;
    },
  });
  void queue.take({ whose: ['a'] }, undefined, () => new Promise(() => undefined));
  const late = queue.take({ whose: ['a'] }, 1, async () => undefined);
  for (const work of later) work();
  await assert.rejects(late, { message: 'the request timed out' });
  const waiting = Array.from({ length: 200 }, () => queue.take({ whose: ['a'] }, undefined, async () => undefined));
  const refused = waiting.map((turn) => turn.catch((error: Error) => error.message));
  assert.equal(await refused.at(-1), 'too many slow reads are waiting');
  queue.close();
  assert.equal(await refused[0], 'the store is closed');
  await assert.rejects(
    queue.take(undefined, 1, async () => undefined),
    { message: 'the store is closed' },
  );
});

test('of all callers so many wait at most; those who have most in the line make room for others', async () => {
  const { ask, begun, ended } = tried(2);
  for (let i = 0; i < 20; i++) for (let j = 0; j < 60; j++) await ask(`t/${i}`);
  assert.ok(ended.every((outcome) => outcome.endsWith('StoreOverloadedError')));
  const before = ended.length;
  assert.equal(before, 1200 - 1000 - 1);
  await ask('new/x');
  assert.deepEqual([begun.at(-1), ended.length], ['new/x1', before]);
  for (const whose of ['new/x', 'other/x', 'other/y']) {
    await ask(whose);
    assert.match(ended.at(-1)!, /^t\/\d+ StoreOverloadedError$/, whose);
  }
  assert.equal(ended.length, before + 3);
});

test('who waits no longer leaves the line; what has begun keeps its place until it has ended', async () => {
  const { ask, begun, ended, finish } = tried(2);
  const gone = new AbortController();
  await ask('a', gone.signal);
  await ask('a', gone.signal);
  await ask('a');
  await ask('b');
  assert.deepEqual(begun, ['a1', 'b1']);
  gone.abort();
  await settled();
  assert.deepEqual(ended.toSorted(), ['a1 StoreTimeoutError', 'a1 stopped', 'a2 StoreTimeoutError']);
  assert.deepEqual(begun, ['a1', 'b1']);
  await finish('a1');
  assert.deepEqual(begun, ['a1', 'b1', 'a3']);
  await ask('a', AbortSignal.abort());
  assert.equal(ended.at(-1), 'a4 StoreTimeoutError');
});

test('work whose time is over is refused, waiting or not', async () => {
  const { ask, begun, ended, timeout, finish } = tried(2);
  await ask('a', undefined, 100);
  await ask('a', undefined, 100);
  await ask('a');
  await timeout();
  assert.deepEqual(ended.toSorted(), ['a1 StoreTimeoutError', 'a1 stopped', 'a2 StoreTimeoutError']);
  await finish('a1');
  assert.deepEqual(begun, ['a1', 'a3']);
  await timeout();
  assert.equal(ended.length, 3);
});

test('what waits when the store is closed, and what comes after, is unavailable', async () => {
  const { queue, ask, ended, finish } = tried(2);
  await ask('a');
  await ask('a');
  queue.close();
  await settled();
  assert.deepEqual(ended, ['a2 StoreUnavailableError']);
  await assert.rejects(
    queue.take(undefined, undefined, async () => undefined),
    StoreUnavailableError,
  );
  await finish('a1');
  assert.deepEqual(ended, ['a2 StoreUnavailableError', 'a1']);
});

test('work that fails makes room for the next; a million turns leave nothing behind', async () => {
  const { queue } = tried(2);
  await assert.rejects(
    queue.take({ whose: ['a'] }, 100, () => Promise.reject(new StoreTimeoutError('slow'))),
    StoreTimeoutError,
  );
  await assert.rejects(
    queue.take({ whose: ['a'] }, 100, () => {
      throw new StoreOverloadedError('at once');
    }),
    StoreOverloadedError,
  );
  let count = 0;
  for (let i = 0; i < 10_000; i++) {
    await queue.take({ whose: [`t${i}`, 'x'] }, 100, async () => {
      count++;
    });
  }
  assert.equal(count, 10_000);
});
