import type { Children } from '../plan/shape.ts';
import type { Name, SourceText, Span } from '../text/location.ts';
import type { Figure, TimePart } from './roles.ts';

/** A shape as written, names not yet looked up. */
export type ShapeSyntax = {
  readonly span: Span;
} /** `Invoice`, `Invoice(id, memo?)`, `Invoice(all except total, customer: Customer(id))`. */ & (
  | { readonly kind: 'name'; readonly name: Name; readonly picks?: PicksSyntax }
  /** `Invoice.number`. */
  | { readonly kind: 'field'; readonly of: Name; readonly field: Name }
  | { readonly kind: 'list'; readonly item: ShapeSyntax; readonly bound?: BoundSyntax }
  | { readonly kind: 'object'; readonly members: readonly MemberSyntax[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'cel'; readonly cel: SourceText }
  /** `[code, "a text"]`: a list of just these. */
  | { readonly kind: 'items'; readonly items: readonly ShapeSyntax[] }
  /** `fields by name or message`: the first of them that has a value. */
  | { readonly kind: 'either'; readonly of: readonly ShapeSyntax[] }
  /** `next cursor`, `trace id`; `fields { field: pointer, … }` has members of its own. */
  | { readonly kind: 'role'; readonly name: string; readonly members?: readonly MemberSyntax[] }
  /** `counts of status`, or `month of paid_at` in a group. */
  | { readonly kind: 'figure'; readonly figure: Figure | TimePart; readonly field: Name }
);

/**
 * `[..20 through author by -created_at]`: the first records that refer to this one. In a Request `[1..100]`: the number of items.
 */
export interface BoundSyntax {
  readonly span: Span;
  /** The minimum number, in a Request. */
  readonly least?: number;
  /** The maximum number; `Infinity` where there is none. */
  readonly most: number;
  /** The field that refers to this record, where the resource has several. */
  readonly through?: Name;
  readonly order: readonly { readonly field: Name; readonly descending: boolean }[];
  /** Its meaning in the present document, in a shape of an older version. */
  readonly present?: Children;
}

/** The contents of the brackets after a name. */
export interface PicksSyntax {
  readonly all: boolean;
  readonly picked: readonly { readonly name: Name; readonly optional: boolean }[];
  readonly except: readonly Name[];
  readonly members: readonly MemberSyntax[];
}

/** `key: shape` or `key?: shape`. */
export interface MemberSyntax {
  readonly key: Name;
  readonly optional: boolean;
  readonly shape: ShapeSyntax;
}
