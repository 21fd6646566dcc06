/** A stretch of the text in UTF-16 offsets; `to` is not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** An edit of the text. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** A diagnostic as the page shows it. */
export interface ShownDiagnostic extends Range {
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly note: string;
  readonly help?: string;
  readonly fix?: TextEdit & { readonly title: string };
}

/** A gap of the document: an aspect that it does not state, or a cell that it leaves open. */
export interface ShownGap {
  readonly part: string;
  readonly name: string;
  readonly status: string;
  readonly line: number | null;
}

/** The findings in a text. */
export interface Checked {
  readonly name: string;
  readonly diagnostics: readonly ShownDiagnostic[];
  readonly gaps: readonly ShownGap[];
  /** Words of cells: start, end and the index of the kind in `tokenTypes`, in the order of the text. */
  readonly tokens: Uint32Array;
  readonly tokenTypes: readonly string[];
}

/** A text that can be written at the cursor. */
export interface ShownCompletion {
  readonly label: string;
  readonly kind: string;
  readonly detail?: string;
  readonly documentation?: string;
  /** The text to insert; `$0` marks the cursor after it. */
  readonly insert?: string;
}

/** The edits that give a name another one, or the reason why it cannot have it. */
export type Renaming = { readonly edits: readonly TextEdit[] } | { readonly reason: string };

/** An operation as the form of requests needs it. */
export interface ShownOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly line: number;
  readonly group: string;
  readonly hasBody: boolean;
  readonly needsCredential: boolean;
  /** Headers that requests must have, such as `Idempotency-Key`. */
  readonly requiredHeaders: readonly string[];
  /** The resource whose record the path names. */
  readonly resource?: string;
  /** Fields of the body that name a record, with its resource. */
  readonly refs: Readonly<Record<string, string>>;
  /** Written in TypeScript, which does not run in the playground. */
  readonly isHandler: boolean;
}

/** A change between two documents. */
export interface ShownChange {
  readonly class: string;
  readonly where: string;
  readonly what: string;
  readonly clients: readonly string[];
  readonly migration: readonly string[];
  /** The line in the newer document. */
  readonly line?: number;
}

/** The comparison of two documents, or the reason why there is none. */
export type Comparison =
  | { readonly reason: string }
  | {
      readonly summary: string;
      readonly sections: readonly { readonly title: string; readonly changes: readonly ShownChange[] }[];
      readonly missing: readonly string[];
      readonly migration: readonly string[];
    };

/** The documentation page of a document, or the reason why there is none. */
export type Documentation = { readonly html: string } | { readonly reason: string };

/** A file of a project. */
export interface ProjectFile {
  readonly name: string;
  readonly text: string;
}

/** The functions of the worker that reads documents. It keeps the text that it read last. */
export interface LanguageFunctions {
  check(text: string): Checked;
  complete(text: string, offset: number): { readonly from: number; readonly candidates: readonly ShownCompletion[] };
  hover(text: string, offset: number): (Range & { readonly markdown: string }) | undefined;
  define(text: string, offset: number): (Range & { readonly target: Range; readonly name: string }) | undefined;
  rename(text: string, offset: number, name: string): Renaming;
  format(text: string): readonly TextEdit[];
  describe(text: string, played: unknown): Promise<Documentation>;
  compare(old: string, now: string): Comparison;
  operations(text: string): readonly ShownOperation[];
  /** The files of a project, whose document has this name. */
  project(text: string, file: string): readonly ProjectFile[];
  [name: string]: (...values: never[]) => unknown;
}
