/** Where an operation has the tokens of a session. */
export interface SessionData {
  /** Where the response of an operation that begins or refreshes a session has the credential. */
  readonly credential?: readonly string[];
  /** Where that response has the refresh token. */
  readonly refreshToken?: readonly string[];
  /** Where the body of an operation that refreshes a session has the refresh token, and the constants of that body. */
  readonly refreshes?: { readonly path: readonly string[]; readonly constants: unknown };
  /** It ends a session. */
  readonly ends?: true;
}
