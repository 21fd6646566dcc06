import type { FormatMember } from './format.ts';
import { isIpv6 } from './ipv6.ts';

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const whole = /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;
const authority = /^(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?(\[[^[\]@]*\]|[^[\]@:]*)(?::\d*)?$/;
const future = /^v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;

/** Whether a text is a URI (RFC 3986, section 3): it has a scheme and no character that would have to be escaped. */
function isUri(text: string): boolean {
  const begin = scheme.exec(text);
  if (begin === null || !whole.test(text)) return false;
  const rest = text.slice(begin[0].length);
  const hash = rest.indexOf('#');
  if (hash >= 0 && /[#[\]]/.test(rest.slice(hash + 1))) return false;
  const main = hash < 0 ? rest : rest.slice(0, hash);
  const end = main.startsWith('//') ? main.slice(2).search(/[/?]/) : -1;
  const host = main.startsWith('//') ? main.slice(2, end < 0 ? undefined : end + 2) : undefined;
  if (/[[\]]/.test(host === undefined ? main : main.slice(2 + host.length))) return false;
  if (host === undefined) return true;
  const found = authority.exec(host);
  if (found === null) return false;
  const name = found[1]!;
  return !name.startsWith('[') || isIpv6(name.slice(1, -1)) || future.test(name.slice(1, -1));
}

/** An absolute address. */
export const uri: FormatMember = {
  name: 'uri',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && isUri(value) ? value : undefined),
  words: () => 'must be a URI with its scheme, such as https://example.com/hooks',
  schema: () => ({ format: 'uri' }),
  also: ['url'],
  holdsCommas: true,
  address: true,
  example: () => 'https://example.com/hooks',
  plausible({ field, index, login }) {
    if (!/hook|callback|url$|uri$|endpoint/.test(field)) return `https://example.com/${login()}`;
    return `https://example.com/hooks${index === 0 ? '' : `/${index + 1}`}`;
  },
  right: [
    'https://example.com/a?b=c#d',
    'mailto:ada@example.com',
    'urn:uuid:0',
    'http://u:p@[::1]:80/',
    'tel:+1-816',
    'a:',
    'http://x/%41',
    'http://[v1.a]/',
  ],
  wrong: [
    'example.com',
    '//example.com',
    '/a',
    'http://a b',
    'http://x/%4',
    'http://[::g]/',
    'http://x/[a]',
    'a:#b#c',
    'http://ä',
    '',
    3,
  ],
  plain: true,
  asExpression: { kind: 'string' },
};
