/** What a signed token says of its subject (RFC 7519, section 4). */
export type Claims = Readonly<Record<string, unknown>>;

/** Signs the access tokens that this service gives (RFC 9068). */
export interface TokenSigner {
  /** Who issues them and for whom they are meant: the base address, or a name of the service where none is known. */
  readonly issuer: string;
  /** How long a token holds where its scheme does not say, in milliseconds. */
  readonly defaultLifetime: number;
  /** The token with these claims, in the compact form. */
  sign(claims: Claims, now: number): Promise<string>;
  /** The keys by which others verify them: the text of a JWK Set (RFC 7517, section 5). */
  publicKeys(now: number): Promise<string>;
}

/** Thrown when a token cannot be checked because its issuer's keys could never be had. */
export class IssuerUnavailableError extends Error {}
