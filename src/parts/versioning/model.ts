import type { Verb } from '../../diff/verb.ts';
import type { Name, Placed, Span, Words } from '../../text/location.ts';

/** The versions of the interface and what changed between them. */
export interface VersioningModel {
  readonly versions: readonly VersionModel[];
  readonly placements: readonly PlacementModel[];
  readonly changes: readonly ChangeModel[];
  readonly compatibility: readonly {
    readonly change: Name;
    readonly class: Placed<'compatible' | 'breaking'>;
    readonly span: Span;
  }[];
}

/** How a version stands; a retired one is answered by its refusal alone. */
export type VersionStatus = 'current' | 'supported' | 'deprecated' | 'retired' | 'preview';

/** What a version is from its sunset on. */
export type AfterSunset = 'served' | 'gone';

/** A row of the Versions table, newest first; dates are `YYYY-MM-DD`. */
export interface VersionModel {
  readonly name: Name;
  readonly status?: Placed<VersionStatus>;
  readonly released?: Name;
  readonly sunset?: Name;
  readonly afterSunset?: Placed<AfterSunset>;
  readonly meaning?: Words;
  readonly span: Span;
}

/** A row of the Placement table. */
export interface PlacementModel {
  readonly in: Placed<'header' | 'path' | 'query' | 'media type'>;
  readonly name?: Name;
  /** `current`, `refused`, or a version. */
  readonly whenAbsent?: Name;
  readonly span: Span;
}

/** The words of the column Change. */
export type ChangeVerb = Verb;

/** What the cell Where points at, read by its form. */
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
export type OlderCallers = { readonly span: Span } & (
  | { readonly kind: 'absent' }
  | { readonly kind: 'default'; readonly literal: Placed<unknown> }
  | { readonly kind: 'cel'; readonly cel: Words }
  | { readonly kind: 'as'; readonly name: Name }
);

/** How what older callers send becomes what is sent now. */
export type OlderRequests = { readonly span: Span } & (
  | { readonly kind: 'cel'; readonly cel: Words }
  | { readonly kind: 'default'; readonly literal: Placed<unknown> }
  | { readonly kind: 'ignored' | 'refused' }
);

/** A row of the Changes table. */
export interface ChangeModel {
  readonly version: Name;
  readonly change: Placed<ChangeVerb>;
  readonly where?: ChangeWhere;
  /** The cell Before as written, item by item at its `;`. */
  readonly before: readonly Words[];
  readonly olderCallers?: OlderCallers;
  readonly olderRequests?: OlderRequests;
  readonly meaning?: Words;
  readonly span: Span;
}
