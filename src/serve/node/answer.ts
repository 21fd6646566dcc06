import type { IncomingMessage, ServerResponse } from 'node:http';
import { phrases } from '../../codegen/answers/phrases.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import { frameHeaders } from '../http/frame-headers.ts';
import type { Service } from '../service.ts';
import type { Connections } from './connections.ts';
import { NodeIncoming } from './incoming.ts';
import type { Sending } from './stream.ts';

/** An unread body is read up to this many bytes, so that the connection can be reused. */
const drained = 65_536;

/** How responses are sent. */
export interface How {
  readonly connections: Connections;
  /** Takes note of a response before it is sent. */
  readonly limitUnread: (response: ServerResponse, bytes: number) => void;
  readonly streams: Sending;
  /** The header `Keep-Alive` of responses that leave their connection open; undefined if the server itself adds it. */
  readonly keepAlive?: string;
}

/** Answers a request of Node's server; `waits`: its client waits for a word before it sends the body. */
export function answer(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  waits: boolean,
  how: How,
): void {
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
  // Bytes after it may be of another protocol, and Node would read some of them as requests (RFC 9110, section 7.8).
  if (incoming.header('upgrade') !== undefined) how.connections.endBehind(socket, response);
  const head = request.method === 'HEAD';
  const answered = service.handle(incoming);
  if (answered instanceof Promise) {
    void answered.then((httpResponse) => finish(httpResponse, incoming, response, head, how));
  } else finish(answered, incoming, response, head, how);
}

/** Rejects a request by its head alone, and ends its connection after the response. */
export function refuseHead(
  service: Service,
  status: number,
  { peer }: NodeIncoming,
  request: IncomingMessage,
  response: ServerResponse,
  how: How,
): void {
  how.connections.endBehind(request.socket, response);
  service.unread?.(peer);
  send(response, service.refuseHead(status), request.method === 'HEAD', how);
}

function finish(
  answered: HttpResponse,
  incoming: NodeIncoming,
  response: ServerResponse,
  head: boolean,
  how: How,
): void {
  const { sent, stream } = answered;
  if (response.destroyed) {
    sent?.();
    return;
  }
  if (sent !== undefined) response.once('close', sent);
  if (incoming.hasBody && incoming.unread() > drained) how.connections.endBehind(response.socket, response);
  if (stream === undefined) {
    send(response, answered, head, how);
    return;
  }
  writeHead(response, answered, how);
  if (head) response.end();
  else how.streams.send(response, stream);
}

function writeHead(response: ServerResponse, { status, headers }: HttpResponse, { keepAlive }: How): void {
  const all = headers as string[];
  all.push(...frameHeaders);
  if (keepAlive !== undefined && response.shouldKeepAlive) all.push('Keep-Alive', keepAlive);
  response.writeHead(status, phrases[status], all);
}

function send(response: ServerResponse, answered: HttpResponse, head: boolean, how: How): void {
  const { status, body, bytes } = answered;
  const all = answered.headers as string[];
  if (bytes !== undefined) {
    all.push('Content-Length', String(bytes.length));
    writeHead(response, answered, how);
    if (!head) how.limitUnread(response, bytes.length);
    response.end(head ? undefined : bytes);
    return;
  }
  if (body !== undefined) {
    const length = Buffer.byteLength(body);
    all.push('Content-Length', String(length));
    writeHead(response, answered, how);
    if (!head) how.limitUnread(response, length);
    if (head) response.end();
    // A text of ASCII alone is the same bytes in both, and Latin-1 is copied without being encoded.
    else response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  if (status !== 204 && status !== 304) all.push('Content-Length', '0');
  writeHead(response, answered, how);
  response.end();
}
