/** What the surroundings give: tests hand in a false one. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number;
  /** Unguessable bytes. */
  random(bytes: number): Uint8Array;
  sha256(text: string): Uint8Array;
  hmac(key: Uint8Array, text: string): Uint8Array;
  /** Whether two byte strings of one length are equal, in a time that does not tell where they differ. */
  equal(left: Uint8Array, right: Uint8Array): boolean;
  /** scrypt (RFC 7914) with N = 2^17, r = 8, p = 1: 32 bytes, worked out off the main thread. */
  scrypt?(password: string, salt: Uint8Array): Promise<Uint8Array>;
  /** Calls back once after so many milliseconds, unless the function it returns is called before. */
  after(milliseconds: number, work: () => void): () => void;
  readonly log: Log;
}

/** Keeps texts so that only this service can read them. */
export interface Cipher {
  seal(text: string): string;
  /** The text behind what `seal` gave; a text that was never sealed is given as it is. */
  open(sealed: string): string;
}

/** Where the process tells what happens; never a secret. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Tells of one request; left out where nobody wants to read of each. */
  request?(facts: object): void;
}
