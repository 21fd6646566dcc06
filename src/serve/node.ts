import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { HttpResponse } from '../contracts/request-context.ts';
import { isLoopback } from './http/client-address.ts';
import { answer, type How, refuseHead } from './node/answer.ts';
import type { Connection } from './node/connection.ts';
import { createConnections } from './node/connections.ts';
import { headFields, NodeIncoming, unixPeers } from './node/incoming.ts';
import { formatResponse, type Listener, type Listening } from './node/listening.ts';
import { defaultSilence } from './node/silent-connections.ts';
import { createStreamSending } from './node/stream.ts';
import { inTurn } from './node/turns.ts';
import { listenOn } from './node/unix-socket.ts';
import { createUnreadLimiter, defaultUnreadLimits } from './node/unread-responses.ts';
import type { Service } from './service.ts';

/** The status of what Node's parser refuses. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_INVALID_METHOD: 501,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Connections whose bytes were refused already: nothing that follows on them is looked at. */
const refused = new WeakSet<Connection>();

/**
 * Rejects bytes that the parser could not read or did not get in time, and ends the connection, after the responses to earlier requests
 * (RFC 9112, section 9.3.2).
 */
function refuseBytes(service: Service, error: NodeJS.ErrnoException, socket: Connection): void {
  const { code = '' } = error;
  const unread = code.startsWith('HPE_');
  if (refused.has(socket) && unread) return;
  refused.add(socket);
  // A connection without bytes, or one that ended, was not a request.
  if (unread && socket.remoteAddress !== undefined) service.unread?.(socket.remoteAddress);
  if (code === 'ECONNRESET') socket.destroy();
  else endWith(socket, () => service.refuseHead(statuses[code] ?? 400));
}

/** Ends a connection with a response, after the pending ones. */
function endWith(socket: Connection, answer: () => HttpResponse): void {
  const { _httpMessage: under } = socket;
  if (!socket.writable) socket.destroy();
  else if (under?.req.complete === true) {
    // Nothing that follows is a request, so nothing of it is read.
    socket.pause();
    under.once('close', () => endWith(socket, answer));
  } else if (under?.headersSent === true) socket.destroy();
  else socket.end(formatResponse(answer()), () => socket.destroy());
}

const headBytes = 16_384;

/** Serves over HTTP/1.1 by Node's own server. A service without stated authentication listens on this machine only. */
export function listen(service: Service, listening: Listening): Promise<Listener> {
  const { host, port, socket } = listening;
  if (service.loopbackOnly && host !== 'localhost' && !isLoopback(host)) {
    const why = 'its document does not state authentication, so it listens on this machine only (127.0.0.1)';
    return Promise.reject(new Error(`the service cannot listen on ${host}: ${why}`));
  }
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: listening.headTime ?? 10_000,
    requestTimeout: listening.requestTime ?? 30_000,
    keepAliveTimeout: 0,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
  });
  server.maxHeadersCount = headFields + 1;
  const silence = {
    idle: listening.idleTime ?? defaultSilence.idle,
    silent: listening.silentTime ?? defaultSilence.silent,
  };
  const limitUnread = createUnreadLimiter({
    milliseconds: listening.sendTime ?? defaultUnreadLimits.milliseconds,
    bytes: listening.unreadBytes ?? defaultUnreadLimits.bytes,
  });
  const streams = createStreamSending();
  const connections = createConnections(server, listening.connections ?? 10_000, silence);
  const how: How = { limitUnread, streams, connections, keepAlive: `timeout=${Math.floor(silence.idle / 1_000)}` };
  server.on('request', (request, response) => inTurn(response, () => answer(service, request, response, false, how)));
  server.on('checkContinue', (request, response) =>
    inTurn(response, () => answer(service, request, response, true, how)),
  );
  server.on('checkExpectation', (request, response) =>
    inTurn(response, () =>
      refuseHead(service, 417, new NodeIncoming(request, response, false), request, response, how),
    ),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A handler threw outside its request, in the tick that read it: the client's request was valid.
    if (error.code === 'HPE_JS_EXCEPTION') connections.endUnread(socket as Socket);
    else refuseBytes(service, error, socket as Socket);
  });
  server.on('connect', (_, socket) => endWith(socket as Socket, () => service.refuseHead(501)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listens = (): void => {
      server.off('error', reject);
      const close = (milliseconds = 5_000) => closeServer({ service, server, streams, connections }, milliseconds);
      resolve({ address: formatServerAddress(server), close });
    };
    if (socket === undefined) server.listen({ port, host, backlog: 1000 }, listens);
    else {
      server.prependListener('connection', (connection: Socket) => unixPeers.add(connection));
      listenOn(server, socket, listens).catch(reject);
    }
  });
}

function formatServerAddress(server: Server): string {
  const bound = server.address() as AddressInfo | string;
  if (typeof bound === 'string') return `unix:${bound}`;
  const { address, family, port } = bound;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** For a request that is only just arriving, in milliseconds. */
const arriving = 200;
/** For an answer that is overdue to be sent, in milliseconds. */
const overdue = 500;

/**
 * Ends each connection after its pending responses; a request that still arrives is rejected. Requests that take longer than a number of
 * milliseconds are undone and rejected.
 */
function closeServer(
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
