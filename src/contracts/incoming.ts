/** The request as received. */
export interface Incoming {
  readonly method: string;
  /** The path, undecoded, without the query. */
  readonly path: string;
  /** The query after the question mark, undecoded; may be empty. */
  readonly query: string;
  /** A header's value by its lower-case name; several of one name joined as HTTP says, or undefined. */
  header(name: string): string | undefined;
  /** How often a header of this lower-case name was sent. */
  headerCount(name: string): number;
  /** Whether a header was sent whose lower-case name begins so. */
  headerStartsWith(beginning: string): boolean;
  /** The peer's address. */
  readonly peer: string;
  /**
   * Reads the whole body, at most `limit` bytes. Returns synchronously if the body is there or empty. `too large`: the body is longer;
   * `cut off`: the peer disconnected; `not text`: invalid UTF-8.
   */
  body(limit: number): string | 'none' | BodyFailure | Promise<string | 'none' | BodyFailure>;
  /** Reads the body in pieces as they arrive; throws if the peer disconnects. Left out where bodies are texts of the service itself. */
  pieces?(): AsyncIterable<Uint8Array>;
  readonly hasBody: boolean;
  /** The request of the client that this one is part of; left out: this is the client's. */
  readonly outer?: Incoming;
}

/** Why a body could not be read. */
export interface BodyFailure {
  readonly failure: 'too large' | 'cut off' | 'not text' | 'timed out';
}
