import type { Mailbox } from '../text/mailbox.ts';
import type { TraceContext } from './trace.ts';

/** Clock, random bytes, timers, log and outgoing connections of the process. Tests pass their own. */
export interface Platform {
  /** Milliseconds since 1970. */
  now(): number;
  /** Unguessable bytes. */
  random(bytes: number): Uint8Array;
  sha256(text: string): Uint8Array;
  hmac(key: Uint8Array, text: string): Uint8Array;
  /**
   * Encrypts bytes, or decrypts them, which is the same: AES-256 in counter mode. `vector`: 16 bytes, which no two texts under one key
   * share.
   */
  aes(key: Uint8Array, vector: Uint8Array, bytes: Uint8Array): Uint8Array;
  /** Signs a text with a private RSA key, a JSON Web Key: RS256 (RFC 7518, section 3.3). Not asynchronous: transactions sign. */
  signRs256(key: object, text: string): Uint8Array;
  /** Whether two byte strings of one length are equal, in a time that does not reveal where they differ. */
  equal(left: Uint8Array, right: Uint8Array): boolean;
  /** scrypt (RFC 7914) with N = 2^`log`, r = 8: 32 bytes, computed off the main thread. */
  scrypt?(password: string, salt: Uint8Array, costs: { readonly log: number; readonly p: number }): Promise<Uint8Array>;
  /** Calls `work` once after a number of milliseconds, unless the returned function is called first. */
  after(milliseconds: number, work: () => void): () => void;
  /** Sends one request over a connection whose address was asked for; left out where nothing can be sent. Never throws. */
  send?(request: Outgoing): Promise<OutgoingResponse>;
  /** Takes messages in the place of a NATS server; left out where they go to the one that the settings name. Never throws. */
  publish?(message: OutgoingMessage): Promise<Published>;
  /** Takes emails in the place of a mail server; left out where they go to the one that the settings name. Never throws. */
  sendEmail?(email: OutgoingEmail): Promise<Sent>;
  /** Compresses a text by a content coding (RFC 9110, section 8.4.1), off the main thread; left out where nothing is compressed. */
  compress?(text: string, coding: ContentCoding): Promise<Uint8Array<ArrayBuffer>>;
  readonly log: Log;
  /** Runs handler code, so that its unhandled failures are attributed to it. */
  owned?<T>(owner: CodeOwner, work: () => T): T;
}

/** The content codings of compressed responses, the best one first. */
export const contentCodings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** Whose code runs: `what` is how logs name it. */
export interface CodeOwner {
  readonly what: string;
  readonly ctx?: { readonly trace: TraceContext };
}

/** A POST to somebody outside. */
export interface Outgoing {
  /** An absolute address of http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether a connection may be made to an IP address; asked of every address that a name has, at each connection. */
  allowed(address: string): boolean;
  /**
   * Asks DNS servers alone for the addresses of a name. Requests with one `allowed` agree on it. Otherwise the system looks names up: only a
   * few at the same time, so that a name of somebody outside could hold up the others.
   */
  readonly byDns?: boolean;
  /** The whole of it ends after so long. */
  readonly milliseconds: number;
  /** So much of the answer's body is read. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * The response to an outgoing request: a status, and the header Retry-After; or the failure, in words without an address. `local`: the
 * request failed for a reason of this machine, such as too many open files, and the receiver has no part in it.
 */
export type OutgoingResponse =
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly problem: string; readonly local?: true };

/** A message to a stream of a NATS server. */
export interface OutgoingMessage {
  readonly subject: string;
  /** The ID by which the stream detects duplicates: it stores the first message with an ID. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of publishing a message. */
export type Published =
  | { readonly kept: true }
  | {
      readonly kept: false;
      readonly problem: string;
      /** It would be refused again: it fails permanently. */
      readonly lasting?: true;
      /** The cause is the same for other messages: it is reported once. */
      readonly common?: true;
    };

/** An email to one address. No text has a control character, except line breaks and tabs in `text` and `html`. */
export interface OutgoingEmail {
  /** The Message-ID without angle brackets: the same for each attempt. */
  readonly id: string;
  /** The name of its row in Emails. */
  readonly email: string;
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** A whole HTML document. */
  readonly html: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The result of sending an email. */
export type Sent =
  | { readonly sent: true }
  | {
      readonly sent: false;
      readonly problem: string;
      /** It would be refused again: it fails permanently. */
      readonly lasting?: true;
      /** The cause is the same for other emails: it is reported once. */
      readonly common?: true;
    };

/** Keeps texts so that only this service can read them. */
export interface Cipher {
  encrypt(text: string): string;
  /** The text that `seal` encrypted; a text that was never encrypted is returned as it is. */
  decrypt(sealed: string): string;
}

/** The process's log; never gets a secret. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** Logs one request; absent if requests are not logged. */
  request?(facts: object): void;
  /** Prints one line for the operator at every log level, for what takes the whole service away or brings it back. */
  notice?(line: string): void;
}
