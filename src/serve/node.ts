import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, BodyFailure, Incoming } from '../steps/given.ts';
import { Headers } from './headers.ts';
import { bytesOf, type Listener, type Listening } from './listening.ts';
import { limitConnections, limitSending } from './node-connections.ts';
import { isLoopback } from './proxied.ts';
import type { Service } from './service.ts';

const headBytes = 16_384;
const headFields = 100;
const targetBytes = 8192;
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
  server.on('request', (request, response) => answer(service, request, response, false, sendTime));
  server.on('checkContinue', (request, response) => answer(service, request, response, true, sendTime));
  server.on('checkExpectation', (_, response) => send(response, service.refuseHead(417), false, sendTime));
  server.on('clientError', (error, socket) => {
    countUnread(service, error, socket as Socket);
    refuseBytes(service, error, socket as Socket);
  });
  server.on('connect', (_, socket) => socket.end(bytesOf(service.refuseHead(501))));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1000 }, () => {
      server.off('error', reject);
      resolve({ address: addressOf(server), close: (milliseconds = 10_000) => close(server, milliseconds) });
    });
  });
}

/** What the parser could not read counts for its peer; a connection that ended or said nothing does not. */
function countUnread(service: Service, { code }: NodeJS.ErrnoException, { remoteAddress }: Socket): void {
  if (code?.startsWith('HPE_') && remoteAddress !== undefined) service.unread?.(remoteAddress);
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function close(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function answer(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  waits: boolean,
  sendTime: number,
): void {
  const incoming = new NodeIncoming(request, response, waits);
  const wrong = incoming.wrong();
  if (wrong !== 0) {
    response.shouldKeepAlive = false;
    service.unread?.(incoming.peer);
    send(response, service.refuseHead(wrong), request.method === 'HEAD', sendTime);
    return;
  }
  const head = request.method === 'HEAD';
  const answered = service.handle(incoming);
  if (answered instanceof Promise) {
    void answered.then((one) => finish(one, incoming, response, head, sendTime));
  } else finish(answered, incoming, response, head, sendTime);
}

function finish(
  answered: Answer,
  incoming: NodeIncoming,
  response: ServerResponse,
  head: boolean,
  sendTime: number,
): void {
  const { sent } = answered;
  if (response.destroyed) {
    sent?.();
    return;
  }
  if (sent !== undefined) response.once('close', sent);
  if (incoming.hasBody && incoming.unread() > drained) response.shouldKeepAlive = false;
  send(response, answered, head, sendTime);
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

/** The status of what Node's parser refuses. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_INVALID_METHOD: 501,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuseBytes(
  service: Service,
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: { headersSent: boolean } },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const refused = service.refuseHead(statuses[error.code ?? ''] ?? 400);
  socket.end(bytesOf(refused), () => socket.destroy());
}

/** A request of Node's server; its headers stay in the raw list in which Node gives them. */
class NodeIncoming extends Headers implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #waits: boolean;
  readonly #length: number;
  #taken = 0;

  constructor(request: IncomingMessage, response: ServerResponse, waits: boolean) {
    super(request.rawHeaders);
    this.#request = request;
    this.#response = response;
    this.#waits = waits;
    this.method = request.method!;
    const target = originForm(request.url!);
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    const length = this.header('content-length');
    this.#length = length === undefined ? -1 : Number(length);
    this.hasBody = this.#length > 0 || this.header('transfer-encoding') !== undefined;
  }

  get peer(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  /** The status of a head that is refused before anything else, or 0. */
  wrong(): number {
    const request = this.#request;
    if (request.rawHeaders.length > headFields * 2) return 431;
    if (request.url!.length > targetBytes) return 414;
    const hosts = this.headerCount('host');
    if (hosts > 1 || (hosts === 0 && request.httpVersionMinor !== 0)) return 400;
    const coding = this.header('transfer-encoding');
    if (coding !== undefined && (request.httpVersionMinor === 0 || coding.toLowerCase() !== 'chunked')) return 400;
    const first = request.url!.charCodeAt(0);
    if (first === 0x2f) return 0;
    if (request.url === '*') return request.method === 'OPTIONS' ? 0 : 400;
    const host = /^https?:\/\/([^/?#]*)/i.exec(request.url!)?.[1];
    return host !== undefined && host.toLowerCase() === this.header('host')?.toLowerCase() ? 0 : 400;
  }

  /** How many bytes of the body are not read yet: infinitely many where its length is not told. */
  unread(): number {
    if (this.#request.complete) return 0;
    return this.#length === -1 ? Number.POSITIVE_INFINITY : this.#length - this.#taken;
  }

  body(limit: number): 'none' | BodyFailure | Promise<string | BodyFailure> {
    if (!this.hasBody) return 'none';
    if (this.#length > limit) return { failure: 'too large' };
    if (this.#waits) this.#response.writeContinue();
    return new Promise((resolve) => {
      const request = this.#request;
      const whole = this.#length;
      let first: Buffer | undefined;
      let others: Buffer[] | undefined;
      const done = (): void =>
        resolve(textOf(others === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(others)));
      request.on('data', (chunk: Buffer) => {
        this.#taken += chunk.length;
        if (this.#taken > limit) {
          request.pause();
          resolve({ failure: 'too large' });
          return;
        }
        if (first === undefined) first = chunk;
        else {
          others ??= [first];
          others.push(chunk);
        }
        if (this.#taken === whole) done();
      });
      if (whole === -1) request.on('end', done);
      request.on('close', () => resolve({ failure: 'cut off' }));
      request.on('error', () => resolve({ failure: 'cut off' }));
    });
  }
}

function textOf(bytes: Buffer): string | BodyFailure {
  return isUtf8(bytes) ? bytes.toString('utf8') : { failure: 'not text' };
}

/** The path and query of a target; of one in absolute form what stands behind its host. */
function originForm(target: string): string {
  if (target.charCodeAt(0) === 0x2f) return target;
  return target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}
