import type { InnerDone } from '../inner-operations.ts';
import type { MaybePromise } from '../record.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * The purpose of an attempt: to sign a person in, or to link an account to a caller, in one session: that of the credential, else the
 * credential itself.
 */
export type SignInPurpose = 'sign in' | { readonly caller: string; readonly session: string };

/**
 * Where a person goes to sign in, or what a browser asks an authenticator for (WebAuthn, sections 5.4 and 5.5), and the text that the client
 * keeps until then.
 */
export type StartedSignIn = { readonly attempt: string } & (
  | { readonly address: string }
  | { readonly options: object }
);

/** The body that a client sends when the person is back from the issuer, or has used a passkey. */
export interface ReturnedSignIn {
  readonly attempt: string;
  /** The response of an authenticator, as `PublicKeyCredential.toJSON()` returns it. */
  readonly credential?: object;
  readonly state?: string;
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
  /** Of a passkey: the text of its public key, and the one that is stored, if there is one. */
  readonly publicKey?: { readonly text: string; readonly was?: string };
}

/** The passkeys of the service, outside of a transaction. */
export interface Passkeys {
  /** Returns the text of the public key of a passkey. */
  find(subject: string): Promise<string | undefined>;
  /** Returns the texts of the public keys of a caller: the newest ones, if there are very many. */
  list(caller: string): Promise<readonly string[]>;
  /** Returns how the caller is called, as lists of passkeys show it. */
  describe(caller: string): Promise<string>;
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

/** Signs people in with issuers of OpenID Connect, and with passkeys. Its functions reject with an `IssuerUnavailableError` if the issuer does not answer. */
export interface SignIn {
  /** Begins an attempt; a condition if there is no such issuer, as an older version of the document may have had. */
  start(issuer: string, purpose: SignInPurpose): Promise<StartedSignIn | 'invalid sign in'>;
  /** Exchanges the code of a person who is back; a condition if what was sent is not valid, or the issuer refused. */
  prove(returned: ReturnedSignIn, purpose: SignInPurpose): Promise<ProvenSignIn | UnprovenSignIn>;
}

/** The condition of a sign in that proves no person. */
export type UnprovenSignIn = 'invalid sign in' | 'sign in denied' | 'no account';

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
  /** Stores the public key of a passkey after its use; false if another request has used the passkey meanwhile. */
  renew(ctx: RequestContext, identity: Identity): Promise<boolean>;
  /** Creates an account of a record. */
  create(ctx: RequestContext, holder: unknown, identity: Identity): Promise<InnerDone>;
  /** Creates a record with claims of the identity in fields, and its account; both or nothing. */
  createHolder(
    ctx: RequestContext,
    fields: readonly { readonly field: string; readonly claim: string }[],
    identity: Identity,
  ): Promise<InnerDone>;
}
