/** An address as its bits: 32 of version 4, 128 of version 6. An IPv4 address in IPv6 form is one of version 4. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** All addresses that share a prefix of N bits (RFC 4632). */
export interface Network extends Address {
  readonly prefix: number;
}

/** Reads an address (RFC 4291, section 2.2; dotted decimal without leading zeros); undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { bits: 32, value };
  }
  const value = parseIpv6(text.replace(/%.*$/, ''));
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseIpv6(text: string): bigint | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (dotted !== null) {
    const low = parseIpv4(dotted[2]!);
    return low === undefined
      ? undefined
      : parseIpv6(`${dotted[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`);
  }
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [before, behind] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?];
  const missing = 8 - before.length - (behind?.length ?? 0);
  if (behind === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array<string>(behind === undefined ? 0 : missing).fill('0'), ...(behind ?? [])];
  let value = 0n;
  for (const group of groups) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
    value = (value << 16n) | BigInt(`0x${group}`);
  }
  return value;
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or one address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [first = '', length, ...more] = text.trim().split('/');
  const address = parseAddress(first);
  if (address === undefined || more.length > 0) return undefined;
  if (length === undefined) return { ...address, prefix: address.bits };
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > address.bits) return undefined;
  return { ...address, prefix: Number(length) };
}

/** Whether an address is one of a network. */
export function isIn({ bits, value }: Address, network: Network): boolean {
  const rest = BigInt(network.bits - network.prefix);
  return bits === network.bits && value >> rest === network.value >> rest;
}
