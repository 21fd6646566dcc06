import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Connection } from './connection.ts';
import { type Activity, closeSilentConnections } from './silent-connections.ts';

interface FakeConnection {
  bytesRead: number;
  bytesWritten: number;
  timeout?: number;
  _httpMessage?: { readonly headersSent: boolean } | null;
  destroyed: boolean;
}

/** A server whose clock stands still until `pass`: 10 seconds of idle time, 45 of silence. */
function openServer(t: TestContext) {
  let clock = 0;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => clock);
  const server = new EventEmitter();
  const open = new Map<Connection, Activity>();
  closeSilentConnections(server as unknown as Server, open, { idle: 10_000, silent: 45_000 });
  server.emit('listening');
  return {
    server,
    connect(state: Partial<FakeConnection> = {}): FakeConnection {
      const connection: FakeConnection = { bytesRead: 0, bytesWritten: 0, destroyed: false, ...state };
      const socket = Object.assign(connection, { destroy: () => (connection.destroyed = true) });
      open.set(socket as unknown as Connection, { bytes: 0, since: clock });
      return connection;
    },
    pass(seconds: number): void {
      for (let second = 0; second < seconds; second++) {
        clock += 1_000;
        t.mock.timers.tick(1_000);
      }
    },
  };
}

test('a connection between two requests is closed after the idle time, never before it', (t) => {
  const { connect, pass } = openServer(t);
  const connection = connect({ _httpMessage: null, bytesRead: 40, bytesWritten: 90 });
  pass(10);
  assert.equal(connection.destroyed, false);
  connection.bytesRead = 41;
  pass(11);
  assert.equal(connection.destroyed, false);
  pass(2);
  assert.equal(connection.destroyed, true);
});

test('a connection whose request arrives, or whose response is due, is closed after the longer time without a byte', (t) => {
  const { connect, pass } = openServer(t);
  const [begun, due] = [connect(), connect({ _httpMessage: { headersSent: false }, bytesRead: 40 })];
  pass(44);
  assert.deepEqual([begun.destroyed, due.destroyed], [false, false]);
  pass(2);
  assert.deepEqual([begun.destroyed, due.destroyed], [true, true]);
});

test('a stream stays open without a byte', (t) => {
  const { connect, pass } = openServer(t);
  const stream = connect({ _httpMessage: { headersSent: true }, timeout: 0, bytesWritten: 90 });
  pass(100);
  assert.equal(stream.destroyed, false);
});

test('no connection is checked after the server has closed', (t) => {
  const { connect, pass, server } = openServer(t);
  const connection = connect({ _httpMessage: null });
  server.emit('close');
  pass(100);
  assert.equal(connection.destroyed, false);
});
