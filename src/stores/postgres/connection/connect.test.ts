import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { type Connection, createConnector } from './connect.ts';
import { toStoreError } from './failures.ts';
import { readConnectionSettings } from './opening/address.ts';

test('a server that takes a connection and says nothing is given up in time, and counts as away', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connect = createConnector(readConnectionSettings(`//nonet@127.0.0.1:${port}/nonet`), [], undefined, 50);
  await assert.rejects(connect(), (error: Error) => {
    assert.equal(error.message, 'no connection within 0.05 seconds');
    assert.ok(toStoreError(error) instanceof StoreUnavailableError);
    return true;
  });
});

/** Connects to a server that asks for no password and says that it is ready. */
async function connectToOpen(
  t: TestContext,
  asked: { readonly channelBinding?: 'require' },
): Promise<{ readonly connection: Connection; readonly socket: Socket }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // AuthenticationOk, ReadyForQuery
    socket.once('data', () => socket.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')));
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = createConnector({ ...readConnectionSettings(`//nonet@127.0.0.1:${port}/nonet`), ...asked }, []);
  return { connection: await connect(), socket: sockets[0]! };
}

test('a server that binds no channel is refused where the address requires it', (t) =>
  assert.rejects(
    connectToOpen(t, { channelBinding: 'require' }),
    new Error('the server does not support channel binding, which channel_binding=require requires'),
  ));

test('a connection that the server closes is lost, and is told so once', async (t) => {
  const { connection, socket } = await connectToOpen(t, {});
  const { promise, resolve } = Promise.withResolvers<Error>();
  connection.lost = resolve;
  socket.destroy();
  assert.ok(toStoreError(await promise) instanceof StoreUnavailableError);
  assert.equal(connection.alive, false);
});
