import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { isLocalHost, isLoopback } from './client-address.ts';
import { parseAddress } from './networks.ts';

/**
 * Returns the response to a request that names another host: 421 (RFC 9110, section 15.5.20). It is not an error of the document, whose
 * clients never see it.
 */
export function createMisdirected(): HttpResponse {
  const detail =
    'Host does not name this service. To allow a name, state it as the base URL: nonet serve --base-url https://name';
  return {
    status: 421,
    headers: ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'],
    body: JSON.stringify({ type: 'about:blank', title: 'Misdirected Request', status: 421, detail }),
  };
}

/**
 * Creates the test of whether a request from this machine names another host: a page whose name was made to lead here sends such
 * requests, and its browser takes the service for its origin (DNS rebinding). Known are this machine, addresses, which no name can stand
 * for, and the host of the base address.
 */
export function createHostCheck(base: string): (incoming: Pick<Incoming, 'header' | 'peer'>) => boolean {
  const own = URL.canParse(base) ? new URL(base).hostname : '';
  /** The last host that is known: nearly all requests name the same one. */
  let known = '';
  return (incoming) => {
    const host = incoming.header('host') ?? '';
    if (host === known || !isLoopback(incoming.peer)) return false;
    const name = host.replace(/:\d*$/, '').toLowerCase();
    const isKnown =
      ['', own].includes(name) || isLocalHost(host) || parseAddress(name.replace(/^\[(.*)\]$/, '$1')) !== undefined;
    if (isKnown) known = host;
    return !isKnown;
  };
}
