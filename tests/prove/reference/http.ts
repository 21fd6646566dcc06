import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whether the service has a fault or a variant. */
export type Has = (name: string) => boolean;

/** Thrown where a request is rejected. */
export class Rejection extends Error {
  readonly status: number;
  readonly code: string;

  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.headers = headers;
    this.status = status;
    this.code = code;
  }
}

/** A request that was read. */
export interface Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A response that is written. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The response is a stream: gets what writes to it. */
  readonly stream?: (write: (text: string) => void) => () => void;
}

/** A running service of `tools.md`, written by hand; `has` says which faults and harmless variants it has. */
export interface Reference {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a service on a port of its own. */
export async function listen(answer: (request: Request) => Reply, has: Has): Promise<Reference> {
  const server = createServer((incoming, outgoing) => void reply(answer, has, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reply(
  answer: (request: Request) => Reply,
  has: Has,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const request = {
    method: incoming.method ?? 'GET',
    url,
    headers: incoming.headers,
    text: Buffer.concat(pieces).toString('utf8'),
  };
  const { status, body, headers = {}, stream } = attempt(() => answer(request), has);
  if (stream !== undefined) {
    outgoing.writeHead(status, { 'Content-Type': 'text/event-stream', ...headers });
    outgoing.flushHeaders();
    const end = stream((text) => outgoing.write(text));
    outgoing.on('close', end);
    return;
  }
  if (has('slower')) await new Promise((resolve) => setTimeout(resolve, 3));
  const type = status < 400 || has('error media type') ? 'application/json' : 'application/problem+json';
  const isText = has('text media type') && status === 200;
  const sent =
    has('other order of members') && typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(Object.entries(body).toReversed())
      : body;
  outgoing.writeHead(status, {
    ...(body === undefined
      ? {}
      : { 'Content-Type': isText ? 'text/plain' : has('charset') ? `${type}; charset=utf-8` : type }),
    ...(has('more headers') ? { 'X-Powered-By': 'hand', 'Cache-Control': 'no-store', Vary: 'Accept' } : {}),
    ...headers,
  });
  outgoing.end(body === undefined ? undefined : has('indented') ? JSON.stringify(sent, null, 2) : JSON.stringify(sent));
}

function attempt(work: () => Reply, has: Has): Reply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { status, code } = error;
    const title = has('other wording') ? `No (${code})` : code;
    const body = {
      type: 'about:blank',
      title,
      status: has('error status in body') ? 400 : status,
      ...(has('error without code') ? {} : { code }),
      ...(has('more members') ? { trace: 'abc', errors: [] } : {}),
    };
    return { status, body, headers: error.headers };
  }
}
