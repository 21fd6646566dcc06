import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BodyFailure, Incoming } from '../../contracts/request-context.ts';
import { markSingleUse } from '../../text/single-use.ts';
import { Headers } from '../http/headers.ts';

/** The most header fields of a request; one with more is refused. */
export const headFields = 100;
const targetBytes = 8192;

/** Connections over Unix sockets: their peer is this machine. */
export const unixPeers = new WeakSet<Socket>();

/** A request of Node's server; its headers stay in the raw list in which Node gives them. */
export class NodeIncoming extends Headers implements Incoming {
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
    const target = toOriginForm(request.url!);
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    const length = this.header('content-length');
    this.#length = length === undefined ? -1 : Number(length);
    this.hasBody = this.#length > 0 || this.header('transfer-encoding') !== undefined;
  }

  get peer(): string {
    const { socket } = this.#request;
    return unixPeers.has(socket) ? '127.0.0.1' : (socket.remoteAddress ?? '');
  }

  /** The status of a head that is refused before anything else, or 0. */
  wrong(): number {
    const request = this.#request;
    if (request.httpVersionMajor !== 1) return 505;
    if (request.rawHeaders.length > headFields * 2) return 431;
    if (request.url!.length > targetBytes) return 414;
    const hosts = this.headerCount('host');
    if (hosts > 1 || (hosts === 0 && request.httpVersionMinor !== 0)) return 400;
    if (hosts === 1 && !isHost(this.header('host')!)) return 400;
    const coding = this.header('transfer-encoding');
    if (coding !== undefined && (request.httpVersionMinor === 0 || coding.toLowerCase() !== 'chunked')) return 400;
    const first = request.url!.charCodeAt(0);
    if (first === 0x2f) return 0;
    if (request.url === '*') return request.method === 'OPTIONS' ? 0 : 400;
    const host = /^https?:\/\/([^/?#]*)/i.exec(request.url!)?.[1];
    return host !== undefined && host.toLowerCase() === this.header('host')?.toLowerCase() ? 0 : 400;
  }

  /** Returns the number of unread bytes of the body: Infinity if its length is unknown. */
  unread(): number {
    if (this.#request.complete) return 0;
    return this.#length === -1 ? Number.POSITIVE_INFINITY : this.#length - this.#taken;
  }

  async *pieces(): AsyncIterable<Uint8Array> {
    const request = this.#request;
    if (this.#waits) this.#response.writeContinue();
    try {
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        this.#taken += (piece as Buffer).length;
        // Another listener, such as one that logs bodies, may keep the piece.
        if (request.listenerCount('data') === 0) markSingleUse(piece as Buffer);
        yield piece as Buffer;
      }
    } finally {
      // The rest is read, so that the connection can be used again.
      if (!request.complete) request.resume();
    }
  }

  body(limit: number): 'none' | BodyFailure | Promise<string | BodyFailure> {
    if (!this.hasBody) return 'none';
    if (this.#length > limit) return { failure: 'too large' };
    if (this.#waits) this.#response.writeContinue();
    return new Promise((resolve) => {
      const request = this.#request;
      const whole = this.#length;
      let settled = false;
      // Each further call of `resolve` would call into Node, which costs as much as ten calls of a function.
      const settle = (read: string | BodyFailure): void => {
        if (settled) return;
        settled = true;
        resolve(read);
      };
      let first: Buffer | undefined;
      let others: Buffer[] | undefined;
      const done = (): void =>
        settle(decodeBody(others === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(others)));
      request.on('data', (chunk: Buffer) => {
        this.#taken += chunk.length;
        if (this.#taken > limit) {
          request.pause();
          settle({ failure: 'too large' });
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
      const cutOff = (): void => settle({ failure: 'cut off' });
      request.on('close', cutOff);
      request.on('error', cutOff);
    });
  }
}

let knownHost = '';

/** Whether a Host field is a host and a port, or empty (RFC 9112, section 3.2; RFC 3986, section 3.2.2). */
function isHost(text: string): boolean {
  if (text === knownHost) return true;
  const right = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i.test(text);
  if (right) knownHost = text;
  return right;
}

function decodeBody(bytes: Buffer): string | BodyFailure {
  return isUtf8(bytes) ? bytes.toString('utf8') : { failure: 'not text' };
}

/** Returns the path and query of a target; of one in absolute form the part after its host. */
function toOriginForm(target: string): string {
  if (target.charCodeAt(0) === 0x2f) return target;
  return target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}
