import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  type GotResponse,
  type Inboxes,
  NoResponseError,
  type OpenResponse,
  type SentRequest,
  type Transport,
} from '../../prove/world/exchanged.ts';

/** The bounds of a response, and how a run behaves towards the service. */
export interface HttpOptions {
  /** The origin of the service; the path of the document's base URL is part of each request. */
  readonly origin: string;
  /** Whether requests other than GET and HEAD are sent. */
  readonly allowsChanges: boolean;
  /** The maximum milliseconds of a request; default: 10 seconds. */
  readonly patience?: number;
  /** Milliseconds since 1970 at which waiting ends. */
  readonly until: () => number;
  /** The addresses that receive webhooks; default: none. */
  readonly inboxes?: Inboxes | undefined;
}

/** The maximum size of a body, and of the head, in bytes. */
const mostBytes = 4 * 1024 * 1024;
const mostHeaderBytes = 64 * 1024;

/** Creates what sends requests over HTTP: within bounds, without following redirects, and without decompressing bodies. */
export function createHttpTransport({
  origin,
  allowsChanges,
  until,
  patience = 10_000,
  inboxes,
}: HttpOptions): Transport {
  const begin = origin.startsWith('https:') ? requestHttps : requestHttp;
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    async advance(milliseconds) {
      if (Date.now() + milliseconds > until()) return false;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return true;
    },
    ...(inboxes === undefined ? {} : { inboxes }),
    async until(isTrue, milliseconds) {
      const end = performance.now() + milliseconds;
      while (!isTrue() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 15));
    },
    open: (request) => openOne(begin, origin, request, patience),
    send(request) {
      if (!allowsChanges && request.method !== 'GET' && request.method !== 'HEAD') {
        return Promise.reject(new NoResponseError('--read-only sends no request that may change something'));
      }
      return sendOne(begin, origin, request, patience).then((response) => {
        const date = Date.parse(response.headers.date ?? '');
        // The clock of the service decides what is past; the header has whole seconds.
        if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 2_000) ahead = date - Date.now();
        return response;
      });
    },
  };
}

function sendOne(
  begin: typeof requestHttp,
  origin: string,
  { method, path, headers, text }: SentRequest,
  patience: number,
): Promise<GotResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<GotResponse>();
  const fail = (words: string): void => {
    reject(new NoResponseError(`${method} ${path}: ${words}`));
    outgoing.destroy();
  };
  const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  const outgoing = begin(new URL(path, origin), {
    method,
    headers: { 'accept-encoding': 'identity', ...headers, ...length },
    maxHeaderSize: mostHeaderBytes,
  });
  const timer = setTimeout(() => fail(`no complete response within ${patience / 1000} seconds`), patience);
  outgoing.on('error', (error) => reject(new NoResponseError(`${method} ${path}: ${error.message}`)));
  outgoing.on('close', () => {
    clearTimeout(timer);
    // Node shows a response such as 101 as no response and no error.
    fail('the connection ended without a response');
  });
  outgoing.on('response', (incoming) => {
    readBody(incoming, fail, (body) => resolve(toResponse(incoming, body)));
  });
  outgoing.end(text);
  return promise;
}

/** Sends a request whose response goes on until it is closed. */
function openOne(
  begin: typeof requestHttp,
  origin: string,
  { method, path, headers }: SentRequest,
  patience: number,
): Promise<OpenResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenResponse>();
  const outgoing = begin(new URL(path, origin), { method, headers, agent: false, maxHeaderSize: mostHeaderBytes });
  const fail = (words: string): void => {
    reject(new NoResponseError(`${method} ${path}: ${words}`));
    outgoing.destroy();
  };
  const timer = setTimeout(() => fail(`no response within ${patience / 1000} seconds`), patience);
  outgoing.on('error', (error) => reject(new NoResponseError(`${method} ${path}: ${error.message}`)));
  outgoing.on('response', (incoming) => {
    clearTimeout(timer);
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('error', () => {});
    incoming.on('data', (piece: string) => {
      if (text.length < mostBytes) text += piece;
    });
    resolve({
      response: toResponse(incoming, ''),
      text: () => text,
      async close() {
        outgoing.destroy();
      },
    });
  });
  outgoing.end();
  return promise;
}

function readBody(incoming: IncomingMessage, fail: (words: string) => void, done: (text: string) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  incoming.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > mostBytes) fail(`the response has more than ${mostBytes / 1024 / 1024} MiB`);
    else pieces.push(piece);
  });
  incoming.on('aborted', () => fail('the response ended early'));
  incoming.on('end', () => done(Buffer.concat(pieces).toString('utf8')));
}

function toResponse(incoming: IncomingMessage, text: string): GotResponse {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const body = (headers['content-type'] ?? '').includes('json') ? parse(text) : undefined;
  return { status: incoming.statusCode ?? 0, headers, text, ...(body === undefined ? {} : { body }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
