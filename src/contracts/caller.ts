/** The authenticated identity of a request. */
export interface Caller {
  /** A stable subject, not the credential: `caller.id`. */
  readonly id: string;
  readonly scopes: readonly string[];
  /** The values of `caller.…` in expressions: `id`, `scopes` and the attributes of the document. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The credential itself, for logs; never its secret. */
  readonly credential: string;
  /** The client that the credential was given to: limits per credential count all of its tokens together. */
  readonly client?: string;
  /** The session of the credential, where it has one. */
  readonly session?: string;
}

/** The kind of a credential: an API key, an issued token, one of the secrets of a client, or the refresh token of a session. */
export type CredentialKind = 'key' | 'token' | 'secret' | 'refresh';

/** The rights of a credential. Rates follow from them: they apply to scopes, and count by attributes. */
export type Rights = Pick<CredentialRecord, 'scopes' | 'attributes'>;

/** A credential as it is stored: its secret only as a hash. Times are milliseconds since 1970. */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly scheme: string;
  /** The client whose secret it is, or to which the token was given. */
  readonly client?: string;
  /** SHA-256 of the whole credential, hexadecimal. */
  readonly hash: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The session to which it belongs: the text of the identity of its record. */
  readonly session?: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
  /** How often the refresh token of its session had been replaced; of a refresh token: has been. Undefined for a session without one. */
  readonly generation?: number;
  /** Of a refresh token the time at which it was last replaced. */
  readonly rotatedAt?: number;
  /** Of a refresh token the key that authenticates its generations. */
  readonly rotationKey?: string;
}
