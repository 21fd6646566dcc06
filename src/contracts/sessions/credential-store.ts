import type { CredentialRecord, Rights } from '../caller.ts';
import type { MaybePromise } from '../record.ts';

/** Returns the new rights of a credential; `earlier` are those of the same holder that have been changed before it. */
export type ChangeRights = (record: CredentialRecord, earlier: readonly CredentialRecord[]) => Rights;

/** A place among the credentials that have ended: the end of one, and its ID. */
export interface EndedPlace {
  readonly at: number;
  readonly id: string;
}

/** A credential that has ended, and its session. */
export interface EndedInSession extends EndedPlace {
  readonly session: string;
}

/** Reads and writes of credentials inside a transaction. */
export interface CredentialWrites {
  create(credential: CredentialRecord): MaybePromise<void>;
  /**
   * Returns the rights of the credential with this ID; undefined if it is not active at a time. They stay until the end of the transaction.
   * `change`: the transaction ends the credential, so another one with this lock waits.
   */
  held(id: string, at: number, lock?: 'change'): MaybePromise<Rights | undefined>;
  /** As `Credentials.change`. */
  change(id: string, at: number, change: ChangeRights): MaybePromise<readonly CredentialRecord[]>;
  /** As `Credentials.revoke`. */
  revoke(id: string, at: number, except?: string): MaybePromise<boolean>;
  /** Ends the credentials of a session. */
  endSession(session: string, at: number): MaybePromise<void>;
  /** Ends the credentials of a session that was used last at a moment or before. */
  endIdle(session: string, usedBefore: number, at: number): MaybePromise<void>;
  /** Returns the refresh token with a hash, and keeps it locked; undefined if it is not active at a time. */
  findRefresh(hash: string, at: number): MaybePromise<CredentialRecord | undefined>;
  /** Stores that a refresh token was replaced at a time, for the time of this number. */
  rotate(id: string, generation: number, at: number): MaybePromise<void>;
  /** Returns the latest stored use of a session. */
  lastUse(session: string): MaybePromise<number>;
  /** Returns whether a session has a credential that is active at a time. */
  hasSession(session: string, at: number): MaybePromise<boolean>;
  /** Lets the credentials of a session that are not active at a time belong to none: what follows from their end is done. */
  leaveSession(session: string, at: number): MaybePromise<void>;
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
  /** Creates the first credential. Returns false and creates nothing if the store has one, even if two instances do this at the same time. */
  createFirst(credential: CredentialRecord): Promise<boolean>;
  /** Returns credentials in the order of their creation: all, all but tokens (there may be very many), or the first N. */
  list(of?: CredentialFilter): MaybePromise<readonly CredentialRecord[]>;
  /**
   * Ends one by its id, or all of a client by the client's; false when there is none that is alive. `except`: only the tokens of a client
   * end, but for the one with this id.
   */
  revoke(id: string, at: number, except?: string): Promise<boolean>;
  /**
   * Changes the rights of an active one by its id, or of all of a client by the client's: keys and secrets first, then tokens. Returns them
   * as they are now; none if there is none that is active.
   */
  change(id: string, at: number, change: ChangeRights): Promise<readonly CredentialRecord[]>;
  /** Notes uses of credentials by their IDs, and of sessions with refresh tokens, exact to a minute, many at once. */
  used(moments: ReadonlyMap<string, number>, sessions?: ReadonlyMap<string, number>): Promise<void>;
  /** A number that grows whenever any credential is ended or gets other rights, by whichever instance. */
  version(): MaybePromise<number>;
  /** Returns at most `most` credentials that have ended and have not left their sessions, in the order of their ends, after a place. */
  endedSessions(now: number, most: number, after?: EndedPlace): MaybePromise<readonly EndedInSession[]>;
  /** Returns sessions of credentials that are not ended and were used last at a moment or before. */
  idleSessions(usedBefore: number, most: number): MaybePromise<readonly string[]>;
  /** Deletes at most `most` tokens that expired before a time; returns their number. */
  expire(before: number, most: number): Promise<number>;
}
