import type { MaybePromise } from '../record.ts';

/** The claims of a signed token (RFC 7519, section 4). */
export type Claims = Readonly<Record<string, unknown>>;

/** The maximum length of a signed token; longer ones are rejected unread. */
export const longestToken = 8192;

/** Signs the access tokens that this service gives (RFC 9068). */
export interface TokenSigner {
  /** Issuer and audience: the base URL, or the name of the service if it has none. */
  readonly issuer: string;
  /** Reads the keys if that is due. It comes before each signature, and before a transaction, which waits for nothing but its own store. */
  ready(now: number): MaybePromise<void>;
  /** The token with these claims, in the compact form. */
  sign(claims: Claims, now: number): string;
  /** The keys by which others verify them: the text of a JWK Set (RFC 7517, section 5). */
  publicKeys(now: number): Promise<string>;
}

/** Thrown if a token cannot be checked because the keys of its issuer were never available. */
export class IssuerUnavailableError extends Error {}
