import type { Json, StorageClass, ValueSchema } from '../../../plan/schema.ts';

/** A schema of one type. */
export type SchemaOf<T extends ValueSchema['type']> = One<ValueSchema, T>;
type One<S, T> = S extends { readonly type: infer U } ? (T extends U ? S & { readonly type: T } : never) : never;

/** A schema in JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: Json };

/** A type of values: every answer about itself that does not need the rest of the plan. */
export interface TypeMember<T extends ValueSchema['type'] = ValueSchema['type']> {
  readonly name: T;
  /** How a store keeps it; a format may say otherwise, a reference is kept as the identity that it names. */
  readonly storage: StorageClass;
  /** What is looked at inside a value, with which schema. */
  readonly inside: 'nothing' | 'items' | 'values' | 'members' | 'identity' | 'anything';
  /**
   * A condition in JavaScript on the variable `v`, which is not null: true when it is none of this type. A schema's texts
   * stand in it through `JSON.stringify` only. Empty where any value will do, or where what is inside decides.
   */
  refuses(schema: SchemaOf<T>): string;
  /** What a value that it refuses is called; left out: `type`. */
  readonly problem?: 'not one of';
  /** What a client is told of a value that it refuses: "must be …"; left out: it refuses none. */
  words?(schema: SchemaOf<T>): string;
  /** Keywords of JSON Schema; `of` gives that of a schema inside, or of a name. */
  schema(schema: SchemaOf<T>, of: (inner: ValueSchema | { readonly name: string }) => JsonSchema): JsonSchema;
  /** The value that a parameter or a path writes as this text, or undefined; left out where none can. */
  readonly fromText?: (text: string) => unknown;
  /** Cases for the suite of this set. */
  readonly cases: readonly {
    readonly schema: SchemaOf<T>;
    readonly right: readonly Json[];
    readonly wrong: readonly Json[];
  }[];
}
