import type { Root, ValueType } from './tree.ts';

/** A field as an expression sees it. */
export interface FieldType {
  readonly type: ValueType;
  /** It may be absent from a record: reading it then fails. */
  readonly optional: boolean;
  /** A record or object that is written without it gets its default. */
  readonly filled?: true;
  /** `json`: the store keeps the text of its JSON (objects, lists, maps, any). `self`: it is computed from the URL of its record. */
  readonly stored: 'column' | 'json' | 'shown' | 'none';
  /** A store keeps it encrypted or as a hash: it cannot compare it. */
  readonly sealed?: true;
  /** It is computed from the caller or from other records. */
  readonly others?: true;
  /** An index finds its values without the case of their ASCII letters. */
  readonly folded?: true;
}

/** The names of the document: the types of resources, objects and unions. */
export interface SymbolTable {
  /** The fields of a resource, object or union (a union has the fields that all its objects share, and its tag). */
  fields(name: string): ReadonlyMap<string, FieldType> | undefined;
  /** The names of the resources, each with the name of its identity. */
  readonly identities?: ReadonlyMap<string, string>;
}

/** The facts of a value: present or absent, null or not, and which values of a choice it has. */
export interface Fact {
  readonly there?: boolean;
  readonly null?: boolean;
  readonly values?: ReadonlySet<string>;
}

/** The facts of the values at paths. */
export type Facts = ReadonlyMap<string, Fact>;

/** Which fields a record has in each state: always a value, or never one. */
export interface StateTable {
  /** The state field; none where the resource has no states. */
  readonly field: string | undefined;
  readonly states: ReadonlyMap<string, { readonly always: ReadonlySet<string>; readonly never: ReadonlySet<string> }>;
}

/** The facts about absent and null values at a location, and their effect there. */
export interface Presence {
  /**
   * The effect of a failing expression: an error; a condition is not true; a value is absent, but only after it read an absent one; a value
   * is left out.
   */
  readonly failing: 'wrong' | 'untrue' | 'absent' | 'left out';
  /** The same in words after a colon: "the rule is then broken". */
  readonly outcome: string;
  readonly facts: Facts;
  /** A request without a credential may come here: then `caller` has no attributes. */
  readonly anonymous?: boolean;
  /** The fields of a resource by its states. */
  states(resource: string): readonly StateTable[];
}

/** The names that an expression can use at its location in the document (the table at the end of the language page). */
export interface Environment {
  readonly symbols: SymbolTable;
  /** The roots that are allowed here and what each holds; `record` also gives bare field names. */
  readonly roots: ReadonlyMap<Root, ValueType>;
  /** `next(…)` may be called (an Effect). */
  readonly next?: boolean;
  /** Only the store profile is allowed (Where, a parameter's `where`, `unique where`, a delivery's `where`). */
  readonly store?: boolean;
  /** Questions about other records may be asked: `R.exists(x, c)`. */
  readonly asks?: boolean;
  /** Explains why the file in a field of a resource has no link; undefined if it has one. Left out where no link can be shown. */
  readonly links?: (resource: string, field: string) => string | undefined;
  /** Why the record has no URL, so that `self` cannot be used; left out where it has one. */
  readonly unaddressed?: string;
  /** The record is all there is: what its refs name cannot be looked up (rows of Changes). */
  readonly alone?: boolean;
  /** The variables of other records around the expression, each a record of a resource. */
  readonly locals?: ReadonlyMap<string, ValueType>;
  /** The objects that may be written as literals; left out if none may be. */
  readonly made?: SymbolTable;
  /** The type that the whole must have; left out where any will do. */
  readonly expected?: ValueType;
  /** Left out if absent values do not matter. */
  readonly presence?: Presence;
  /** The name of the location in messages: "a Guard", "the rule worth_something". */
  readonly place: string;
}
