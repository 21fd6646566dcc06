import type { Incoming } from '../../contracts/request-context.ts';
import { type Address, isIn, parseAddress, parseNetwork } from './networks.ts';

const forwarding = ['forwarded', 'via', 'x-real-ip'];

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const bare = address.startsWith('::ffff:') ? address.slice(7) : address;
  return bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** Whether the name in a Host header (with or without a port) means this machine. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || isLoopback(name);
}

/** Whether a request comes from this machine itself: no other peer, no proxy, no foreign Host. */
export function isLocal(incoming: Incoming): boolean {
  const client = incoming.outer ?? incoming;
  if (!isLoopback(client.peer) || !isLocalHost(client.header('host') ?? 'localhost')) return false;
  if (forwarding.some((name) => client.header(name) !== undefined)) return false;
  return !client.headerStartsWith('x-forwarded-');
}

/** Counts requests without a known address. */
const unknown = 'unknown';

/**
 * Creates the function that returns the address by which limits per `ip` count a request: the peer's address, or with proxies in one of
 * these networks (`10.0.0.0/8`) the last address in `Forwarded` (RFC 7239) or `X-Forwarded-For` outside them. IPv6 addresses count by their
 * first 64 bits: providers give one customer a network of that size.
 */
export function createAddressReader(trusted: readonly string[]): (incoming: Incoming) => string {
  const networks = trusted.flatMap((network) => parseNetwork(network) ?? []);
  const isProxy = (address: Address): boolean => networks.some((network) => isIn(address, network));
  if (networks.length === 0)
    return ({ peer }) => (peer.includes(':') ? buildAddressKey(parseAddress(peer)) : peer || unknown);
  return (incoming) => {
    const peer = parseAddress(incoming.peer);
    if (peer === undefined || !isProxy(peer)) return buildAddressKey(peer);
    const forwarded = incoming.header('forwarded');
    const older = incoming.header('x-forwarded-for');
    const found = forwarded === undefined ? undefined : findClientAddress(peer, parseForwardedFor(forwarded), isProxy);
    const other = older === undefined ? undefined : findClientAddress(peer, older.split(','), isProxy);
    // A proxy that writes only one of them hands on whatever its client wrote into the other.
    if (found !== undefined && other !== undefined && buildAddressKey(found) !== buildAddressKey(other))
      return buildAddressKey(peer);
    return buildAddressKey(found ?? other ?? peer);
  };
}

/** Returns, from the last element back, the first address outside the proxies; if one cannot be read, the proxy that wrote it. */
function findClientAddress(
  peer: Address,
  elements: readonly string[],
  isProxy: (address: Address) => boolean,
): Address {
  let known = peer;
  for (const element of elements.toReversed()) {
    const address = parseAddress(stripPort(element.trim()));
    if (address === undefined) return known;
    if (!isProxy(address)) return address;
    known = address;
  }
  return known;
}

/** `[2001:db8::1]:8080`, `192.0.2.1:80`, or an address alone. */
function stripPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](:\d*)?$/.exec(text);
  return bracketed?.[1] ?? text.replace(/^([^:]*):\d*$/, '$1');
}

/**
 * The `for` of each element of Forwarded, empty where it has none (RFC 7239, section 4). A client that opens a quoted string
 * swallows what the proxies add: a header, or an element with a name twice, that breaks the grammar is one unreadable element.
 */
function parseForwardedFor(header: string): readonly string[] {
  const found: string[] = [];
  let names = new Map<string, string>();
  forwardedPair.lastIndex = 0;
  while (forwardedPair.lastIndex < header.length || found.length === 0) {
    const pair = forwardedPair.exec(header);
    const [, name = '', token, quoted, end] = pair ?? [];
    const key = name.toLowerCase();
    if (pair === null || names.has(key)) return unreadable;
    if (key !== '') names.set(key, token ?? quoted?.replace(/\\(.)/gs, '$1') ?? '');
    if (end === ';') continue;
    found.push(names.get('for') ?? '');
    names = new Map();
  }
  return /,[ \t]*$/.test(header) ? [...found, ''] : found;
}

/** A pair of an element, or none, and the mark after it (RFC 7239, section 4; RFC 9110, section 5.6). */
const forwardedPair =
  /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w:-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(;|,|$)/sy;
const unreadable = [''];

function buildAddressKey(address: Address | undefined): string {
  if (address === undefined) return unknown;
  if (address.bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (address.value >> shift) & 255n).join('.');
  return `${(address.value >> 64n).toString(16)}/64`;
}
