import type { Expression, Question } from '../expression/tree.ts';
import type { Conflict } from './conflict.ts';
import type { Deliveries } from './deliveries.ts';
import type { EventRecording, Events } from './events.ts';
import type { Counting } from './limits/counting.ts';
import type { MaybePromise, Row } from './record.ts';
import type { Credentials, CredentialWrites } from './sessions/credential-store.ts';
import type { StoredResponses } from './stored-responses.ts';
import type { Uploads, UploadWrites } from './uploads.ts';

export type { Conflict } from './conflict.ts';

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
      /** Of `in`: the number of values in its list, without duplicates. */
      readonly of?: number;
      /** Of a path through a ref: only other records count for which one of these holds; left out: any record. */
      readonly visible?: readonly Expression[];
    }
  /**
   * The field is one of a list of different values, its value: the query finds the first `most` records of each in its order, which it must have.
   * At most one condition of a query.
   */
  | { readonly kind: 'each'; readonly field: string; readonly most: number }
  /** At least one of these expressions of the store profile is true (row rules add up); no value of its own. */
  | { readonly kind: 'any'; readonly of: readonly Expression[] }
  /** An expression of stored fields and literals that an index states in the same way, so that the index serves it; no value of its own. */
  | { readonly kind: 'of index'; readonly holds: Expression }
  /** A parameter's `where`; its value is `value`. */
  | { readonly kind: 'where'; readonly holds: Expression }
  /** Each word of its value (a text, at white space) occurs in at least one of these texts, or in an item of a list of them. */
  | { readonly kind: 'search'; readonly fields: readonly string[] }
  /** The state field is not one of these: leaves out soft-deleted records. */
  | { readonly kind: 'not in state'; readonly field: string; readonly states: readonly string[] }
  /** A list of references contains the identity of a record of this resource, which is its value. */
  | { readonly kind: 'refers'; readonly field: string; readonly to: string };

/** A question to one table, compiled once and asked often. Two queries that are equal as JSON may share a statement. */
export interface Query {
  readonly resource: string;
  readonly conditions: readonly Condition[];
  /** Complete: the identity comes last. Absent and null come first ascending, last descending; strings by code point. */
  readonly order?: readonly { readonly field: string; readonly descending: boolean }[];
  /**
   * Reading may stop after 10,000 rows that were tested: then rows may be missing, and `next` of the result says where to go on. Without it,
   * `many` finds every row, up to its limit. Only a query with an order.
   */
  readonly bounded?: true;
  /** The question continues after a row: `QueryValues.after` holds the values of the order's fields. */
  readonly after?: boolean;
  /** Rows hold these stored fields alone. With none, only whether there is a record matters: the store reads no more than its conditions need. */
  readonly fields?: readonly string[] | undefined;
  /**
   * The row ends with fields of the record that a reference names: `one` finds no record without that one. Nothing else follows it. No
   * client has chosen the record, so the time does not hide whether it is there.
   */
  readonly follows?: FollowedReference;
  /**
   * A question about the records, without conditions: the value of condition 0 is a list of the values given with each asking, and each is
   * answered by a row (`readAnswer`).
   */
  readonly asks?: Question;
  /** Rows are counted away: `QueryValues.skip` says how many. Then the reading has no bound. */
  readonly skips?: boolean;
  /**
   * The query may read very many rows: outside a transaction it runs where it blocks no other work, and throws `StoreTimeoutError` after
   * this many milliseconds.
   */
  readonly slowTimeout?: number;
  /** The figures that `PreparedQuery.figures` computes, in one statement. */
  readonly figures?: readonly Figure[];
}

/** A field of type `ref`, and stored fields of the record that it names, which is not gone. */
export interface FollowedReference {
  readonly field: string;
  readonly fields: readonly string[];
}

/**
 * A figure over all records that a query finds: their number, the values of a field or of the items of its list (the most frequent first,
 * equally frequent ones ascending) with the number of records that have each, the sum, minimum or maximum of a field, or the first groups of
 * the records that have equal keys, ascending with null first, each with figures of its records.
 */
export type Figure =
  | { readonly kind: 'count' }
  | { readonly kind: 'values'; readonly field: string; readonly most: number }
  | FieldFigure
  | {
      readonly kind: 'groups';
      readonly keys: readonly GroupKey[];
      readonly of: readonly ({ readonly kind: 'count' } | FieldFigure)[];
      readonly most: number;
    };

/** The sum, minimum or maximum of a field. */
export interface FieldFigure {
  readonly kind: 'sum' | 'minimum' | 'maximum';
  readonly field: string;
}

/** A field whose equal values make a group, or the part of a date or date-time, in UTC. */
export interface GroupKey {
  readonly field: string;
  readonly part?: 'day' | 'month' | 'year';
}

/** Values as rows hold them, each with its number of records. */
export type CountedValues = readonly (readonly [value: unknown, records: number])[];

/** A group: its keys, then its figures. A key is null where records have no value. */
export type Group = readonly (string | number | null | undefined)[];

/** The result of a figure: a value as rows hold them, undefined if there is none, or if a sum is beyond the range of its type. */
export type FigureResult = string | number | undefined | CountedValues | readonly Group[];

/** The values of one asking. Milliseconds for `now`; `today` is `YYYY-MM-DD`. */
export interface QueryValues {
  readonly conditions: readonly unknown[];
  readonly caller?: Readonly<Record<string, unknown>> | undefined;
  readonly now: number;
  readonly after?: readonly unknown[];
  /** The maximum number of rows. */
  readonly limit?: number;
  /** Reading may stop after rows that have more than this number of characters together: no row of them is left out. */
  readonly room?: number | undefined;
  /** The number of rows to skip. */
  readonly skip?: number;
  /** The requester of a slow query; absent if the service itself asks. */
  readonly ticket?: FairQueueTicket | undefined;
}

/** The requester of possibly slow work, and how long it waits. */
export interface FairQueueTicket {
  /** The groups of the client, the widest first: queries of one group run alternately. */
  readonly whose?: readonly string[] | undefined;
  /** Aborted when the result is no longer needed: the work may stop. */
  readonly signal?: AbortSignal | undefined;
}

/** A compiled question. */
export interface PreparedQuery {
  /** The first row. */
  one(values: QueryValues): MaybePromise<Row | undefined>;
  /** Rows in order; `next` is set when the reading of a bounded query stopped early and may go on after those values. */
  many(values: QueryValues): MaybePromise<{ readonly rows: readonly Row[]; readonly next?: readonly unknown[] }>;
  count(values: QueryValues): MaybePromise<number>;
  /** The results of the figures of the query, in their order. */
  figures(values: QueryValues): MaybePromise<readonly FigureResult[]>;
}

/** A record that must exist: the query that finds it, and its values. */
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

/** A query whose results other transactions may have changed. */
export interface ConcurrentCheck extends RequiredRecord {
  readonly resource: string;
  readonly idOf: (row: Row) => unknown;
  /** The identities of the records that are known, as texts. */
  readonly known: ReadonlySet<string>;
}

/** Operations of a write transaction. Rows are as in `Row`; every write increments the version. */
export interface Transaction {
  /**
   * Binds a query to the transaction. Other transactions cannot change the rows found before the end; with `share` they may lock them in
   * the same way, for records that are only read (targets of refs). With `free`, rows that another transaction has locked are left out.
   */
  bind(query: PreparedQuery, lock?: 'write' | 'share' | 'free'): PreparedQuery;
  /**
   * Inserts a row. `absent`: the work has looked for records with the row's values of these `uniques` (−1 is the identity) and found none;
   * where another transaction has made one since, the work is run again and finds it.
   */
  insert(resource: string, row: Row, absent?: readonly number[]): MaybePromise<Conflict | undefined>;
  /**
   * Inserts a row if each of these records is there, and holds them as `share` does, in one trip. `check first`: nothing was
   * written, because one was not there or because the store has to be asked for them one by one. Only stores that are a trip away have it.
   */
  insertIfPresent?(
    resource: string,
    row: Row,
    required: readonly RequiredRecord[],
    absent?: readonly number[],
  ): MaybePromise<Conflict | 'check first' | undefined>;
  /** Replaces the row with this identity; `was` is that one as it was found: what is the same in it may be left. */
  update(resource: string, id: unknown, row: Row, was?: Row): MaybePromise<Conflict | undefined>;
  delete(resource: string, id: unknown): MaybePromise<Conflict | undefined>;
  /** Finds a record, not gone and not this one, that refers to this one from inside a list, a map or an object. */
  referredInside(resource: string, id: unknown): MaybePromise<Conflict | undefined>;
  /**
   * In stores whose transactions read a snapshot: throws so that the work runs again if another transaction has committed changes to
   * results of a query, except known records and records that this transaction wrote. Other stores lack it.
   */
  meanwhile?(asked: ConcurrentCheck): MaybePromise<void>;
  /**
   * Replaces the text of a field by another one with the same meaning if it is still `was`, such as a hash by one with other costs. For
   * everyone else the record has not changed: its version stays. Returns whether it was.
   */
  exchange(location: SecretLocation, was: string, text: string): MaybePromise<boolean>;
  /** The next number of a sequence, from 1, without gaps among what is committed. */
  next(resource: string, field: string, within: readonly unknown[]): MaybePromise<number>;
  /** Runs work that is undone alone if it returns `undo`: the transaction continues. Rethrows its errors. */
  attempt<T>(work: () => MaybePromise<Written<T>>): MaybePromise<T>;
  readonly storedResponses: StoredResponses;
  readonly credentials: CredentialWrites;
  readonly events: EventRecording;
  readonly uploads: UploadWrites;
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

/** How a transaction runs. `serializable`: as if no other transaction ran at the same time, whatever it reads; the store may run it again. */
export interface WriteHow {
  readonly serializable?: true;
  /** The work runs code of authors, which may await something other than the store. */
  readonly code?: true;
  /** The store runs the work again after conflicts until this time of `performance.now()`. */
  readonly until?: number;
}

/** The state of a replica, and how many reads it has answered. */
export interface ReplicaStatus {
  /** Only a replica that is `current` answers reads. */
  readonly state: 'current' | 'lagging' | 'unreachable';
  /** The age of the records on the replica in milliseconds, at most; undefined while it cannot be reached. */
  readonly lag?: number;
  /** The bytes of the log that it has not applied; undefined while it cannot be reached. */
  readonly lagBytes?: number;
  /** The number of reads that the replica has answered. */
  readonly reads: number;
  /** The number of reads that the store itself has answered instead, by reason. */
  readonly fallbacks: Readonly<Record<Fallback, number>>;
}

/** Why the store itself answers a read instead of its replica. */
export type Fallback = 'lagging' | 'unreachable' | 'failed';

/** A copy of a store that answers reads. It belongs to the store and ends with it. */
export interface Replica {
  /**
   * Compiles a question as `Store.prepare` does. Its answers contain every write that was committed before it was asked, on any
   * instance: the replica answers if it has them, else the store itself.
   */
  prepare(query: Query): PreparedQuery;
  /** Returns the state of the replica now. */
  status(): ReplicaStatus;
}

/** The database of one service. */
export interface Store {
  /** Compiles a question; the same question asked again gets the same statement. */
  prepare(query: Query): PreparedQuery;
  /**
   * Runs work in a write transaction of its own: atomic, undone if the work throws or returns `undo`. The store may run it again after a
   * conflict. Resolves when the writes are as durable as the store is configured.
   */
  write<T>(work: (transaction: Transaction) => MaybePromise<Written<T>>, how?: WriteHow): Promise<T>;
  readonly credentials: Credentials;
  readonly events: Events;
  readonly deliveries: Deliveries;
  /** The replaced secrets of a field that are still stored at a time, the last one first, as its column held them. */
  replacedSecrets(location: SecretLocation, now: number): MaybePromise<readonly string[]>;
  /** The digest of the plan that the tables of the database fit: another one once a newer document was migrated to. */
  planDigest(): MaybePromise<string | undefined>;
  /** Deletes expired responses and replaced secrets, at most `most` of each; returns their number. */
  expireStoredResponses(now: number, most: number): Promise<number>;
  readonly signingKeys: SigningKeys;
  readonly uploads: Uploads;
  /** Counters across requests: rates and requests in flight. */
  readonly counting: Counting;
  /** Returns a secret of the service, such as the key of cursors. Creates and stores it on first use. */
  secret(name: string): Uint8Array;
  /** Answers reads in the place of this store; undefined if it has no replica. */
  readonly replica?: Replica | undefined;
  /** True while the store can be asked. */
  alive(): MaybePromise<boolean>;
  /** Commits the change of one small row. Rejects while the store takes no writes: it is read-only, or its disk is full. */
  probeWrite(): Promise<void>;
  close(): Promise<void>;
}

/** The result of work, and whether its writes must be undone. */
export interface Written<T> {
  readonly result: T;
  readonly undo: boolean;
}

/** Thrown by `write` when the store could not commit: nothing of the work counts. */
export class StoreUnavailableError extends Error {}

/** Thrown by `write` when its work lost against other transactions each time that the store ran it. */
export class StoreConflictError extends StoreUnavailableError {
  constructor(message = 'the transaction conflicted with others each time that it ran', options?: ErrorOptions) {
    super(message, options);
  }
}

/** Thrown when the database contains bytes that cannot be read: a retry does not help. */
export class StoreDamagedError extends StoreUnavailableError {
  constructor(why: string, options?: ErrorOptions) {
    super(`The database is damaged: ${why}. Restore a backup (docs/backup.md)`, options);
  }
}

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
