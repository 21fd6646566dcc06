import type { InnerDone } from '../inner-operations.ts';
import type { MaybePromise } from '../record.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * The purpose of an attempt: to sign a person in, or to link an account to a caller, in one session: that of the credential, else the
 * credential itself.
 */
export type SignInPurpose = 'sign in' | { readonly caller: string; readonly session: string };

/** Where a person goes to sign in, and the text that the client keeps until then. */
export interface StartedSignIn {
  readonly address: string;
  readonly attempt: string;
}

/** The body that a client sends when the person is back from the issuer. */
export interface ReturnedSignIn {
  readonly attempt: string;
  readonly state: string;
  readonly code?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** A person as an issuer describes them. */
export interface Identity {
  /** The name of the issuer in the document. */
  readonly issuer: string;
  readonly subject: string;
  /** The claims that are texts, by their names; the address only if the issuer has confirmed it. */
  readonly claims: Readonly<Record<string, string>>;
}

/** A proven identity, and the attempt that it ends. */
export interface ProvenSignIn {
  readonly identity: Identity;
  readonly attempt: SignInAttempt;
}

/** An attempt that may be used once, until a time in milliseconds since 1970. */
export interface SignInAttempt {
  readonly id: string;
  readonly until: number;
}

/** Signs people in with issuers of OpenID Connect. Its functions reject with an `IssuerUnavailableError` if the issuer does not answer. */
export interface SignIn {
  /** Begins an attempt; a condition if there is no such issuer, as an older version of the document may have had. */
  start(issuer: string, purpose: SignInPurpose): Promise<StartedSignIn | 'invalid sign in'>;
  /** Exchanges the code of a person who is back; a condition if what was sent is not valid, or the issuer refused. */
  prove(returned: ReturnedSignIn, purpose: SignInPurpose): Promise<ProvenSignIn | 'invalid sign in' | 'sign in denied'>;
}

/** The accounts of people at issuers, inside the transaction of a request. */
export interface Accounts {
  /** Uses an attempt up, whatever operation ends it; false if it has been used. */
  use(ctx: RequestContext, attempt: SignInAttempt): MaybePromise<boolean>;
  /** Returns the identity of the record to which an account belongs. */
  find(ctx: RequestContext, identity: Identity): Promise<unknown>;
  /**
   * Looks whether another transaction has created an account since this one began. Where transactions read a snapshot, that does not show it:
   * the work then runs again.
   */
  findMeanwhile(ctx: RequestContext, identity: Identity): Promise<unknown>;
  /** Creates an account of a record. */
  create(ctx: RequestContext, holder: unknown, identity: Identity): Promise<InnerDone>;
  /** Creates a record with claims of the identity in fields, and its account; both or nothing. */
  createHolder(
    ctx: RequestContext,
    fields: readonly { readonly field: string; readonly claim: string }[],
    identity: Identity,
  ): Promise<InnerDone>;
}
