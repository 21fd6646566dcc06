import type { Name, Placed, Span } from '../../text/location.ts';

/** What the service allows at most. */
export interface LimitsModel {
  /** Header names of the line Told in. */
  readonly toldIn: readonly Name[];
  readonly limits: readonly LimitModel[];
}

/** The value of a limit as its kind reads it; times in milliseconds, sizes in bytes. */
export type LimitValue =
  | { readonly kind: 'rate'; readonly count: number; readonly milliseconds: number; readonly burst: number }
  | { readonly kind: 'body size'; readonly bytes: number }
  | { readonly kind: 'page size'; readonly usual: number; readonly most: number }
  | { readonly kind: 'time-out'; readonly milliseconds: number }
  | { readonly kind: 'quota' | 'concurrency'; readonly count: number };

/** A row of the Limits table. */
export interface LimitModel {
  readonly name: Name;
  /** A member of `kinds/`. */
  readonly kind?: Name;
  readonly appliesTo: readonly Name[];
  readonly per?: Placed<'credential' | 'address' | { readonly attribute: string }>;
  readonly value?: Placed<LimitValue> & { readonly text: string };
  /** A code, or the word `clamp`. */
  readonly beyond?: Name;
  readonly span: Span;
}
