import type { Expression } from '../expression/tree.ts';
import type { Counting } from './counting.ts';
import type { Credentials, CredentialWrites } from './credential-store.ts';
import type { Deliveries } from './deliveries.ts';
import type { EventRecording, Events } from './events.ts';
import type { MaybePromise, Row } from './record.ts';
import type { StoredResponses } from './stored-responses.ts';

/** One condition of a query; each takes its value (or none) at the same index of `QueryValues.conditions`. */
export type Condition =
  /** A column equal to a value. */
  | { readonly kind: 'equal'; readonly field: string }
  /**
   * A filter parameter; `path` may go one step through a ref (`customer.email`); the value of `in` is a list, and so is that of
   * `contains any`: a list of texts has at least one of them.
   */
  | {
      readonly kind: 'compare';
      readonly path: readonly string[];
      readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains' | 'contains any' | 'starts with';
      /** Of `in`: its list holds exactly so many values, no two of them the same. */
      readonly of?: number;
    }
  /** At least one of these expressions of the store profile is true (row rules add up); no value of its own. */
  | { readonly kind: 'any'; readonly of: readonly Expression[] }
  /** A parameter's `where`; its value is `value`. */
  | { readonly kind: 'where'; readonly holds: Expression }
  /** Each word of its value (a text, at white space) occurs in at least one of these texts, or in an item of a list of them. */
  | { readonly kind: 'search'; readonly fields: readonly string[] }
  /** A gone record is left out: the state field is none of these. */
  | { readonly kind: 'not in state'; readonly field: string; readonly states: readonly string[] };

/** A question to one table, compiled once and asked often. Two queries that are equal as JSON may share a statement. */
export interface Query {
  readonly resource: string;
  readonly conditions: readonly Condition[];
  /** Complete: the identity stands last. Absent and null come first ascending, last descending; strings by code point. */
  readonly order?: readonly { readonly field: string; readonly descending: boolean }[];
  /** The question continues after a row: `QueryValues.after` holds the values of the order's fields. */
  readonly after?: boolean;
  /** Rows are counted away: `QueryValues.skip` says how many. Then the reading has no bound. */
  readonly skips?: boolean;
  /**
   * It may read very many rows: outside a transaction it is asked where it holds up nobody, for so many milliseconds at most;
   * beyond them it throws `StoreTimeoutError`.
   */
  readonly slowTimeout?: number;
}

/** The values of one asking. Milliseconds for `now`; `today` is `YYYY-MM-DD`. */
export interface QueryValues {
  readonly conditions: readonly unknown[];
  readonly caller?: Readonly<Record<string, unknown>> | undefined;
  readonly now: number;
  readonly after?: readonly unknown[];
  /** At most so many rows. */
  readonly limit?: number;
  /** So many rows stand before the first one. */
  readonly skip?: number;
  /** Who waits for a slow query; absent if the service itself asks. */
  readonly ticket?: FairQueueTicket | undefined;
}

/** Who asks for what may take long, and for how long somebody waits for it. */
export interface FairQueueTicket {
  /** The groups of the client, the widest first: queries of one group run alternately. */
  readonly whose?: readonly string[] | undefined;
  /** Aborted when nobody waits for the result any more: the work may then stop. */
  readonly signal?: AbortSignal | undefined;
}

/** A compiled question. */
export interface PreparedQuery {
  /** The first row. */
  one(values: QueryValues): MaybePromise<Row | undefined>;
  /** Rows in order; `next` is set when the reading stopped early at a bound and may go on after those values. */
  many(values: QueryValues): MaybePromise<{ readonly rows: readonly Row[]; readonly next?: readonly unknown[] }>;
  count(values: QueryValues): MaybePromise<number>;
}

/** Why a write could not be done. */
export type Conflict =
  /** The index into the resource's `uniques`; −1 is the identity itself. */
  | { readonly kind: 'not unique'; readonly unique: number }
  /** A record of this resource still refers to it. */
  | { readonly kind: 'still referenced'; readonly resource: string; readonly field: string }
  /** A limit of kind `quota`, by its name, has no room for one more record. */
  | { readonly kind: 'quota'; readonly limit: string }
  /** A text in one of these fields is longer than the store's index over them takes. */
  | { readonly kind: 'too long'; readonly fields: readonly string[] };

/** A record that is to be there: what finds it, and with which values. */
export interface RequiredRecord {
  readonly query: PreparedQuery;
  readonly values: QueryValues;
}

/** A field of a record that holds a secret. */
export interface SecretLocation {
  readonly resource: string;
  readonly field: string;
  readonly id: unknown;
}

/** What is asked for that others may have written meanwhile. */
export interface ConcurrentCheck extends RequiredRecord {
  readonly resource: string;
  readonly idOf: (row: Row) => unknown;
  /** The identities of the records that are known, as texts. */
  readonly known: ReadonlySet<string>;
}

/** What may be done inside a write transaction. Rows are as `Row` says; every write adds one to the version. */
export interface Transaction {
  /**
   * The question as it is asked inside. Rows that are found cannot be changed by others before the end; with `share`
   * others may still hold them so as well, for records that are only looked at: those that refs name. With `free` rows that
   * another transaction holds are left out.
   */
  bind(query: PreparedQuery, lock?: 'write' | 'share' | 'free'): PreparedQuery;
  /**
   * Inserts a row. `absent`: the work has looked for a record of this identity and found none; where another transaction has made one
   * since, the work is run again and finds it.
   */
  insert(resource: string, row: Row, absent?: boolean): MaybePromise<Conflict | undefined>;
  /**
   * Inserts a row if each of these records is there, and holds them as `share` does, in one trip. `check first`: nothing was
   * written, because one was not there or because the store has to be asked for them one by one. Only stores that are a trip away have it.
   */
  insertIfPresent?(
    resource: string,
    row: Row,
    required: readonly RequiredRecord[],
    absent?: boolean,
  ): MaybePromise<Conflict | 'check first' | undefined>;
  /** Replaces the row with this identity; `was` is that one as it was found: what is the same in it may be left. */
  update(resource: string, id: unknown, row: Row, was?: Row): MaybePromise<Conflict | undefined>;
  delete(resource: string, id: unknown): MaybePromise<Conflict | undefined>;
  /** Finds a record, not gone and not this one, that refers to this one from inside a list, a map or an object. */
  referredInside(resource: string, id: unknown): MaybePromise<Conflict | undefined>;
  /**
   * Where the work sees the records as they were when it began: has it run again if others have committed since what a question
   * finds, apart from the records that are known and those that it wrote itself. Stores whose work sees what is committed lack it.
   */
  meanwhile?(asked: ConcurrentCheck): MaybePromise<void>;
  /** The next number of a sequence, from 1, without gaps among what is committed. */
  next(resource: string, field: string, within: readonly unknown[]): MaybePromise<number>;
  /** Does a piece of the work that is undone alone when it answers `undo`: the transaction goes on. What it throws is thrown. */
  attempt<T>(work: () => MaybePromise<Written<T>>): MaybePromise<T>;
  readonly storedResponses: StoredResponses;
  readonly credentials: CredentialWrites;
  readonly events: EventRecording;
  /** Says that the next record that is inserted or updated is the last that is done: a store may commit along with it. */
  endsWithWrite?(): void;
  /** Keeps a secret that is being replaced until a moment, as its column held it. */
  keepReplaced(location: SecretLocation, secret: string, until: number): MaybePromise<void>;
}

/** The keys that the service itself signs with; a text each. */
export interface SigningKeys {
  /** All that are stored, in the order of their names. */
  list(): MaybePromise<readonly string[]>;
  /** Keeps one under a name; where there is one of that name it stays. */
  add(name: string, text: string): Promise<void>;
  /** Replaces a stored text; if there is none of that name, nothing is stored. */
  replace(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** How work is written. `serializable`: as if no other work ran beside it, whatever it reads; it may be run again for that. */
export interface WriteHow {
  readonly serializable?: true;
}

/** What keeps the records of one service. */
export interface Store {
  /** Compiles a question; the same question asked again gets the same statement. */
  prepare(query: Query): PreparedQuery;
  /**
   * Runs work in a write transaction of its own: atomic by itself, undone when the work throws or answers `undo`. The work may
   * be run again, when what it did before has been undone with others'.
   * Resolves when what was written is durable as the store's durability says.
   */
  write<T>(work: (transaction: Transaction) => MaybePromise<Written<T>>, how?: WriteHow): Promise<T>;
  readonly credentials: Credentials;
  readonly events: Events;
  readonly deliveries: Deliveries;
  /** The replaced secrets of a field that are still stored at a time, the last one first, as its column held them. */
  replacedSecrets(location: SecretLocation, now: number): MaybePromise<readonly string[]>;
  /** Removes expired responses and replaced secrets, at most so many of each; returns how many there were. */
  expireStoredResponses(now: number, most: number): Promise<number>;
  readonly signingKeys: SigningKeys;
  /** What is counted across requests: rates and requests in flight. */
  readonly counting: Counting;
  /** A secret of the service that lies in the store, made at first asking: keys of cursors. */
  secret(name: string): Uint8Array;
  /** True while the store can be asked. */
  alive(): MaybePromise<boolean>;
  /** Commits the change of one small row. Rejects while the store takes no writes: it is read-only, or its disk is full. */
  probeWrite(): Promise<void>;
  close(): Promise<void>;
}

/** What a piece of work answers: its result, and whether all it wrote is to be undone. */
export interface Written<T> {
  readonly result: T;
  readonly undo: boolean;
}

/** Thrown by `write` when the store could not commit: nothing of the work counts. */
export class StoreUnavailableError extends Error {}

/** Thrown when so much waits already that this would not run in time. */
export class StoreOverloadedError extends StoreUnavailableError {}

/** Thrown when what was asked took longer than it may: nothing of it counts. */
export class StoreTimeoutError extends Error {}

/** Thrown by `write` when its work waited for something else than the store: nothing of the work counts. */
export class TransactionIdleError extends Error {
  constructor(options?: ErrorOptions) {
    super('awaited something other than its store inside the transaction: move it to `before`', options);
  }
}
