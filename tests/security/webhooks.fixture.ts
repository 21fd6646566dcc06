import { createServer as createHttp, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Outgoing } from '../../src/contracts/platform.ts';
import { bothStores } from '../serve/support/both-stores.fixture.ts';

/** Opens a store of SQLite for a test. */
export const [, openSqlite] = bothStores[0]!;

/** A server on this machine that lasts as long as the test. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A server of HTTP on this machine; gives its port. */
export const http = (t: TestContext, answer: RequestListener): Promise<number> => listen(t, createHttp(answer));

/** A request to an address, without any bound on where it leads. */
export function outgoing(url: string, more: Partial<Outgoing> = {}): Outgoing {
  return { url, headers: {}, body: '{}', allowed: () => true, milliseconds: 1_000, mostBytes: 65_536, ...more };
}

/** Registers an address; gives the status. */
export async function registered(
  service: { ask(line: string, body?: unknown): Promise<{ readonly status: number }> },
  url: string,
): Promise<number> {
  return (await service.ask('POST /hooks', { url })).status;
}
