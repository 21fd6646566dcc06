import type { NameForm } from '../text/names.ts';

/**
 * The content of a machine cell, or of the value of a fact line.
 * - `text`: any words
 * - `names`, `items`: texts with commas, or with semicolons, between them
 * - `code`: one code span
 * - `duration`: a whole number and a unit of time
 * - `name`: a name of this form, but none of `except`
 * - `word`: one of these words
 * - `own`: a form that only this cell has, by its name, or `each` of its items; the part reads it
 */
export type CellGrammar =
  | 'text'
  | 'names'
  | 'items'
  | 'code'
  | 'duration'
  | NameGrammar
  | { readonly word: readonly string[] }
  | { readonly own: string; readonly each?: ',' | ';' };

/** A name of a form; the words of `except` mean something else. */
export interface NameGrammar {
  readonly name: NameForm;
  readonly except?: readonly string[];
}

/** The grammar of a cell or of the value of a fact line. */
export interface ValueGrammar {
  /** The code spans that the reader takes and `nonet fmt` leaves out: one around the whole value, or any. */
  readonly unwrapped?: 'whole' | 'any';
  /** `prose`: Markdown (Meaning, Message); else a machine cell. */
  readonly reads: 'prose' | CellGrammar;
  /** The name of the value in what is read, where that is not the title itself. */
  readonly as?: string;
  /**
   * The forms of the cell, or of each of its items: words of the language, the name of a kind (`all {resource}`), with `{of}` for what the
   * name belongs to, and `…` for any value. A cell that is read as text or names may be nothing else.
   */
  readonly forms?: readonly string[];
  /** The noun of the diagnostics of its names, where that is not the first kind of them: `target` of `unknown-target`. */
  readonly called?: string;
  /** `not shown` closes what the cell would restrict: it is read as a value, and so is what cannot be read. */
  readonly closes?: true;
}

/** A column of a table. */
export interface ColumnGrammar extends ValueGrammar {
  readonly title: string;
  readonly required?: boolean;
  /** A row may leave it empty all the same: the part's reader reports the rows that need a value. */
  readonly mayBeEmpty?: boolean;
  /** The aspects of the part that are stated when this column holds a value in some row. */
  readonly carries?: string | readonly string[];
  /** The aspect that is stated by a value that is, or begins with, these words (lower case). */
  readonly carriesWhen?: Readonly<Record<string, string>>;
  /** A row without a value states the aspect too: its value follows from another column. */
  readonly implied?: boolean;
}

/** A kind of table; it is recognized by its column titles. The first column is the key. */
export interface TableGrammar {
  /** The kind's name for the reader: `fields`, `rules`, `versions` … */
  readonly name: string;
  /** Its location: under an item's heading, or at the part's level or under the heading of this text. */
  readonly at: 'subject' | { readonly heading: string };
  readonly columns: readonly ColumnGrammar[];
  /** The content of columns with other titles: the author's own (Errors), or one per state (the matrix). */
  readonly otherColumns?: Pick<ValueGrammar, 'reads'> & {
    /** Titles that differ in letter case are different columns. */
    readonly exact?: true;
  };
  /** A row's key may repeat (marked † in the language). */
  readonly repeats?: boolean;
  /** The aspect that is stated as soon as there is one row. */
  readonly carries?: string;
  /** The help for columns that authors expect and the table does not have, by their titles in lower case. */
  readonly hints?: Readonly<Record<string, string>>;
  /** `nonet fmt` moves an item that begins so from one column into another, in the place of a word there. */
  readonly moves?: ItemMove;
}

/** A fact line that is allowed at the part's level or under an item's heading. */
export interface FactGrammar extends ValueGrammar {
  readonly name: string;
  readonly at: 'part' | 'subject';
  readonly repeats?: boolean;
  /** The aspects that are stated by this line. */
  readonly carries?: string | readonly string[];
  /** The aspect of a later part that is stated by a value with this mark. */
  readonly carriesElsewhere?: { readonly part: PartName; readonly aspect: string; readonly behind: ';' };
}

/** An item that is read in one column and belongs to another. */
export interface ItemMove {
  readonly item: string;
  readonly from: string;
  readonly into: string;
  readonly over: string;
}

/** One of the aspects of a part; `also` are other names a gap sentence may use for it. */
export interface AspectGrammar {
  readonly name: string;
  readonly also?: readonly string[];
  /** `prose`: stated by any prose of the part; `subject`: by any subject heading; else by what `carries` it. */
  readonly by?: 'prose' | 'subject';
  /** Words that, standing in prose of the part, record the aspect as not shown where nothing else speaks of it. */
  readonly notShownBy?: string;
}

/** How one part is written. */
export interface PartGrammar {
  readonly part: PartName;
  readonly number: number;
  readonly title: string;
  /** Shorter titles that are read as well; `nonet fmt` writes the title. */
  readonly shortTitles?: readonly string[];
  readonly aspects: readonly AspectGrammar[];
  readonly facts: readonly FactGrammar[];
  readonly tables: readonly TableGrammar[];
  /** The kind of item of a `###` heading that names no table; left out if the part has no items. */
  readonly subjects?: 'resource' | 'state field' | 'operation' | 'email';
}

/** The nine parts by the names that JSON output uses. */
export type PartName =
  | 'purpose'
  | 'resources'
  | 'states'
  | 'endpoints'
  | 'authentication'
  | 'events'
  | 'errors'
  | 'limits'
  | 'versioning';
