import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Outgoing, OutgoingResponse } from '../../contracts/platform.ts';
import { memo } from '../../text/memo.ts';
import { createDnsLookup, type Lookup, lookUpInSystem } from './name-lookup.ts';

/** Loads the module for HTTPS: most services start without it, and TLS takes 12 ms to load. */
const loadHttps = () => process.getBuiltinModule('node:https');

/** How long an unused connection stays open, in milliseconds. */
const kept = 4_000;
const notAllowed = 'ERR_ADDRESS_NOT_ALLOWED';

/** The number of URLs whose request options are kept. */
const mostTargets = 1_000;

/** A URL as requests are sent to it: the options that are equal for all of them. */
interface Target {
  readonly https: boolean;
  readonly options: RequestOptions;
  /** The host if it is an IP address, which is never looked up. */
  readonly address?: string;
}

/** The requests in flight that a signal aborts. */
type InFlight = Set<ClientRequest>;

/**
 * Makes what sends requests: over connections to checked addresses only, which `system` looks up, or `dns` for a request by DNS. A name of
 * which any address is not allowed is not called. Redirects are answers like others.
 */
export function createNodeSend(
  system: Lookup = lookUpInSystem,
  dns: Lookup = createDnsLookup(),
): (request: Outgoing) => Promise<OutgoingResponse> {
  // Requests to unrestricted addresses share no connection with the others, and no lookup.
  const aborted = new WeakMap<AbortSignal, InFlight>();
  const targetsOf = memo((allowed: Outgoing['allowed'], byDns: Outgoing['byDns']) =>
    createTargets(allowed, byDns === true ? dns : system),
  );
  return async (outgoing) => {
    const { allowed, byDns, signal, url } = outgoing;
    if (signal?.aborted === true) return { problem: describeFailure('ABORT_ERR') };
    const target = targetsOf(allowed, byDns)(url);
    if (target.address !== undefined && !allowed(target.address)) return { problem: describeFailure(notAllowed) };
    const inFlight = signal === undefined ? undefined : (aborted.get(signal) ?? abortTogether(signal, aborted));
    const first = await attempt(target, outgoing, inFlight);
    // The receiver closed an idle connection just as it was reused.
    if (!('stale' in first)) return first;
    if (outgoing.signal?.aborted === true) return { problem: first.problem };
    // Others that are idle are possibly closed, too.
    const again = await attempt(overNewConnection(target), outgoing, inFlight);
    return 'stale' in again ? { problem: again.problem } : again;
  };
}

/** Creates the targets of requests to the allowed addresses, which share their connections. */
function createTargets(allowed: Outgoing['allowed'], lookup: Lookup): (url: string) => Target {
  const settings = { keepAlive: true, timeout: kept, maxFreeSockets: 64 };
  const httpAgent = new HttpAgent(settings);
  let httpsAgent: HttpAgent | undefined;
  const getHttpsAgent = (): HttpAgent => {
    httpsAgent ??= new (loadHttps().Agent)(settings);
    return httpsAgent;
  };
  const restricted = restrictLookup(lookup, allowed);
  const known = new Map<string, Target>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const url = new URL(text);
    const https = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const target: Target = {
      https,
      options: {
        protocol: url.protocol,
        host,
        ...(url.port === '' ? {} : { port: url.port }),
        path: url.pathname + url.search,
        method: 'POST',
        agent: https ? getHttpsAgent() : httpAgent,
        headers: ['host', url.host],
        lookup: restricted,
      },
      ...(isIP(host) === 0 ? {} : { address: host }),
    };
    if (known.size >= mostTargets) known.clear();
    known.set(text, target);
    return target;
  };
}

/** Destroys all requests in flight when a signal aborts: one listener costs less than one for each request. */
function abortTogether(signal: AbortSignal, aborted: WeakMap<AbortSignal, InFlight>): InFlight {
  const inFlight: InFlight = new Set();
  aborted.set(signal, inFlight);
  const abort = (): void => {
    for (const request of inFlight) request.destroy(createCodedError('ABORT_ERR'));
  };
  signal.addEventListener('abort', abort, { once: true });
  return inFlight;
}

/** Returns a target to which no connection is reused. */
function overNewConnection({ options, ...target }: Target): Target {
  return { ...target, options: { ...options, agent: false } };
}

type Attempted = OutgoingResponse | { readonly problem: string; readonly stale: true };

function attempt(
  { https, options }: Target,
  { headers, body, milliseconds, mostBytes }: Outgoing,
  inFlight: InFlight | undefined,
): Promise<Attempted> {
  return new Promise((resolve) => {
    // A list of headers is written as it is, which costs less than an object.
    const list = [...(options.headers as readonly string[]), 'content-length', String(Buffer.byteLength(body))];
    for (const name in headers) list.push(name, headers[name]!);
    const request = (https ? loadHttps().request : httpRequest)({ ...options, headers: list });
    inFlight?.add(request);
    let status: number | undefined;
    let retryAfter: string | undefined;
    const timer = setTimeout(() => request.destroy(createCodedError('ERR_TIME_OVER')), milliseconds);
    const done = (attempted: Attempted): void => {
      clearTimeout(timer);
      inFlight?.delete(request);
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
      if (stale) done({ problem, stale });
      else done(local.has(error.code ?? '') ? { problem, local: true } : { problem });
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

/** The codes of failures of this machine: it has no descriptor, memory, port or network interface left. */
const local: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'ENETDOWN']);

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
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
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
