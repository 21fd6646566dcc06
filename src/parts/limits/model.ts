import type { Located, Name, Span } from '../../text/location.ts';

/** The maximum amounts that the service allows. */
export interface LimitsModel {
  /** Header names of the line Response headers. */
  readonly limitHeaders: readonly Name[];
  readonly limits: readonly LimitModel[];
}

/** The numbers of a limit's value, named by its kind; times in milliseconds, sizes in bytes. */
export type LimitValue = Readonly<Record<string, number>>;

/** A row of the Limits table. */
export interface LimitModel {
  readonly name: Name;
  /** A member of `kinds/`. */
  readonly kind?: Name;
  readonly appliesTo: readonly Name[];
  readonly per?: Located<'credential' | 'ip' | { readonly attribute: string }>;
  readonly value?: Located<LimitValue> & { readonly text: string };
  /** A code, or the word `clamp`. */
  readonly beyond?: Name;
  /** The line Lists of Endpoints states it: for lists without a page size of their own. */
  readonly byLists?: true;
  readonly span: Span;
}
