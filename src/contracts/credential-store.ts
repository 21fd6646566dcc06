import type { CredentialRecord } from './caller.ts';
import type { MaybePromise } from './record.ts';

/** What may be done with credentials inside a transaction. */
export interface CredentialWrites {
  create(credential: CredentialRecord): MaybePromise<void>;
  /** Whether the credential of an id holds at a moment; nobody ends it before the end of the transaction. */
  alive(id: string, at: number): MaybePromise<boolean>;
  /** As `Credentials.revoke`. */
  revoke(id: string, at: number): MaybePromise<boolean>;
  /** Lets one end at a moment, or all secrets of a client, unless it ends before. */
  shorten(id: string, at: number): MaybePromise<void>;
}

/** Which credentials are listed. */
export interface CredentialFilter {
  readonly tokens?: false;
  readonly most?: number;
}

/** The credentials of a service. */
export interface Credentials {
  find(hash: string): MaybePromise<CredentialRecord | undefined>;
  create(credential: CredentialRecord): Promise<void>;
  /** Creates the first one: false, and nothing is created, where there is one already, whoever else does the same at this moment. */
  createFirst(credential: CredentialRecord): Promise<boolean>;
  /** In the order in which they were made: all, or without tokens, of which there may be very many, or the first so many. */
  list(of?: CredentialFilter): MaybePromise<readonly CredentialRecord[]>;
  /** Ends one by its id, or all of a client by the client's; false when there is none that is alive. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Notes uses, exact to a minute, many at once. */
  used(moments: ReadonlyMap<string, number>): Promise<void>;
  /** A number that grows whenever any credential is ended, by whichever instance. */
  version(): MaybePromise<number>;
  /** Removes tokens that were over before a moment, at most so many; answers how many there were. */
  expire(before: number, most: number): Promise<number>;
}
