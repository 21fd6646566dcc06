import type { Root, ValueType } from './tree.ts';

/** A field as an expression sees it. */
export interface FieldType {
  readonly type: ValueType;
  /** It may be absent from a record: reading it then fails. */
  readonly optional: boolean;
  /** `json` is a field that the store keeps as the text of its JSON: objects, lists, maps, any. */
  readonly stored: 'column' | 'json' | 'none';
}

/** What the document calls things: the types behind the names of resources, objects and unions. */
export interface SymbolTable {
  /** The fields of a resource, object or union (a union has the fields that all its objects share, and its tag). */
  fields(name: string): ReadonlyMap<string, FieldType> | undefined;
}

/** What is known of a value: that it is there or absent, null or not, and which of the values of a choice it has. */
export interface Fact {
  readonly there?: boolean;
  readonly null?: boolean;
  readonly values?: ReadonlySet<string>;
}

/** What is known of the values at paths. */
export type Facts = ReadonlyMap<string, Fact>;

/** Which fields a record has in each state: always a value, or never one. */
export interface StateTable {
  /** The state field; none where the resource has no states. */
  readonly field: string | undefined;
  readonly states: ReadonlyMap<string, { readonly always: ReadonlySet<string>; readonly never: ReadonlySet<string> }>;
}

/** What a place knows of absent and null values, and what they do there. */
export interface Presence {
  /**
   * What comes of an expression that fails: something goes wrong; a condition is not true; a value is absent, but only where it met
   * an absent one; a value is left out.
   */
  readonly failing: 'wrong' | 'untrue' | 'absent' | 'left out';
  /** The same in words behind a colon: "the rule is then broken". */
  readonly outcome: string;
  readonly facts: Facts;
  /** The fields of a resource by its states. */
  states(resource: string): readonly StateTable[];
}

/** What an expression may name at its place in the document (the table at the end of the language page). */
export interface Environment {
  readonly symbols: SymbolTable;
  /** The roots that are allowed here and what each holds; `record` also gives bare field names. */
  readonly roots: ReadonlyMap<Root, ValueType>;
  /** `next(…)` may be called (an Effect). */
  readonly next?: boolean;
  /** Only the store profile is allowed (Where, a parameter's `where`, `unique where`, a delivery's `where`). */
  readonly store?: boolean;
  /** The record is all there is: what its refs name cannot be looked up (rows of Changes). */
  readonly alone?: boolean;
  /** What objects hold that are written out; left out where none may be. */
  readonly made?: SymbolTable;
  /** The type that the whole must have; left out where any will do. */
  readonly expected?: ValueType;
  /** Left out where nobody asks what may be absent. */
  readonly presence?: Presence;
  /** What the place is called in messages: "a Guard", "the rule worth_something". */
  readonly place: string;
}
