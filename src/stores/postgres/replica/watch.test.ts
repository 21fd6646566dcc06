import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreparedQuery } from '../../../contracts/store.ts';
import { asking, testHost } from '../../suites/surroundings.suite.ts';
import type { Connection, StatementResult } from '../connection/connect.ts';
import { createReplica } from '../replica.ts';
import { createLagMeter } from './lag.ts';
import { ReplicaError, ReplicaLink } from './link.ts';
import { createPositionReader, PositionError } from './position.ts';
import { ReplicaWatch } from './watch.ts';

/** A watch over a primary and a replica whose positions the test sets; `look` is the next look of the watch. */
async function openStage() {
  const primary = { bytes: 100, server: 'first', fails: false };
  const replica = { bytes: 100 as number | null };
  let look = (): void => undefined;
  const logged: string[] = [];
  const errors: unknown[] = [];
  const log = (facts: object, message: string): void => {
    logged.push(message);
    errors.push((facts as { readonly error?: string }).error);
  };
  const platform = {
    ...testHost,
    log: { info: log, warn: log, error: log },
    after(milliseconds: number, work: () => void) {
      if (milliseconds === 1_000) look = work;
      return () => undefined;
    },
  };
  const connect = async (): Promise<Connection> => {
    const connection: Connection = {
      alive: true,
      lost: undefined,
      heard: undefined,
      execute: async () => ({ rows: [[replica.bytes]], count: 1, command: 'SELECT' }),
      end: async () => undefined,
    };
    return connection;
  };
  const watch = new ReplicaWatch({
    platform,
    shown: 'postgres://replica/db',
    wait: 0,
    open: async () => new ReplicaLink(await connect(), connect, 1),
    async position() {
      if (primary.fails) throw new PositionError('the primary is gone');
      return primary;
    },
  });
  await watch.begin();
  const settled = async () => {
    look();
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { watch, primary, replica, logged, errors, look: settled };
}

const reason = (expected: string, message: string) => (error: unknown) =>
  error instanceof ReplicaError && error.reason === expected && error.message === message;

describe('the watch of a replica', () => {
  test('lets a replica answer that has applied all, and none that has not', async () => {
    const { watch, primary, replica, look } = await openStage();
    await watch.current();
    primary.bytes = 101;
    await assert.rejects(watch.current(), reason('lagging', 'earlier writes are not applied yet'));
    assert.equal(watch.status().lagBytes, 1);
    replica.bytes = 101;
    await assert.rejects(watch.current(), reason('lagging', 'lagging since the last check'));
    await look();
    await watch.current();
    assert.deepEqual(watch.status(), { state: 'current', lag: 0, lagBytes: 0 });
  });

  test('compares the replica anew with another primary, which may lack writes that the replica has', async () => {
    const { watch, primary, replica, logged, errors, look } = await openStage();
    replica.bytes = 120;
    await look();
    assert.deepEqual(errors, ['it has applied writes that the primary does not have']);
    assert.equal(watch.status().state, 'unreachable');
    assert.deepEqual(logged, ['the replica is unreachable: the primary answers']);
    primary.bytes = 130;
    replica.bytes = 130;
    await look();
    await watch.current();
    Object.assign(primary, { bytes: 90, server: 'second' });
    await assert.rejects(watch.current(), reason('unreachable', 'not yet compared with this primary'));
    await look();
    await assert.rejects(watch.current(), reason('unreachable', 'no connection'));
    primary.bytes = 140;
    replica.bytes = 140;
    await look();
    await watch.current();
  });

  test('says nothing of the replica while the primary is gone', async () => {
    const { watch, primary, logged, look } = await openStage();
    primary.fails = true;
    await look();
    await assert.rejects(watch.current(), PositionError);
    assert.deepEqual([watch.status().state, logged], ['current', []]);
  });

  test('ends with a replica that became a server of its own', async () => {
    const { watch, replica, errors, look } = await openStage();
    replica.bytes = null;
    await look();
    assert.deepEqual(watch.status(), { state: 'unreachable' });
    assert.deepEqual(errors, ['the server is not a standby']);
    await assert.rejects(watch.current(), reason('unreachable', 'no connection'));
  });
});

test('a read that fails on the replica runs again on the primary, and it is logged once a minute', async () => {
  const logged: string[] = [];
  const log = (_: object, message: string): void => void logged.push(message);
  const failing = { execute: () => Promise.reject(new Error('canceling statement due to conflict with recovery')) };
  const watch = { current: async () => failing, status: () => ({ state: 'current' }), end() {} };
  const found = (count: number): PreparedQuery => ({
    one: () => undefined,
    many: () => ({ rows: [] }),
    count: () => count,
    figures: () => [],
  });
  const replica = createReplica(
    watch as unknown as ReplicaWatch,
    () => found(7),
    ({ quick }) =>
      () => ({ ...found(0), count: async () => (await quick.execute({ text: 'SELECT 1' })).count }),
    { ...testHost, log: { info: log, warn: log, error: log } },
  );
  const query = replica.prepare({ resource: 'Invoice', conditions: [] });
  assert.deepEqual([await query.count(asking()), await query.count(asking())], [7, 7]);
  assert.deepEqual(logged, ['failed to read from the replica: the primary answers']);
  assert.deepEqual(replica.status().fallbacks, { lagging: 0, unreachable: 0, failed: 2 });
  replica.close();
});

test('reads of one moment share a question to the primary, and a later read never gets an earlier answer', async () => {
  const answers: ((position: number) => void)[] = [];
  const execute = (): Promise<StatementResult> =>
    new Promise((resolve) => {
      answers.push((bytes) => resolve({ rows: [[bytes, 'server']], count: 1, command: 'SELECT' }));
    });
  const read = createPositionReader({ execute }, 'full');
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = [read(), read()];
  await turn();
  assert.equal(answers.length, 1);
  const later = [read(), read()];
  await turn();
  assert.equal(answers.length, 1);
  answers[0]!(1);
  await turn();
  answers[1]!(2);
  const found = (await Promise.all([...first, ...later])).map(({ bytes }) => bytes);
  assert.deepEqual([found, answers.length], [[1, 1, 2, 2], 2]);
});

test('the lag is the age of the last state that the replica is known to have had', () => {
  const lag = createLagMeter();
  assert.deepEqual([lag.milliseconds(0), lag.bytes()], [0, 0]);
  lag.written(100, 1_000);
  lag.applied(100);
  lag.written(100, 2_000);
  assert.deepEqual([lag.milliseconds(9_000), lag.bytes()], [0, 0]);
  lag.written(150, 3_000);
  lag.written(200, 4_000);
  assert.deepEqual([lag.milliseconds(5_000), lag.bytes()], [3_000, 100]);
  lag.applied(160);
  assert.deepEqual([lag.milliseconds(5_000), lag.bytes()], [2_000, 40]);
  lag.applied(200);
  assert.deepEqual([lag.milliseconds(5_000), lag.bytes()], [0, 0]);
});
