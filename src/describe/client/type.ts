/** A type of JSON values, which the writer of each language puts into its words. */
export type ClientType =
  /** `none`: no value at all, such as that of a response without a body. */
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' | 'none' }
  /** A file that is sent with its name and type, and the content of one that is received. */
  | { readonly kind: 'file' | 'content' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** One of these texts. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list' | 'map'; readonly item: ClientType }
  | { readonly kind: 'tuple'; readonly items: readonly ClientType[] }
  | { readonly kind: 'union'; readonly of: readonly ClientType[] }
  | { readonly kind: 'object'; readonly members: readonly ClientMember[] }
  /** A declaration by its name. */
  | { readonly kind: 'named'; readonly name: string }
  /** The same with each member optional. */
  | { readonly kind: 'partial'; readonly of: ClientType };

/** A member of an object. */
export interface ClientMember {
  readonly name: string;
  readonly type: ClientType;
  readonly optional: boolean;
  /** The Meaning of the document. */
  readonly doc?: string;
}

/** A type that a client declares. */
export type Declaration = { readonly name: string } & (
  | {
      readonly kind: 'object';
      readonly members: readonly ClientMember[];
      /** The object whose members it has too. */
      readonly base?: string;
      /** Only the base of others: users have no need of it. */
      readonly inner?: true;
      readonly doc?: string;
    }
  | { readonly kind: 'alias'; readonly type: ClientType }
  /** A union of objects, each with its own text as `tag`. */
  | {
      readonly kind: 'tagged';
      readonly tag: string;
      readonly cases: readonly { readonly object: string; readonly value: string }[];
    }
  /** The codes of an operation's errors; `undefined` is an error without a code. */
  | { readonly kind: 'codes'; readonly operation: string; readonly codes: readonly (string | undefined)[] }
);

/** Returns a type that is also null. */
export function withNull(type: ClientType): ClientType {
  const of = type.kind === 'union' ? type.of : [type];
  return of.some(({ kind }) => kind === 'null') ? type : { kind: 'union', of: [...of, { kind: 'null' }] };
}
