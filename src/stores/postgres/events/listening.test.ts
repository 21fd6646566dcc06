import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventWatcher } from '../../../contracts/events.ts';
import { testHost } from '../../suites/surroundings.suite.ts';
import type { Connection } from '../connection/connect.ts';
import { createListening, type Listening } from './listening.ts';

interface Stage {
  readonly listening: Listening;
  readonly opened: Connection[];
  /** The connections that were ended. */
  readonly ended: Connection[];
  /** The work that waits for its time, in milliseconds. */
  readonly waiting: (readonly [milliseconds: number, work: () => void])[];
}

/** Creates a listener over connections without a server; those with a number in `failing` cannot be opened. */
function openStage(failing: readonly number[] = []): Stage {
  const opened: Connection[] = [];
  const ended: Connection[] = [];
  const waiting: Stage['waiting'] = [];
  let count = 0;
  const connect = async (): Promise<Connection> => {
    count += 1;
    if (failing.includes(count)) throw new Error('the server does not answer');
    const connection: Connection = {
      alive: true,
      lost: undefined,
      heard: undefined,
      execute: async () => ({ rows: [['events of a service']], count: 1, command: 'SELECT' }),
      end: async () => void ended.push(connection),
    };
    opened.push(connection);
    return connection;
  };
  const after = (milliseconds: number, work: () => void) => {
    waiting.push([milliseconds, work]);
    return () => undefined;
  };
  return { listening: createListening(connect, { ...testHost, after }), opened, ended, waiting };
}

function createWatcher(): { readonly watcher: EventWatcher; readonly heard: number[] } {
  const heard: number[] = [];
  return { watcher: { sequenced: (newest) => void heard.push(newest) }, heard };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a lost connection is opened again after a second, and its watchers are notified of events again', async () => {
  const { listening, opened, waiting } = openStage();
  const { watcher, heard } = createWatcher();
  listening.watch(watcher);
  await settled();
  opened[0]!.heard!('4');
  opened[0]!.lost!(new Error('the connection was lost'));
  assert.deepEqual([opened.length, waiting.map(([milliseconds]) => milliseconds)], [1, [1_000]]);
  waiting[0]![1]();
  await settled();
  opened[1]!.heard!('7');
  assert.deepEqual(heard, [4, 7]);
  await listening.end();
});

test('a connection that cannot be opened is tried again after a second', async () => {
  const { listening, opened, waiting } = openStage([1]);
  const { watcher, heard } = createWatcher();
  listening.watch(watcher);
  await settled();
  assert.deepEqual([opened.length, waiting.length], [0, 1]);
  waiting[0]![1]();
  await settled();
  opened[0]!.heard!('1');
  assert.deepEqual(heard, [1]);
  await listening.end();
});

test('all watchers share one connection, and one that leaves does not end it for the others', async () => {
  const { listening, opened } = openStage();
  const [one, other] = [createWatcher(), createWatcher()];
  const leave = listening.watch(one.watcher);
  await settled();
  listening.watch(other.watcher);
  await settled();
  leave();
  opened[0]!.heard!('2');
  assert.deepEqual([opened.length, one.heard, other.heard], [1, [], [2]]);
  await listening.end();
});

test('the connection ends with its last watcher, and is not opened again if it is lost meanwhile', async () => {
  const { listening, opened, ended, waiting } = openStage();
  const [leaveFirst, leaveLast] = [createWatcher(), createWatcher()].map(({ watcher }) => listening.watch(watcher));
  await settled();
  leaveFirst!();
  assert.deepEqual(ended, []);
  leaveLast!();
  assert.deepEqual(ended, opened);
  opened[0]!.lost!(new Error('the connection was lost'));
  assert.deepEqual(waiting, []);
  await listening.end();
});
