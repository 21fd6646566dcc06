import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer } from '../steps/given.ts';
import { type Connections, connectionsOf, limitSending } from './node/connections.ts';
import { headFields, NodeIncoming } from './node/incoming.ts';
import type { Listener, Listening } from './node/listening.ts';
import { type Sending, streamsOfServer } from './node/stream.ts';
import { endWith, refuseBytes } from './node/unreadable.ts';
import { isLoopback } from './proxied.ts';
import type { Service } from './service.ts';

const headBytes = 16_384;
/** A body that nobody read is read on to this many bytes, so that the connection can be used again. */
const drained = 65_536;

/** Serves over HTTP/1.1 by Node's own server. A service without stated authentication listens on this machine only. */
export function listen(service: Service, listening: Listening): Promise<Listener> {
  const { host, port } = listening;
  if (service.loopbackOnly && host !== 'localhost' && !isLoopback(host)) {
    const why = 'its document does not show who may call it, so it is reached from this machine only (127.0.0.1)';
    return Promise.reject(new Error(`the service cannot listen on ${host}: ${why}`));
  }
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: listening.headTime ?? 10_000,
    requestTimeout: listening.requestTime ?? 30_000,
    keepAliveTimeout: listening.idleTime ?? 10_000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
  });
  server.maxHeadersCount = headFields + 1;
  server.setTimeout(listening.silentTime ?? 45_000);
  const sendTime = listening.sendTime ?? 60_000;
  const streams = streamsOfServer();
  const connections = connectionsOf(server, listening.connections ?? 10_000);
  const how: How = { sendTime, streams, connections };
  server.on('request', (request, response) => answer(service, request, response, false, how));
  server.on('checkContinue', (request, response) => answer(service, request, response, true, how));
  server.on('checkExpectation', (request, response) => {
    refuseHead(service, 417, new NodeIncoming(request, response, false), request, response, how);
  });
  server.on('clientError', (error, socket) => refuseBytes(service, error, socket as Socket));
  server.on('connect', (_, socket) => endWith(socket as Socket, () => service.refuseHead(501)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1000 }, () => {
      server.off('error', reject);
      const close = (milliseconds = 5_000) => closing({ service, server, streams, connections }, milliseconds);
      resolve({ address: addressOf(server), close });
    });
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** For a request that is only just arriving, in milliseconds. */
const arriving = 200;
/** For an answer that is overdue to be sent, in milliseconds. */
const overdue = 500;

/**
 * Ends each connection with the answer that is due on it; a request that arrives after all is refused. What takes longer than so
 * many milliseconds is undone and refused too.
 */
function closing(
  {
    service,
    server,
    streams,
    connections,
  }: { service: Service; server: Server } & Pick<How, 'streams' | 'connections'>,
  milliseconds: number,
): Promise<void> {
  return new Promise((resolve) => {
    const timers = [
      setTimeout(() => connections.closeIdle(), Math.min(arriving, milliseconds)),
      setTimeout(() => service.hurry?.(), milliseconds),
      setTimeout(() => server.closeAllConnections(), milliseconds + overdue),
    ];
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    connections.end();
    streams.end();
  });
}

/** How answers are sent: what is left of one within so many milliseconds, and streams. */
interface How {
  readonly connections: Connections;
  readonly sendTime: number;
  readonly streams: Sending;
}

function answer(service: Service, request: IncomingMessage, response: ServerResponse, waits: boolean, how: How): void {
  const { socket } = request;
  if (!how.connections.begin(socket, response)) {
    // Node reads on as soon as a message is complete.
    process.nextTick(() => socket.pause());
    return;
  }
  const incoming = new NodeIncoming(request, response, waits);
  const wrong = incoming.wrong();
  if (wrong !== 0) {
    refuseHead(service, wrong, incoming, request, response, how);
    return;
  }
  // Bytes behind it may be of another protocol, and Node would read some of them as requests (RFC 9110, section 7.8).
  if (incoming.header('upgrade') !== undefined) how.connections.endBehind(socket, response);
  const head = request.method === 'HEAD';
  const answered = service.handle(incoming);
  if (answered instanceof Promise) {
    void answered.then((one) => finish(one, incoming, response, head, how));
  } else finish(answered, incoming, response, head, how);
}

/** Refuses a request by its head alone, and ends its connection behind the answer. */
function refuseHead(
  service: Service,
  status: number,
  { peer }: NodeIncoming,
  request: IncomingMessage,
  response: ServerResponse,
  how: How,
): void {
  how.connections.endBehind(request.socket, response);
  service.unread?.(peer);
  send(response, service.refuseHead(status), request.method === 'HEAD', how.sendTime);
}

function finish(answered: Answer, incoming: NodeIncoming, response: ServerResponse, head: boolean, how: How): void {
  const { sent, stream } = answered;
  if (response.destroyed) {
    sent?.();
    return;
  }
  if (sent !== undefined) response.once('close', sent);
  if (incoming.hasBody && incoming.unread() > drained) how.connections.endBehind(response.socket, response);
  if (stream === undefined) {
    send(response, answered, head, how.sendTime);
    return;
  }
  response.writeHead(answered.status, answered.headers as string[]);
  if (head) response.end();
  else how.streams.send(response, stream);
}

function send(response: ServerResponse, { status, headers, body }: Answer, head: boolean, sendTime: number): void {
  const all = headers as string[];
  if (body !== undefined) {
    const length = Buffer.byteLength(body);
    all.push('Content-Length', String(length));
    response.writeHead(status, all);
    if (!head) limitSending(response, length, sendTime);
    if (head) response.end();
    // A text of ASCII alone is the same bytes in both, and Latin-1 is copied without being encoded.
    else response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  if (status !== 204 && status !== 304) all.push('Content-Length', '0');
  response.writeHead(status, all);
  response.end();
}
