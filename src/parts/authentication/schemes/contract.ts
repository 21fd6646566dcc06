import type { SentIn } from '../model.ts';

/** A way of carrying a credential that a scheme cannot have: why, and what would be right. */
export interface WrongCarrier {
  readonly wrong: string;
  readonly suggestion?: string;
}

/** A kind of scheme: what its credentials look like, who makes them and where they may travel. */
export interface Scheme {
  readonly name: string;
  /**
   * The form of its values: `made here` begins with the scheme's name and `_` and ends with a checksum; `signed` is a JWT;
   * `id and secret` is a client's in base64 (RFC 7617).
   */
  readonly form: 'made here' | 'signed' | 'id and secret';
  /** The issuer of its credentials. */
  readonly madeBy: 'command line' | 'code' | 'outside issuer' | 'issue token';
  /** The credential that is created for a caller; left out if an external issuer does. */
  readonly makes?: 'key' | 'token' | 'client';
  /** Whether browsers send its credentials without being asked by the page, so that the origin of a request is checked. */
  readonly sentByBrowsers: boolean;
  /** Says why a credential of the kind cannot travel there; undefined where it can. */
  carrier(carried: SentIn): WrongCarrier | undefined;
  /** The credential that a caller sends, in words of a sentence. */
  readonly words: string;
  /** Places of Sent in that fit, and places that do not. */
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}
