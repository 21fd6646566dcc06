import { formatOf } from '../../parts/registry.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { hashSha256 } from '../../text/hashes/sha256.ts';

const prefix = 'sha256:';
const encoder = new TextEncoder();

/** Hashes a token as it is stored. A text that is a stored hash is returned as it is: no token begins so. */
export function hashToken(token: unknown): unknown {
  if (typeof token !== 'string' || isTokenHash(token)) return token;
  const bytes = hashSha256(encoder.encode(token));
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns whether a text is a token as it is stored. */
export function isTokenHash(text: string): boolean {
  return text.startsWith(prefix);
}

/** Returns whether values of a type are stored as hashes by which their records are found. */
export function isToken(schema: ValueSchema): boolean {
  return formatOf(schema)?.digested === true;
}
