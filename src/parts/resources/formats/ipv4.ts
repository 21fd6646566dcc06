import type { FormatMember } from './format.ts';

const form = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether a text is a dotted-quad address (RFC 2673, section 3.2), without leading zeros. */
export function isIpv4(text: string): boolean {
  return form.test(text);
}

/** An address of IP version 4. */
export const ipv4: FormatMember = {
  name: 'ipv4',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && isIpv4(value) ? value : undefined),
  words: () => 'must be an IPv4 address, such as 192.0.2.1',
  schema: () => ({ format: 'ipv4' }),
  example: () => '192.0.2.1',
  right: ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
  wrong: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4.', '1..2.3', '', 1],
  plain: true,
  asExpression: { kind: 'string' },
};
