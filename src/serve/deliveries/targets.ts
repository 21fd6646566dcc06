import { type Address, isIn, type Network, parseAddress, parseNetwork } from '../http/networks.ts';

/** Decides which URLs subscriptions may have, and which IP addresses may be connected to. */
export interface Targets {
  /** Returns why a subscription must not have this URL; undefined if it may. */
  wrong(url: string): string | undefined;
  /** Returns whether the service may connect to an IP address. */
  allowed(address: string): boolean;
  /** Only DNS servers are asked for the addresses of names. */
  readonly byDns: boolean;
}

/** The maximum length of a subscription's URL, in characters. */
const longest = 2_000;

/** Of version 4 everything but these is public (IANA's registry of special-purpose addresses, multicast, reserved). */
const special4 = parseNetworks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
);
/** Metadata addresses of clouds, which hold credentials. One of them would count as public. No setting allows them. */
const ofClouds = parseNetworks(
  ...['169.254.0.0/16', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ...['fd00:ec2::/32', 'fd20:ce::254', 'fe80::a9fe:a9fe'],
);
/** Of version 6 nothing but this is public, less what follows it: Teredo, benchmarks, ORCHID, documents, 6to4. */
const global6 = parseNetwork('2000::/3')!;
const special6 = parseNetworks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');
/** The prefix of translated IPv4 addresses (RFC 6052). */
const translated = parseNetwork('64:ff9b::/96')!;
/** The prefix of 6to4 addresses, which contain an IPv4 address (RFC 3056). */
const sixToFour = parseNetwork('2002::/16')!;

function parseNetworks(...texts: readonly string[]): readonly Network[] {
  return texts.map((text) => parseNetwork(text)!);
}

/** Returns whether an address is public: not of this machine, a private network or a special purpose. */
export function isPublic(address: Address): boolean {
  if (isOfCloud(address)) return false;
  if (address.bits === 32) return !special4.some((network) => isIn(address, network));
  if (isIn(address, translated)) return isPublic({ bits: 32, value: address.value & 0xffffffffn });
  return isIn(address, global6) && !special6.some((network) => isIn(address, network));
}

/** Returns whether an address, also a translated or 6to4 one, is a metadata address of a cloud. */
function isOfCloud(address: Address): boolean {
  const { bits, value } = address;
  if (bits === 128 && isIn(address, translated)) return isOfCloud({ bits: 32, value: value & 0xffffffffn });
  if (bits === 128 && isIn(address, sixToFour)) return isOfCloud({ bits: 32, value: (value >> 80n) & 0xffffffffn });
  return ofClouds.some((network) => isIn(address, network));
}

/** Ports below 1024 other than those of the web belong to other protocols; so do these above (Fetch, "bad port"). */
const webPorts = new Set([80, 443]);
const otherPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
/** Names that resolve to this machine or its network. */
const ownNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|invalid|onion)$/;

/**
 * Creates the rules of webhook URLs. `privateToo` allows private addresses, but never metadata addresses of clouds or URLs that
 * are not HTTP.
 */
export function createTargets(privateToo: boolean): Targets {
  return {
    wrong(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
      if (text.length > longest) return `must be a URL of at most ${longest} characters`;
      if (url.username !== '' || url.password !== '') return 'must be a URL without a user name and password';
      const address = parseUrlAddress(url);
      if (privateToo) return address !== undefined && isOfCloud(address) ? unreachable : undefined;
      return explainWrongHost(url, address);
    },
    allowed(text) {
      const address = parseAddress(text);
      return address !== undefined && (privateToo ? !isOfCloud(address) : isPublic(address));
    },
    // Names of private networks are often in files of the system.
    byDns: !privateToo,
  };
}

const unreachable = 'must be a URL that is reachable from the internet';

function normalizeHostname({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function parseUrlAddress(url: URL): Address | undefined {
  return parseAddress(normalizeHostname(url));
}

function explainWrongHost(url: URL, address: Address | undefined): string | undefined {
  const { port, protocol } = url;
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if ((number < 1024 && !webPorts.has(number)) || otherPorts.has(number)) {
    return 'must be a URL with port 80, 443, or a port from 1024 that is not reserved for another protocol';
  }
  const name = normalizeHostname(url);
  const fits = address === undefined ? name.includes('.') && !ownNames.test(name) : isPublic(address);
  return fits ? undefined : unreachable;
}
