import type { InnerDone } from '../../contracts/inner-operations.ts';
import type { RecordValue } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { CodeVerdict } from '../../contracts/sessions/second-factors.ts';
import type { Identity, SignIn, SignInAttempt, SignInPurpose } from '../../contracts/sessions/sign-in.ts';
import type { SecretLocation } from '../../contracts/store.ts';
import type { ClaimedFieldPlan } from '../../plan/operation.ts';

/** The tools of operations on sessions, which other handlers do not have. */
export interface SessionTools {
  /** The scheme of the credential of the request. */
  readonly presented: string | undefined;
  /** Whose account a sign in links. */
  purpose(): SignInPurpose;
  readonly signIn: SignIn;
  readonly accounts: AccountTools;
  refuse(refusal: Refusal): never;
  /** Returns what replaces the hash of a password that matches, if it has other costs than new hashes; undefined if too many are computed. */
  renew(password: string, hash: string): Promise<string | undefined>;
  /** Stores another hash of the same password, without a change of the record for anyone else. */
  exchange(location: SecretLocation, was: string, hash: string): Promise<void>;
  /** Begins a session of a record. `refreshed`: it gets a refresh token. */
  begin(scheme: string, subject: string, refreshed: boolean): Promise<void>;
  /**
   * Replaces a refresh token, and returns the identity of the record that logged in; undefined if the token was used before: the session has
   * ended, and the response is an error.
   */
  refresh(scheme: string, text: string, line: number): Promise<string | undefined>;
  /** Judges a code of a person, before the transaction and in it, where a right one is used up. */
  judgeCode(person: unknown, code: string | undefined): Promise<CodeVerdict>;
  useCode(person: unknown, code: string | undefined): Promise<CodeVerdict>;
  /** Ends the sessions of a record that logged in. */
  endAll(scheme: string, subject: string): Promise<void>;
}

/** The accounts of people at issuers, in the transaction of the request. */
export interface AccountTools {
  use(attempt: SignInAttempt): Promise<boolean>;
  find(identity: Identity): Promise<unknown>;
  findMeanwhile(identity: Identity): Promise<unknown>;
  renew(identity: Identity): Promise<boolean>;
  create(holder: unknown, identity: Identity): Promise<InnerDone>;
  createHolder(fields: readonly ClaimedFieldPlan[], identity: Identity): Promise<InnerDone>;
}

/** The context of the code of operations on sessions. */
export interface SessionContext {
  /** The record of the caller, if the operation has the line Record. */
  readonly record: RecordValue | undefined;
  readonly input: object;
  readonly prepared: unknown;
  readonly caller: { readonly id: string } | undefined;
  readonly store: { readonly asService: SessionStore };
  readonly password: { matches(password: string, hash: unknown): Promise<boolean> };
  readonly session: SessionTools;
  revoke(): Promise<boolean>;
}

/** The store of the service, without row rules. */
interface SessionStore {
  find(resource: string, asking: object): Promise<RecordValue | undefined>;
  get(resource: string, id: unknown): Promise<RecordValue | undefined>;
}

/** The code of an operation on sessions. */
export type Run = (context: SessionContext) => unknown;
