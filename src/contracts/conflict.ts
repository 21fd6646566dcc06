/** Why a write could not be done. */
export type Conflict =
  /** The index into the resource's `uniques`; −1 is the identity itself. */
  | { readonly kind: 'not unique'; readonly unique: number }
  /** A record of this resource still refers to it. */
  | { readonly kind: 'still referenced'; readonly resource: string; readonly field: string }
  /** A limit of kind `quota`, by its name, has no room for one more record. */
  | { readonly kind: 'quota'; readonly limit: string }
  /** A text in one of these fields, or inside it (`address.city`), is longer than the store's index over them takes. */
  | { readonly kind: 'too long'; readonly fields: readonly string[] };
