import type { Conflict } from './conflict.ts';
import type { MaybePromise, Row } from './record.ts';

/** An upload in several requests, as it begins. Times are milliseconds since 1970. */
export interface NewUpload {
  /** The SHA-256 of the token in its address, in hexadecimal. */
  readonly id: string;
  readonly operation: string;
  /** The version of the interface; empty if the document has no versions. */
  readonly version: string;
  /** The path of its requests. */
  readonly path: string;
  /** The identity of its caller; empty without a credential. */
  readonly caller: string;
  /** A digest of the caller's attributes. */
  readonly attributes: string;
  /** The rest of the request that began it, as JSON. */
  readonly request: string;
  /** Bytes. */
  readonly length: number;
  readonly expiresAt: number;
}

/** An upload as it is stored. */
export interface StoredUpload extends NewUpload {
  /** The bytes that are durable. */
  readonly offset: number;
  /** The file of which the content is complete, as a column keeps it. */
  readonly file: string | undefined;
  /** Its operation has succeeded. */
  readonly done: boolean;
  /** Until when a request holds it; undefined if none does. */
  readonly leasedUntil: number | undefined;
}

/** A record that would be written, for which space is reserved. */
export interface ReservedRecord {
  readonly resource: string;
  readonly row: Row;
  readonly was?: Row | undefined;
}

/** The uploads inside a transaction. */
export interface UploadWrites {
  /** Stores an upload, and reserves the space that the quotas of bytes count for its record; a conflict if there is not enough. */
  begin(upload: NewUpload, record: ReservedRecord | undefined): MaybePromise<Conflict | undefined>;
  /** Returns the reserved space: the record takes it in the same transaction. */
  complete(id: string): MaybePromise<void>;
}

/** The uploads in several requests, outside of transactions. */
export interface Uploads {
  find(id: string): MaybePromise<StoredUpload | undefined>;
  /** Holds an upload for a request until a time; false if another request holds it, or there is no such upload. */
  take(id: string, holder: string, now: number, until: number): Promise<boolean>;
  /**
   * Holds it for longer, and notes its durable bytes. `lost`: another request took it, or it was removed; `asked`: another request
   * waits for it.
   */
  hold(id: string, holder: string, until: number, offset: number): Promise<'held' | 'asked' | 'lost'>;
  /** Notes the file that its content is. */
  note(id: string, holder: string, file: string): Promise<boolean>;
  /** Ends the hold of a request, and notes its durable bytes. */
  leave(id: string, holder: string, offset: number): Promise<void>;
  /** Asks the request that holds it to leave it. */
  ask(id: string): Promise<void>;
  /** Removes an upload, and returns its space. */
  remove(id: string): Promise<void>;
  /** Lists uploads whose time is over and that no request holds. */
  expired(now: number, most: number): MaybePromise<readonly string[]>;
  /** Lists the files whose contents uploads name, as columns keep them. */
  files(): MaybePromise<readonly string[]>;
}
