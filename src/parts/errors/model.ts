import type { Located, Name, SourceText, Span } from '../../text/location.ts';

/** Codes and the conditions that produce them. */
export interface ErrorsModel {
  readonly codes: readonly CodeModel[];
  /** The line Codes: conditions without a row have codes of their own. */
  readonly convention?: Span;
  /** How the problems of fields are worded. */
  readonly fields: readonly FieldErrorModel[];
  /** `problem details`, or a shape. */
  readonly body?:
    | { readonly kind: 'problem details'; readonly span: Span }
    | { readonly kind: 'shape'; readonly words: SourceText };
  /** Titles of columns of the author's own. */
  readonly columns: readonly Name[];
}

/** `not unique on create Customer`: a member of `conditions/`, and what it is narrowed to. */
export interface ConditionModel {
  readonly name: Name;
  /** An operation, `transition X`, or a resource. */
  readonly on?: Name;
  /** The operation of `raised by …`. */
  readonly raisedBy?: Name;
  readonly span: Span;
}

/** A field, all fields of a resource or object, or a parameter: of one operation, or of each that has it. */
export type FieldErrorOn =
  | { readonly kind: 'field'; readonly of: Name; readonly field: Name; readonly span: Span }
  | { readonly kind: 'holder'; readonly of: Name; readonly span: Span }
  | { readonly kind: 'parameter'; readonly parameter: Name; readonly operation?: Name; readonly span: Span };

/** A row of the Field errors table. */
export interface FieldErrorModel {
  readonly problems: readonly Name[];
  /** Empty: everywhere. */
  readonly on: readonly FieldErrorOn[];
  readonly message?: SourceText;
  readonly code?: Located<unknown>;
  readonly meaning?: SourceText;
  readonly span: Span;
}

/** A row of the Errors table, or a code that the line Codes states. */
export interface CodeModel {
  readonly code: Name;
  readonly status?: Located<number>;
  /** The empty cell Status, or its row. */
  readonly statusEmpty?: Span;
  readonly conditions: readonly ConditionModel[];
  /** Some of its Condition could not be read: a problem says so. */
  readonly unread?: true;
  readonly message?: SourceText;
  readonly meaning?: SourceText;
  /** The field at which a refusal is shown that names none itself. */
  readonly field?: Name;
  /** The literals of the author's own columns, by title. */
  readonly own: ReadonlyMap<string, Located<unknown>>;
  /** No row has it: the line Codes states it, and every span is that of the line. */
  readonly byConvention?: true;
  readonly span: Span;
}
