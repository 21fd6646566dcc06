/** Any value of JSON, as plain data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A constraint on a value, with the line that states it. Bounds are decimal text, so that 64-bit bounds lose nothing. */
export type ConstraintPlan = { readonly line: number } & (
  | {
      readonly kind: 'range';
      readonly unit: 'value' | 'characters' | 'bytes' | 'items' | 'keys';
      readonly from?: string;
      readonly to?: string;
    }
  | { readonly kind: 'multiple of'; readonly of: string }
  | { readonly kind: 'unique items' }
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** The media types that a file may have, in lower case. */
  | { readonly kind: 'media types'; readonly types: readonly string[] }
);

/** A constraint on a number, or on a size. */
export type RangePlan = Extract<ConstraintPlan, { readonly kind: 'range' }>;

/** The type of a value. Constraints and formats of a list are on the list or on its item, where they apply. */
export type ValueSchema = {
  readonly nullable?: true;
  readonly constraints?: readonly ConstraintPlan[];
  /** In the description of an older version: responses have the result of an expression, whatever format the type has. */
  readonly unchecked?: true;
} & (
  | {
      readonly type: 'string' | 'integer' | 'number';
      /** A format of `resources/formats/`, and the word after it (`typeid inv`). */
      readonly format?: { readonly name: string; readonly argument?: string };
    }
  | { readonly type: 'boolean' | 'object' | 'any' | 'file' }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  /** The identity of another record. */
  | { readonly type: 'ref'; readonly resource: string }
  /** An object or a union of the plan. */
  | { readonly type: 'named'; readonly name: string }
  | { readonly type: 'list' | 'map'; readonly item: ValueSchema }
);

/**
 * How a store keeps a value: `text`, `integer` (±(2^53−1) or less), `int64` (read as text), `number`, `boolean`,
 * `decimal` (text that is compared by value), `json` (the text of its JSON, member order as sent).
 */
export type StorageClass = 'text' | 'integer' | 'int64' | 'number' | 'boolean' | 'decimal' | 'json';

/** Whether a constraint is about the number of entries of an object or map. */
export function constrainsKeys(constraint: ConstraintPlan): boolean {
  return constraint.kind === 'range' && constraint.unit === 'keys';
}

/** Whether a constraint is about a list, not about its items. */
export function constrainsList(constraint: Pick<ConstraintPlan, 'kind'> & { readonly unit?: string }): boolean {
  return constraint.kind === 'unique items' || (constraint.kind === 'range' && constraint.unit === 'items');
}
