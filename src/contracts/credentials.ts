import type { SchemePlan } from '../plan/plan.ts';
import type { Caller, CredentialRecord } from './caller.ts';
import type { MaybePromise } from './record.ts';
import type { ChangeRights } from './sessions/credential-store.ts';
import type { Transaction } from './store.ts';

/** Verifies the credentials of one scheme and finds their callers. Created when the service starts. */
export interface Verifier {
  readonly scheme: string;
  /** Whether a string looks like one of this scheme's credentials; the first scheme that it fits checks it. */
  fits(text: string): boolean;
  /** The caller of a credential that fits; undefined if it is unknown, revoked, expired or invalid. */
  find(text: string, now: number): MaybePromise<Caller | undefined>;
  /** Releases its resources. */
  close?(): void;
}

/** A client of the service, shown by its id and one of its secrets: what tokens that are issued to it may hold. */
export interface Client extends Pick<CredentialRecord, 'id' | 'subject' | 'scopes' | 'attributes'> {
  /** The caller when the client acts for itself. */
  readonly caller: Caller;
}

/** A credential that has not been stored yet. */
export interface NewCredential
  extends Pick<
    CredentialRecord,
    'kind' | 'scheme' | 'client' | 'scopes' | 'attributes' | 'session' | 'generation' | 'rotationKey'
  > {
  /** Left out: the client, or the credential's own id. */
  readonly subject?: string;
  /** Milliseconds; the scheme's Lifetime is the most, and holds where it is left out. */
  readonly lifetime?: number;
  /** A text that was made elsewhere, such as a signed token; left out: one is made. */
  readonly text?: string;
  /** The secret of a client of a scheme of kind basic, where an operator chose it. */
  readonly chosen?: string;
}

/** A created credential: its text is shown once and never stored. */
export interface CreatedCredential {
  readonly text: string;
  readonly record: CredentialRecord;
}

/** Finds the holders of the service's own credentials, with a cache. */
export interface CredentialService {
  /** Returns the caller of a key or token of a scheme; undefined if it is unknown, revoked or expired. Secrets of clients do not count. */
  find(scheme: string, text: string, now: number): MaybePromise<Caller | undefined>;
  /** The client of a scheme with this id and a secret that is alive; an unknown id costs what a wrong secret does. */
  client(scheme: string, id: string, secret: string, now: number): MaybePromise<Client | undefined>;
  /** Makes a credential; one that is made inside a transaction is undone with it. */
  make(credential: NewCredential, now: number, transaction?: Transaction): MaybePromise<CreatedCredential>;
  /** The stored record of a credential, active or not. */
  recordOf(text: string): MaybePromise<CredentialRecord | undefined>;
  /**
   * Ends a credential by its id, or a client with all its secrets and tokens by the client's; at once on this instance. False
   * when there is none that is alive. `except`: only the tokens of a client end, but for the one with this id.
   */
  revoke(id: string, now: number, transaction?: Transaction, except?: string): MaybePromise<boolean>;
  /** Ends the credentials of a session, at once on this instance. */
  endSession(session: string, now: number, transaction: Transaction): MaybePromise<void>;
  /**
   * Changes the rights of an active credential by its id, or of a client with all its secrets and tokens by the client's; at once on this
   * instance. Returns them as they are now.
   */
  change(
    id: string,
    now: number,
    change: ChangeRights,
    transaction?: Transaction,
  ): MaybePromise<readonly CredentialRecord[]>;
  /** Grows when a credential may have been ended or have got other rights: who goes on for long looks at its own again. */
  readonly endings: number;
  /** Makes a credential known as it is. */
  create(credential: CredentialRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns the client of the tokens of a subject, which end together; no other client is called so. Records that log in have their
 * resource in it: a record of another resource with the same identity is another holder.
 */
export function identifyHolder({ name, holder }: Pick<SchemePlan, 'name' | 'holder'>, subject: string): string {
  return holder === undefined ? `${name}:${subject}` : `${name} ${holder}:${subject}`;
}
