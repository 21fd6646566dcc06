import type { FieldErrorName, FieldFact } from '../plan/fields/field-errors.ts';

/**
 * A record in the process: a plain object by field name. An absent field is `undefined`; null is null; integers are
 * numbers, `int64` is BigInt; strings, dates and date-times (canonical form) are strings; lists and objects are plain.
 */
export type RecordValue = Readonly<Record<string, unknown>>;

/** A record that is being made. */
export type Draft = Record<string, unknown>;

/** A row of a resource's table as the store gives it: version, entry moments of the state fields, then the stored fields. */
export type Row = readonly unknown[];

/** An error in one field of a request, at a JSON Pointer (RFC 6901) into its body, or in a parameter. */
export interface FieldError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly problem: FieldErrorName;
  /** The value is an empty text, list or map. */
  readonly empty?: true;
  /** The values that the Message of a row can name. */
  readonly facts?: Readonly<Partial<Record<FieldFact, string>>>;
  /** The objects that the tags of unions around it chose, the outermost first. */
  readonly cases?: readonly string[];
  /** The field of a resource or object with which the pointer begins: code wrote it, or called what takes it. */
  readonly of?: { readonly holder: string; readonly field: string };
  readonly message: string;
  /** The field of another record with which the message begins: an effect of the request wrote it. */
  readonly other?: {
    readonly resource: string;
    readonly pointer: string;
    readonly of?: { readonly holder: string; readonly field: string };
  };
  /** The state of the record that the message names. */
  readonly inState?: {
    readonly words: string;
    readonly holder: string;
    readonly field: string;
    readonly state: string;
  };
  /** The line of the document that asks for it. */
  readonly line?: number;
  /** The pointer is named as the client's own version names it. */
  readonly asSent?: true;
}

/** The contents of a body: fields of the record by their names, and its other fields. */
export interface SentBody {
  readonly fields: Record<string, unknown>;
  readonly members: Record<string, unknown>;
}

/** A value, or a promise of it: SQLite answers at once, a server later. */
export type MaybePromise<T> = T | Promise<T>;
