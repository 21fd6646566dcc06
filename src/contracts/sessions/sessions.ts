import type { CreatedCredential, NewCredential } from '../credentials.ts';
import type { MaybePromise } from '../record.ts';
import type { Refusal } from '../refusal.ts';
import type { RequestContext } from '../request-context.ts';

/** A credential of a session, and the text of its refresh token, if it has one. */
export interface SessionTokens extends CreatedCredential {
  readonly refresh?: string;
}

/** A credential that was issued, or why its session could not begin. */
export type IssuedInSession = SessionTokens | { readonly refusal: Refusal };

/** The result of a refresh: new tokens of its session, `invalid`, or the end of the session because it was used before. */
export type Refreshed = (SessionTokens & { readonly subject: string }) | 'invalid' | 'ended';

/** A refusal, or whether anything has ended. */
export type Ended = boolean | { readonly refusal: Refusal };

/** A credential by its ID, and its session. */
export interface SessionCredential {
  readonly credential: string;
  /** The text of the identity of the record. */
  readonly session?: string | undefined;
}

/** Begins and ends sessions in the transaction of a request: credentials, and the record of each session if the document states one. */
export interface Sessions {
  /** Issues a credential. Of a scheme whose sessions are records, it creates one. `refreshed`: the session gets a refresh token. */
  issue(ctx: RequestContext, credential: NewCredential, refreshed?: boolean): MaybePromise<IssuedInSession>;
  /** Replaces the refresh token of a session, and issues a credential. */
  refresh(ctx: RequestContext, scheme: string, text: string): MaybePromise<Refreshed>;
  /** Ends a credential, and the record of its session. */
  end(ctx: RequestContext, ended: SessionCredential): MaybePromise<Ended>;
  /** Deletes the record of a session, which ends its credentials. */
  remove(ctx: RequestContext, session: string): MaybePromise<Ended>;
  /** Ends the credentials of a subject of a scheme, and the records of its sessions; `except`: the one that goes on. */
  endAll(ctx: RequestContext, scheme: string, subject: string, except?: SessionCredential): MaybePromise<Ended>;
}
