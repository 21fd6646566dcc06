import { createHmac } from 'node:crypto';

/** Writes a token by hand: header and claims as texts, so that they may be what no library writes. */
export function byHand(header: string, claims: string, sign: (input: string) => Buffer): string {
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign(input).toString('base64url')}`;
}

/** Signs with a shared secret. */
export function hs256(secret: string | Uint8Array): (input: string) => Buffer {
  return (input) => createHmac('sha256', secret).update(input).digest();
}
