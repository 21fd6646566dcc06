import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Outgoing, OutgoingResponse } from '../../contracts/platform.ts';

/** Finds all addresses of a name, as `dns.lookup` does. */
export type Lookup = (name: string, found: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

const lookUpAll: Lookup = (name, found) => systemLookup(name, { all: true }, (error, all) => found(error, all ?? []));

/** How long an unused connection stays open, in milliseconds. */
const kept = 4_000;
const notAllowed = 'ERR_ADDRESS_NOT_ALLOWED';

/**
 * Makes what sends requests: over connections to checked addresses only, which are looked up by `lookup`. A name of which any
 * address is not allowed is not called. Redirects are answers like others.
 */
export function createNodeSend(lookup: Lookup = lookUpAll): (request: Outgoing) => Promise<OutgoingResponse> {
  // Requests to unrestricted addresses share no connection with the others.
  const agentsOf = () => {
    const settings = { keepAlive: true, timeout: kept, maxFreeSockets: 64 };
    return { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) };
  };
  const agents = new WeakMap<Outgoing['allowed'], ReturnType<typeof agentsOf>>();
  return async (outgoing) => {
    const own = agents.get(outgoing.allowed) ?? agentsOf();
    agents.set(outgoing.allowed, own);
    const url = new URL(outgoing.url);
    const https = url.protocol === 'https:';
    const agent = https ? own['https:'] : own['http:'];
    const first = await attempt(url, outgoing, agent, lookup);
    // The receiver closed an idle connection just as it was reused.
    if (!('stale' in first)) return first;
    const again = await attempt(url, outgoing, agent, lookup);
    return 'stale' in again ? { problem: again.problem } : again;
  };
}

type Attempted = OutgoingResponse | { readonly problem: string; readonly stale: true };

function attempt(url: URL, outgoing: Outgoing, agent: HttpAgent | HttpsAgent, lookup: Lookup): Promise<Attempted> {
  const { headers, body, allowed, milliseconds, mostBytes, signal } = outgoing;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !allowed(host)) return Promise.resolve({ problem: describeFailure(notAllowed) });
  return new Promise((resolve) => {
    const options: RequestOptions = {
      protocol: url.protocol,
      host,
      ...(url.port === '' ? {} : { port: url.port }),
      path: url.pathname + url.search,
      method: 'POST',
      agent,
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      lookup: restrictLookup(lookup, allowed),
      ...(signal === undefined ? {} : { signal }),
    };
    const request = url.protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
    let status: number | undefined;
    let retryAfter: string | undefined;
    const timer = setTimeout(() => request.destroy(createCodedError('ERR_TIME_OVER')), milliseconds);
    const done = (attempted: Attempted): void => {
      clearTimeout(timer);
      resolve(attempted);
    };
    const answered = (): void => done({ status: status!, ...(retryAfter === undefined ? {} : { retryAfter }) });
    request.on('response', (response) => {
      status = response.statusCode!;
      retryAfter = response.headers['retry-after'];
      readSome(response, mostBytes, answered);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (status !== undefined) return answered();
      const problem = describeFailure(error.code, milliseconds);
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      done(stale ? { problem, stale } : { problem });
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      done({ status: response.statusCode! });
    });
    request.end(body);
  });
}

/** Reads an answer's body to its end, or until it is too much, cut off, or its time is over: the status is what counts. */
function readSome(response: IncomingMessage, most: number, read: () => void): void {
  let count = 0;
  response.on('data', (piece: Uint8Array) => {
    count += piece.length;
    if (count > most) response.destroy();
  });
  response.on('error', () => undefined);
  response.on('close', read);
}

/** A lookup that returns only allowed addresses: the connection uses one of them. */
function restrictLookup(lookup: Lookup, allowed: Outgoing['allowed']): LookupFunction {
  return (name, options, found) => {
    lookup(name, (error, addresses) => {
      if (error !== null) return found(error, '', 0);
      if (addresses.length === 0) return found(createCodedError('ENOTFOUND'), '', 0);
      if (!addresses.every(({ address }) => allowed(address))) return found(createCodedError(notAllowed), '', 0);
      if (options.all === true) return found(null, [...addresses]);
      found(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function createCodedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

const known: Readonly<Record<string, string>> = {
  [notAllowed]: 'its address is not public',
  ENOTFOUND: 'its host name was not found',
  EAI_AGAIN: 'its host name was not found',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its host is unreachable',
  ABORT_ERR: 'the request was aborted',
  HPE_HEADER_OVERFLOW: 'its response headers are too large',
};

/** Describes a failure without an address: its readers must not learn about the network of the service. */
function describeFailure(code: string | undefined, milliseconds = 0): string {
  if (code === 'ERR_TIME_OVER') return `no response within ${milliseconds / 1_000} seconds`;
  const said = known[code ?? ''];
  if (said !== undefined) return said;
  if (code?.startsWith('HPE_') === true) return 'its response is not HTTP';
  return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code ?? '') ? 'the TLS connection failed' : 'the request failed';
}
