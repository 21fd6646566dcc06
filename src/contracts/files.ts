import type { FileLimits } from '../plan/files/file-limits.ts';
import type { StoredFile } from '../plan/files/stored-file.ts';
import type { BodyFailure, Incoming } from './incoming.ts';

/** The contents of the files that records name, each stored once, by its hash. */
export interface FileStore {
  /** Begins to store content. */
  begin(): Promise<FileDraft>;
  /** Finds stored content; undefined if there is none of this hash. */
  find(hash: string): Promise<StoredContent | undefined>;
  /** Lists the contents that were stored longer ago than an age in milliseconds. */
  old(age: number): AsyncIterable<string>;
  /** Removes content, unless it was stored again within an age in milliseconds, or removal is held; returns whether it did. */
  remove(hash: string, age: number): Promise<boolean>;
  /** Removes drafts that are older than an age in milliseconds: those of processes that ended meanwhile. */
  tidy(age: number): Promise<void>;
  /** Keeps every process from removing content until the returned function is called, or for an hour if this process ends. */
  hold(): Promise<() => Promise<void>>;
  readonly uploads: UploadDrafts;
  close(): Promise<void>;
}

/** Contents that arrive in several requests, by the IDs of their uploads. */
export interface UploadDrafts {
  /** Opens a draft; creates it on first use. One request has it open at a time. */
  open(id: string): Promise<UploadDraft>;
  remove(id: string): Promise<void>;
  /** Lists the drafts to which nothing was added within an age in milliseconds. */
  old(age: number): AsyncIterable<string>;
  /** Begins a checksum by the name of an algorithm in `checksumAlgorithms`. */
  checksum(algorithm: string): { update(bytes: Uint8Array): void; digest(): Uint8Array };
}

/** A draft of content that a request adds bytes to. */
export interface UploadDraft {
  /** Removes the bytes from an offset on; false if it has fewer bytes. */
  cut(offset: number): Promise<boolean>;
  /** Adds bytes, which do not change any more, and may release them. The failure of a write may be that of a later one, or of `sync`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes all bytes as durable as records are; returns their number. */
  sync(): Promise<number>;
  /**
   * Stores the content. `check` reads all of it and returns what is wrong with it; `note` notes its hash. Returns the hash, or the problem. If
   * the process ends between, the content is in the draft or under the noted hash.
   */
  keep(
    check: (bytes: Uint8Array) => FileProblem | undefined,
    note: (hash: string) => FileProblem | undefined | Promise<FileProblem | undefined>,
  ): Promise<string | FileProblem>;
  /** Closes it; its bytes stay. */
  close(): Promise<void>;
}

/** Content that is being stored. */
export interface FileDraft {
  /** Adds bytes, which do not change any more, and may release them. The failure of a write may be that of a later one, or of `keep`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Stores the content as durably as records are; returns its hash. */
  keep(): Promise<string>;
  /** Removes it. */
  drop(): Promise<void>;
}

/** Content that is stored. */
export interface StoredContent {
  /** Bytes. */
  readonly size: number;
  open(): Promise<OpenContent>;
}

/** Content that is being read. */
export interface OpenContent {
  /** Reads up to a number of bytes from an offset; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A part of a body that is a file. */
export interface FilePart {
  /** The name of the part: `image`, `photo[image]`. */
  readonly name: string;
  readonly limits: FileLimits;
}

/** A file that its field does not admit. */
export interface FileProblem {
  readonly part: string;
  readonly problem: 'too long' | 'too short' | 'format' | 'unknown';
  readonly message: string;
}

/** Why a body with files could not be received. */
export type FileFailure =
  | BodyFailure
  | { readonly wrong: FileProblem }
  /** The body is not of its media type. */
  | { readonly malformed: string };

/** The parts of a form: texts in their order, or one JSON text, and stored files by their names. */
export interface ReceivedForm {
  readonly fields: readonly (readonly [name: string, text: string])[];
  readonly json: string | undefined;
  readonly files: ReadonlyMap<string, StoredFile>;
}

/** Stores the files of requests, and finds their contents. Undefined of services without files. */
export interface Files {
  readonly store: FileStore;
  /** Receives a body that is one file. */
  receiveContent(incoming: Incoming, part: FilePart): Promise<StoredFile | FileFailure>;
  /** Receives a body in parts; `most`: the bytes of all of it but the files. */
  receiveForm(incoming: Incoming, parts: readonly FilePart[], most: number): Promise<ReceivedForm | FileFailure>;
}
