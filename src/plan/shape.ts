import type { Expression } from '../expression/tree.ts';
import type { Json, RangePlan, ValueSchema } from './schema.ts';

/** The form of a request's body, and the field of the record that each of its fields sets. */
export type InputShape =
  /**
   * `shapeName`: the resource or object whose fields it has, where the Request names it and picks nothing. `isContent`: its one member is
   * a file, and the body is the content of that file.
   */
  | {
      readonly kind: 'object';
      readonly shapeName?: string;
      readonly isContent?: true;
      readonly members: readonly InputMember[];
      readonly line: number;
    }
  /** `range`: the number of items. */
  | { readonly kind: 'list'; readonly item: InputShape; readonly range?: RangePlan; readonly line: number }
  /** `of`: the field of a resource or object that it is. `role`: a built-in value. */
  | {
      readonly kind: 'value';
      readonly schema: ValueSchema;
      readonly of?: { readonly holder: string; readonly field: string };
      readonly role?: string;
      readonly line: number;
    }
  | { readonly kind: 'literal'; readonly value: Json; readonly line: number };

/**
 * A field of a body. `field` is set if it is a field of the operation's own resource (create, update, replace); `unchanged` marks a field
 * that the caller must not change: it may be sent with its present value only. `ignored` marks one that clients never send, where the
 * document ignores unknown fields: whatever is sent for it has no effect. `endState` marks a state field of which rows of the operation have
 * a To: its value is input alone, and the record must end in the state that is sent.
 */
export interface InputMember {
  readonly name: string;
  readonly required: boolean;
  readonly shape: InputShape;
  readonly field?: string;
  readonly unchanged?: true;
  /** An `unchanged` field of a replace that a new record takes, or must be sent. */
  readonly whenNew?: 'taken' | 'required';
  readonly ignored?: true;
  readonly endState?: true;
  readonly default?: Json;
}

/** The form of a response or a payload. */
export type AnswerShape =
  /** `shapeName` as in a body: what the document calls it by that name alone. */
  | { readonly kind: 'object'; readonly shapeName?: string; readonly members: readonly AnswerMember[] }
  /**
   * A field of the record that the shape stands for, by its path (`Line` members inside objects have longer ones). `of`: the
   * resource or object that states it, or the union that it is, where a handler returns it without a record.
   */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly schema: ValueSchema; readonly of?: string }
  /** The records of a list, each shaped by `item`; `of` is their resource or object in the response of a handler. */
  | { readonly kind: 'records'; readonly item: AnswerShape; readonly of?: string }
  /**
   * The record that a `ref` field names, or with `list` those of a list of refs, shaped by `item`; hidden or gone: an object with its
   * identity alone.
   */
  | {
      readonly kind: 'embedded';
      readonly field: string;
      readonly list?: true;
      readonly resource: string;
      readonly item: AnswerShape;
    }
  /**
   * The records of a resource that refer to the record that the shape stands for and that the caller may read, each shaped by `item`;
   * `to`: the resource of that record, and `identity`: the name of its own identity.
   */
  | (Children & {
      readonly kind: 'children';
      readonly resource: string;
      readonly to: string;
      readonly identity: string;
      readonly item: AnswerShape;
    })
  /**
   * The items of a list field, or one object field, of which only some members are shown. `of`: the resource or object of what a
   * handler returns there.
   */
  | {
      readonly kind: 'picked';
      readonly path: readonly string[];
      readonly list: boolean;
      readonly item: AnswerShape;
      readonly of?: string;
    }
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'cel'; readonly value: Expression }
  | { readonly kind: 'role'; readonly role: string }
  | FigureShape
  | GroupsShape;

/**
 * A figure of a field over all records of a list, not only those of the page: its different values, how many records have each, or their
 * sum, minimum or maximum. `schema`: of one value, without null.
 */
export interface FigureShape {
  readonly kind: 'figure';
  readonly figure: 'values' | 'counts' | 'sum' | 'minimum' | 'maximum';
  readonly field: string;
  readonly schema: ValueSchema;
}

/**
 * The groups of all records of a list, each with the records whose keys are equal, in ascending order of the keys; null comes first. A key of
 * a record without the value is null.
 */
export interface GroupsShape {
  readonly kind: 'groups';
  readonly members: readonly GroupMember[];
}

/** A member of a group: an optional one is left out if its value is null. */
export interface GroupMember {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: GroupValue;
}

/**
 * A value of a group: a key, which is a field or the part of a date or date-time in UTC, the number of its records, or a figure of them
 * (a sum, minimum or maximum). `schema`: of the value, without null.
 */
export type GroupValue =
  | GroupKeyShape
  | { readonly kind: 'count' }
  | (FigureShape & { readonly figure: 'sum' | 'minimum' | 'maximum' });

/** A key of a group. */
export interface GroupKeyShape {
  readonly kind: 'key';
  readonly field: string;
  readonly part?: 'day' | 'month' | 'year';
  readonly schema: ValueSchema;
}

/**
 * The first `most` records in an order, whose last field is the identity, whose field `field` refers to a record. The names are those of the present document, in shapes of
 * every version.
 */
export interface Children {
  readonly field: string;
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  readonly most: number;
}

/** A field of a response; an optional one is left out if its value is absent, cannot be computed, or is a built-in value that is null. */
export interface AnswerMember {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: AnswerShape;
}
