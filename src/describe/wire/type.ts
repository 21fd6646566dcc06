import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import type { Json, RangePlan, ValueSchema } from '../../plan/schema.ts';

/** How a value is used: in responses and payloads, in requests, or in a merge patch. */
export type WireUse = 'shown' | 'sent' | 'patched';

/** Which JSON values may be in a place, and what they mean, in the words of no language. */
export type WireType = {
  /** Null may be there too. */
  readonly nullable?: true;
  /** Sentences about the values. */
  readonly description?: string;
} & (
  | WireValue
  | WireObject
  | { readonly kind: 'literal'; readonly value: Json }
  /** A text that no type of the document states: of a pattern or a format of JSON Schema, or this one alone. */
  | { readonly kind: 'text'; readonly pattern?: string; readonly format?: string; readonly constant?: string }
  /** A number of things. */
  | { readonly kind: 'count'; readonly least: number }
  /** `most`: the maximum number of items; `isUnique`: no item is there twice. */
  | {
      readonly kind: 'list';
      readonly item: WireType;
      readonly range?: RangePlan;
      readonly most?: number;
      readonly isUnique?: true;
    }
  | { readonly kind: 'map'; readonly item: WireType; readonly most?: number }
  /** `isExclusive`: a value is of one of them alone. */
  | { readonly kind: 'union'; readonly of: readonly WireType[]; readonly isExclusive?: true }
  | { readonly kind: 'null' | 'unknown' }
);

/** A value of a type of the document. `field`: the field of a resource that it is. */
export interface WireValue {
  readonly kind: 'value';
  readonly schema: ValueSchema;
  readonly use: WireUse;
  readonly field?: FieldPlan;
}

/** An object that a shape of the document writes out or names. */
export interface WireObject {
  readonly kind: 'object';
  readonly use: WireUse;
  readonly members: readonly WireMember[];
  /** The resource or object whose members it has, where the document calls it by that name alone. */
  readonly shapeName?: string;
  /** Names that fit if it needs one of its own, the best first. */
  readonly names?: readonly string[];
  /** The resource whose record it shows. */
  readonly resource?: ResourcePlan;
  /** Clients may ask for records in the place of its references. */
  readonly isExpandable?: true;
  /** Clients choose the members: each may be left out. */
  readonly isChosen?: true;
}

/** A member of an object. */
export interface WireMember {
  readonly name: string;
  readonly type: WireType;
  /** Whether it may be left out. */
  readonly optional: boolean;
  /** The field of the record that it shows or sets. */
  readonly field?: FieldPlan;
  /** It may be sent, and changes nothing. */
  readonly isReadOnly?: true;
  /** The value of requests without it. */
  readonly default?: Json;
}
