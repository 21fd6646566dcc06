import type { FormatMember } from './format.ts';
import { isHostname } from './hostname.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';

const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** A Mailbox of RFC 5321, section 4.1.2: local part at most 64 octets, 254 in all. */
function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  const local = text.slice(0, at);
  if (!atoms.test(local) && !quoted.test(local)) return false;
  const domain = text.slice(at + 1);
  if (!domain.startsWith('[')) return isHostname(domain);
  if (!domain.endsWith(']')) return false;
  const literal = domain.slice(1, -1);
  return literal.startsWith('IPv6:') ? isIpv6(literal.slice(5)) : isIpv4(literal);
}

/** An address of e-mail. */
export const email: FormatMember = {
  name: 'email',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && isMailbox(value) ? value : undefined),
  words: () => 'must be an e-mail address, such as ada@example.com',
  schema: () => ({ format: 'email' }),
  holdsCommas: true,
  mailbox: true,
  example: () => 'ada@example.com',
  plausible: ({ login }) => `${login()}@example.com`,
  right: ['ada@example.com', 'a.b+c@example.co', '"a b"@example.com', 'x@[127.0.0.1]', 'x@[IPv6:::1]', 'a@localhost'],
  wrong: [
    'ada',
    '@example.com',
    'ada@',
    '.a@example.com',
    'a..b@example.com',
    'a b@example.com',
    'a@-x.com',
    'a@[x]',
    'ä@x.de',
    7,
  ],
  asExpression: { kind: 'string' },
};
