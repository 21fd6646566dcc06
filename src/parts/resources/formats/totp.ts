import { encodeBase32 } from '../../../text/codes/base32.ts';
import { isTotpUri, readKeptTotp } from '../../../text/codes/kept-totp.ts';
import type { FormatMember } from './format.ts';

/** The bytes of a secret: as many as those of a SHA-1 digest (RFC 4226, section 4). */
const size = 20;

function isSecret(text: string): boolean {
  return /^[A-Z2-7]{16,128}$/.test(text);
}

/** A secret of one-time codes: random, shown once as a URI for authenticator apps, and encrypted with what is known of its use. */
export const totp: FormatMember = {
  name: 'totp',
  base: 'string',
  storage: 'text',
  // The service alone gives a value: the secret, which it shows as a URI.
  read: (value) => (typeof value === 'string' && (isTotpUri(value) || isSecret(value)) ? value : undefined),
  words: () => 'must be an `otpauth://totp/` URI with a secret',
  schema: () => ({ format: 'uri', pattern: '^otpauth://totp/' }),
  example: () => 'otpauth://totp/Example:ada%40example.com?secret=NZXXIIDBEBZWKY3SMV2CYIDFPBQW24DM&issuer=Example',
  right: [
    'otpauth://totp/Example:ada%40example.com?secret=NZXXIIDBEBZWKY3SMV2CYIDFPBQW24DM&issuer=Example',
    'otpauth://totp/ada?issuer=Example&secret=NZXXIIDBEBZWKY3S',
  ],
  wrong: ['', 'otpauth://hotp/a?secret=NZXXIIDBEBZWKY3S', 'otpauth://totp/a?secret=short', 'NZXXIIDBEBZWKY3', 1, null],
  assignable: (platform) => encodeBase32(platform.random(size)),
  encrypted: true,
  computesCodes: true,
  notCompared: 'a secret of one-time codes is compared with codes alone',
  // An export has it as the database does: encrypted.
  isKept: (value) => /^sealed:1:[\w-]+$/.test(value) || readKeptTotp(value) !== undefined,
  keptWords:
    'must be an `otpauth://totp/` URI, or a secret in base 32 (16 to 128 characters), followed by `;0` if its codes count at once',
  asExpression: { kind: 'hash', of: 'totp' },
};
