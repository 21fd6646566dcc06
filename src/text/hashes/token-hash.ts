import { hashSha256 } from './sha256.ts';

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
