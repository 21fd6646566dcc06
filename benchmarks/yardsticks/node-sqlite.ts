import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv } from 'node:process';
import { refusalAnswer, send } from './node-sqlite/answer.ts';
import { mostBytes } from './node-sqlite/body.ts';
import { type Later, type Outcome, openOperations } from './node-sqlite/operations.ts';
import { notFound, tooLarge } from './problems.ts';

// The hand-written yardstick: node:http and node:sqlite, and nothing between them but what the operations need.

const { read, write, close } = openOperations(argv[2]!);

function handle(request: IncomingMessage, response: ServerResponse): void {
  const later = (outcome: Outcome): void => {
    if (outcome === tooLarge || endless(request)) response.shouldKeepAlive = false;
    send(response, 'code' in outcome ? refusalAnswer(outcome, request) : outcome);
  };
  const outcome = route(request, later);
  if (outcome !== undefined) later(outcome);
}

/** Whether more may still come of a body that nobody has read than is worth reading on. */
function endless(request: IncomingMessage): boolean {
  return (
    !request.complete && request.method !== 'GET' && !(Number(request.headers['content-length'] ?? 0) <= mostBytes)
  );
}

function route(request: IncomingMessage, later: Later): Outcome | undefined {
  const url = request.url!;
  const mark = url.indexOf('?');
  const place = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const ofOne = place.startsWith('/invoices/') && place.indexOf('/', 10) === -1 && place.length > 10;
  if (!ofOne && place !== '/invoices') return notFound;
  const { method } = request;
  if (method === 'GET') return read(request, ofOne ? place.slice(10) : undefined, query);
  if (ofOne && method === 'PATCH') return write(request, place.slice(10), query, later);
  if (!ofOne && method === 'POST') return write(request, undefined, query, later);
  const allow = ofOne ? 'GET, HEAD, PATCH, OPTIONS' : 'GET, HEAD, POST, OPTIONS';
  return { code: 'method_not_allowed', headers: ['Allow', allow] };
}

const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 60_000, maxHeaderSize: 16_384 }, handle);
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.close(() => {
    close();
    process.exit(0);
  });
  server.closeAllConnections();
});
