import { hashSha256 } from '../sha256.ts';

/** Creates a hash with the interface of `node:crypto`, as far as the store asks for it: SHA-256 of one text, in hex. */
export function createHash(_algorithm: 'sha256'): { update(text: string): { digest(encoding: 'hex'): string } } {
  return {
    update: (text) => ({
      digest: () =>
        [...hashSha256(new TextEncoder().encode(text))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    }),
  };
}
