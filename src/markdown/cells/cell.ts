import type { SourceText, Span } from '../../text/location.ts';

/**
 * A token of a machine cell or a fact line.
 * - `word`: plain characters without spaces and without marks (`1..200`, `ref`, `Authorization:`, `invoices:write`)
 * - `code`: a code span, `words` being the text inside
 * - `string`: a double-quoted JSON string, `text` being its value and `words` the text between the quotes
 * - `mark`: one of `;` `,` `(` `)` `[` `]` `{` `}`
 */
export interface Token {
  readonly kind: 'word' | 'code' | 'string' | 'mark';
  readonly text: string;
  readonly words: SourceText;
  /** The whole token, backticks and quotes included. */
  readonly span: Span;
  /** True after a space. */
  readonly spaced: boolean;
  /** Its offset in the words of its cell. */
  readonly from: number;
  readonly to: number;
}

/** The content of a syntax cell (or of a part of it between `;`): its words as the language reads them, and their tokens. */
export interface CellText {
  readonly words: SourceText;
  readonly tokens: readonly Token[];
  readonly span: Span;
}

/** A cell as the language sees it: a value, none (empty or `—`), or recorded as not shown. */
export type Cell =
  | { readonly kind: 'value'; readonly text: CellText; readonly span: Span }
  | { readonly kind: 'none'; readonly span: Span }
  | { readonly kind: 'not shown'; readonly span: Span };
