import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { RowModel } from '../row-model.ts';

/** What the document stores and exchanges. Each list is in the document's order. */
export interface ResourcesModel {
  readonly resources: readonly ResourceModel[];
  readonly objects: readonly ObjectModel[];
  readonly unions: readonly UnionModel[];
}

/** Something stored, with identity. */
export interface ResourceModel {
  readonly name: Name;
  readonly fields: readonly FieldModel[];
  readonly rules: readonly RuleModel[];
  /** The shape that the bare name means in answers and payloads. */
  readonly shownAs?: SourceText;
  /** The line Session of: its records are the sessions of this resource's records, which log in. */
  readonly sessionOf?: Name;
  /** The line Second factor of: its records are second factors of this resource's records, which log in. */
  readonly secondFactorOf?: Name;
  /** The line Account of: its records are the accounts at issuers by which this resource's records sign in. */
  readonly accountOf?: Name;
  /** The word `shared` of the heading: all tenants share its records. */
  readonly shared?: Span;
  readonly prose: readonly Span[];
}

/** A plain object used inside resources and payloads. */
export interface ObjectModel {
  readonly name: Name;
  readonly fields: readonly FieldModel[];
  readonly prose: readonly Span[];
}

/** A tagged union of objects. */
export interface UnionModel {
  readonly name: Name;
  /** The member that holds the tag. */
  readonly taggedBy?: Name;
  readonly cases: readonly { readonly tag: Name; readonly object: Name; readonly meaning?: SourceText }[];
  readonly prose: readonly Span[];
}

/** One row of a Field table; a cell that could not be read is left out. */
export interface FieldModel extends RowModel {
  readonly type?: TypeModel;
  readonly constraints: readonly ConstraintModel[];
}

/** The types that one word names. */
export type PlainType = FormattedType | 'number' | 'boolean' | 'object' | 'any' | 'file' | 'state';

/** The types whose values a format narrows. */
export type FormattedType = 'string' | 'integer';

/** The words of a Type cell: `date` is a string with a format. `nullable` is the ` or null` of this very type. */
export type TypeModel = { readonly nullable: boolean; readonly span: Span } & (
  | { readonly kind: FormattedType; readonly format?: FormatModel }
  | { readonly kind: Exclude<PlainType, FormattedType> }
  | { readonly kind: 'one of'; readonly values: readonly Name[] }
  | { readonly kind: 'ref'; readonly resource: Name }
  | { readonly kind: 'named'; readonly name: Name }
  | { readonly kind: 'list'; readonly item: TypeModel }
  | { readonly kind: 'map'; readonly item: TypeModel }
);

/** `typeid inv`: a format's name and what stands behind it. */
export interface FormatModel {
  readonly name: Name;
  readonly argument?: Name;
  readonly span: Span;
}

/** A value of JSON as written in a cell. */
export type Literal = Located<unknown>;

/** What a range counts: the number itself, or a size. */
export type RangeUnit = 'value' | 'characters' | 'bytes' | 'items' | 'keys';

/** One item of a Constraints cell. Bounds of ranges are their decimal text, so that 64-bit bounds lose nothing. */
export type ConstraintModel = { readonly span: Span } & (
  | { readonly kind: 'required' | 'identity' | 'shown once' | 'unique items' | 'assigned' | 'assigned on update' }
  | { readonly kind: 'default'; readonly literal: Literal }
  | { readonly kind: 'direction'; readonly word: 'read-only' | 'create-only' | 'write-only' | 'internal' }
  /** `caller.shop`, `session.user_agent` or `sign_in.issuer`; `byTenant`: of the line Tenant. */
  | { readonly kind: 'assigned from'; readonly path: Name; readonly byTenant?: true }
  | { readonly kind: 'computed'; readonly cel: SourceText }
  /** `words`: as it would be written, where the line Tenant adds the field of the tenant. */
  | { readonly kind: 'unique'; readonly with: readonly Name[]; readonly ignoring?: 'case'; readonly words?: string }
  | { readonly kind: 'unique where'; readonly cel: SourceText; readonly with: readonly Name[]; readonly words?: string }
  | { readonly kind: 'range'; readonly unit: RangeUnit; readonly from?: string; readonly to?: string }
  | { readonly kind: 'multiple of'; readonly of: string }
  | { readonly kind: 'pattern'; readonly pattern: SourceText }
  | { readonly kind: 'media types'; readonly types: readonly Name[] }
  | { readonly kind: 'on delete'; readonly does: 'restrict' | 'cascade' | 'clear' }
);

/** A condition: on the record as it would be at each write, or of the operations that On names. */
export interface RuleModel extends RowModel {
  readonly on: readonly Name[];
  readonly holds?: SourceText;
  readonly otherwise?: Name;
}
