import type { Verb } from '../../diff/verb.ts';
import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { RowModel } from '../row-model.ts';

/** The versions of the interface and what changed between them. */
export interface VersioningModel {
  readonly versions: readonly VersionModel[];
  readonly placements: readonly PlacementModel[];
  readonly changes: readonly ChangeModel[];
  readonly compatibility: readonly {
    readonly change: Name;
    readonly class: Located<'compatible' | 'breaking'>;
    readonly span: Span;
  }[];
}

/** How a version stands; a retired one is answered by its refusal alone. */
export type VersionStatus = 'current' | 'supported' | 'deprecated' | 'retired' | 'preview';

/** What a version is from its sunset on. */
export type AfterSunset = 'served' | 'gone';

/** A row of the Versions table, newest first; dates are `YYYY-MM-DD`. */
export interface VersionModel extends RowModel {
  readonly status?: Located<VersionStatus>;
  readonly released?: Name;
  readonly sunset?: Name;
  readonly afterSunset?: Located<AfterSunset>;
}

/** A row of the Placement table. */
export interface PlacementModel {
  readonly in: Located<'header' | 'path' | 'query' | 'media type'>;
  readonly name?: Name;
  /** `current`, `refused`, or a version. */
  readonly whenAbsent?: Name;
  readonly span: Span;
}

/** The words of the column Change. */
export type ChangeVerb = Verb;

/** The kinds of things that a change can name by a single name. */
export type NamedKind =
  | 'event'
  | 'operation'
  | 'transition'
  | 'state'
  | 'code'
  | 'limit'
  | 'scope'
  | 'scheme'
  | 'delivery'
  | 'rule'
  | 'body';

/** What the cell What points at, read by its form. */
export type ChangeWhere = { readonly span: Span } & (
  | { readonly kind: 'field'; readonly of: Name; readonly field: Name; readonly value?: Name }
  | { readonly kind: 'parameter'; readonly parameter: Name; readonly operation: Name }
  | {
      readonly kind: 'event' | 'operation' | 'code' | 'limit' | 'scope' | 'scheme' | 'delivery' | 'rule';
      readonly name: Name;
    }
  /** A bare name (or names) whose meaning only the document tells. */
  | { readonly kind: 'name'; readonly name: Name }
);

/** What older callers see. */
export type OldResponses = { readonly span: Span } & (
  | { readonly kind: 'absent' }
  | { readonly kind: 'default'; readonly literal: Located<unknown> }
  | { readonly kind: 'cel'; readonly cel: SourceText }
  | { readonly kind: 'as'; readonly name: Name }
);

/** How what older callers send becomes what is sent now. */
export type OldRequests = { readonly span: Span } & (
  | { readonly kind: 'cel'; readonly cel: SourceText }
  | { readonly kind: 'default'; readonly literal: Located<unknown> }
  | { readonly kind: 'ignored' | 'refused' }
);

/** A row of the Changes table. */
export interface ChangeModel {
  readonly version: Name;
  readonly change: Located<ChangeVerb>;
  readonly where?: ChangeWhere;
  /** The cell Before as written, item by item at its `;`. */
  readonly before: readonly SourceText[];
  readonly oldResponses?: OldResponses;
  readonly oldRequests?: OldRequests;
  readonly meaning?: SourceText;
  readonly span: Span;
}
