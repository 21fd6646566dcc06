import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer } from '../steps/given.ts';
import { limitConnections, limitSending } from './node/connections.ts';
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
  limitConnections(server, listening.connections ?? 10_000);
  const sendTime = listening.sendTime ?? 60_000;
  const streams = streamsOfServer();
  const how: How = { sendTime, streams, ending: new WeakSet() };
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
      resolve({ address: addressOf(server), close: (milliseconds = 10_000) => close(server, streams, milliseconds) });
    });
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function close(server: Server, streams: Sending, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
    streams.end();
    server.closeIdleConnections();
  });
}

/** How answers are sent: what is left of one within so many milliseconds, and streams. */
interface How {
  /** Connections that end with the answer under way: what follows on them is no request (RFC 9112, section 9.6). */
  readonly ending: WeakSet<Socket>;
  readonly sendTime: number;
  readonly streams: Sending;
}

function answer(service: Service, request: IncomingMessage, response: ServerResponse, waits: boolean, how: How): void {
  const { socket } = request;
  if (how.ending.has(socket)) {
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
  if (incoming.header('upgrade') !== undefined) endBehind(response, socket, how);
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
  endBehind(response, request.socket, how);
  service.unread?.(peer);
  send(response, service.refuseHead(status), request.method === 'HEAD', how.sendTime);
}

/** Ends a connection behind an answer: nothing that follows on it is carried out. */
function endBehind(response: ServerResponse, socket: Socket | null, { ending }: How): void {
  response.shouldKeepAlive = false;
  if (socket !== null) ending.add(socket);
}

function finish(answered: Answer, incoming: NodeIncoming, response: ServerResponse, head: boolean, how: How): void {
  const { sent, stream } = answered;
  if (response.destroyed) {
    sent?.();
    return;
  }
  if (sent !== undefined) response.once('close', sent);
  if (incoming.hasBody && incoming.unread() > drained) endBehind(response, response.socket, how);
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
