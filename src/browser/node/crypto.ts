import { hashSha256 } from '../../text/hashes/sha256.ts';

/** Creates a hash with the interface of `node:crypto`, as far as the store asks for it: SHA-256 of one text or of some bytes, in hex. */
export function createHash(_algorithm: 'sha256'): {
  update(content: string | Uint8Array): { digest(encoding: 'hex'): string };
} {
  return {
    update: (content) => ({
      digest: () =>
        [...hashSha256(typeof content === 'string' ? new TextEncoder().encode(content) : content)]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join(''),
    }),
  };
}
