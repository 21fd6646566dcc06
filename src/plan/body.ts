import type { Json } from './schema.ts';

/** How the fields that are wrong are keyed, and what else an entry can show of its place. */
export type FieldKey = 'name' | 'path' | 'bracket path' | 'form path' | 'pointer';

/** The body of an error response. */
export type BodyShape =
  | { readonly kind: 'literal'; readonly value: Json }
  /** A role of error bodies, or a column of the document's own by its title. */
  | { readonly kind: 'role'; readonly role: string }
  /** Inside an entry: a role of the field that is wrong. */
  | { readonly kind: 'entry'; readonly role: FieldKey | 'parameter' | 'resource' | 'problem' | 'message' | 'code' }
  | { readonly kind: 'object'; readonly members: readonly BodyMember[] }
  | { readonly kind: 'items'; readonly items: readonly BodyShape[] }
  /** The first that has a value. */
  | { readonly kind: 'either'; readonly of: readonly BodyShape[] }
  | FieldsShape;

/**
 * The fields that are wrong: a list of entries, the first of them alone, or an object `by` their names, in which `list` holds all
 * entries of a field. Without `entry` each has its pointer, or its parameter, and its message.
 */
export interface FieldsShape {
  readonly kind: 'fields';
  readonly first?: true;
  readonly by?: FieldKey;
  readonly list?: true;
  readonly entry?: BodyShape;
}

/** A member of an error body; an optional one is left out where something in it has no value. */
export interface BodyMember {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: BodyShape;
}
