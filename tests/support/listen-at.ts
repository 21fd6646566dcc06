import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Lets a server listen on a free port of this machine; `close` ends its connections too. */
export async function listenAt(server: Server): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}

/** Finds a port of this machine that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const { port } = await listenAt(server);
  await new Promise((done) => server.close(done));
  return port;
}
