import type { FormatMember } from './format.ts';
import { isIpv4 } from './ipv4.ts';

const group = /^[0-9A-Fa-f]{1,4}$/;

/** How many groups of 16 bits a colon-separated text holds, or undefined; an IPv4 address may stand last where allowed. */
function countGroups(text: string, last: boolean): number | undefined {
  if (text === '') return 0;
  const parts = text.split(':');
  const end = parts[parts.length - 1]!;
  const quad = last && isIpv4(end);
  const plain = quad ? parts.slice(0, -1) : parts;
  return plain.every((part) => group.test(part)) ? plain.length + (quad ? 2 : 0) : undefined;
}

/** Whether a text is an IPv6 address (RFC 4291, section 2.2), without a zone. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const gap = text.indexOf('::');
  if (gap < 0) return countGroups(text, true) === 8;
  const before = countGroups(text.slice(0, gap), false);
  const after = countGroups(text.slice(gap + 2), true);
  return before !== undefined && after !== undefined && before + after <= 7;
}

/** An address of IP version 6. */
export const ipv6: FormatMember = {
  name: 'ipv6',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && isIpv6(value) ? value : undefined),
  words: () => 'must be an IPv6 address, such as 2001:db8::1',
  schema: () => ({ format: 'ipv6' }),
  example: () => '2001:db8::1',
  right: ['::', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '1:2:3:4:5:6:1.2.3.4', 'FE80::a', '1::'],
  wrong: ['', ':', ':::', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '12345::', 'fe80::1%eth0', '::g', '1.2.3.4::', 6],
  plain: true,
  asExpression: { kind: 'string' },
};
