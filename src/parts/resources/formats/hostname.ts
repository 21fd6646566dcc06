import type { FormatMember } from './format.ts';

const form = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Whether a text is a host's name (RFC 1123, section 2.1): labels of 1 to 63 characters, 253 in all. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && form.test(text);
}

/** The name of a host. */
export const hostname: FormatMember = {
  name: 'hostname',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && isHostname(value) ? value : undefined),
  words: () => 'must be a host name, such as example.com',
  schema: () => ({ format: 'hostname' }),
  example: () => 'example.com',
  right: ['example.com', 'localhost', 'a-b.c1.example', 'xn--bcher-kva.example', '1.2'],
  wrong: ['', '-a.com', 'a-.com', 'a..b', 'a_b.com', 'example.com.', `${'a'.repeat(64)}.com`, 'bücher.example', 5],
  plain: true,
  asExpression: { kind: 'string' },
};
