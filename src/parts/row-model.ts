import type { Name, SourceText, Span } from '../text/location.ts';

/** A row of a table that defines a name: its Name and Meaning, and its location. */
export interface RowModel {
  readonly name: Name;
  readonly meaning?: SourceText;
  readonly span: Span;
}
