/** Who calls. */
export interface Caller {
  /** A stable subject, not the credential: `caller.id`. */
  readonly id: string;
  readonly scopes: readonly string[];
  /** What `caller.…` holds in expressions: `id`, `scopes` and the document's attributes. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The credential itself, for limits and logs; never its secret. */
  readonly credential: string;
}

/** A credential as it is kept: its secret only as a hash. Times are milliseconds since 1970. */
export interface CredentialRecord {
  readonly id: string;
  readonly scheme: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
}
