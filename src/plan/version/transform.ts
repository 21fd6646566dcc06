import type { Expression } from '../../expression/tree.ts';
import type { Json } from '../schema.ts';

/**
 * What one version's rows of Changes do to records, requests, errors and events: between that version (`newer`) and the one
 * below it (`older`). Resources, objects, unions and operations keep their names in every version.
 */
export interface VersionTransformPlan {
  readonly newer: string;
  readonly older: string;
  /**
   * By the name of a resource, object or union: how its members are turned. Left out: nothing in it, at any depth, differs.
   * A record is turned by the entry of its resource, an embedded record by that of its own.
   */
  readonly holders: Readonly<Record<string, TypeTransform>>;
  /** By the name of an operation that both have: how its body and parameters are turned. Left out: they do not differ. */
  readonly operations: Readonly<Record<string, OperationTransform>>;
  /** Operations that the older version does not have: `unknown path`. */
  readonly addedOperations: readonly string[];
  /** Events by their newer names, where the older name is another. */
  readonly events: Readonly<Record<string, string>>;
  /** Events, by their newer names, of which older callers are not told. */
  readonly addedEvents: readonly string[];
  /** Codes by their newer names, where older callers get another code: its row stands in the older interface. */
  readonly codes: Readonly<Record<string, string>>;
}

/** How the values of a resource, object or union are turned. */
export type TypeTransform =
  | { readonly kind: 'members'; readonly members: readonly FieldTransform[] }
  /** By the value of the tag, the object of it, whose own entry says the rest. */
  | { readonly kind: 'union'; readonly tag: string; readonly cases: Readonly<Record<string, string>> };

/**
 * One member that differs. Members without an entry are the same in both. `older` left out: the older version has no such
 * member; `newer` left out: the newer one has none. All expressions of one VersionTransformPlan read their whole value untouched:
 * first every member is worked out from what came in, then what came in is let go.
 */
export interface FieldTransform {
  readonly older?: string;
  readonly newer?: string;
  /** How the value itself is turned, both ways; null and absent stay. An unconditional `down` or `up` stands in its place. */
  readonly value?: ValueTransform;
  readonly down?: FieldDowngrade;
  readonly up?: FieldUpgrade;
  /** In a body: the older name of the field that the member means, where the body calls it otherwise. */
  readonly field?: string;
  readonly line: number;
}

/** A value that a row states; `wide`: the digits of an integer that a number cannot hold exactly. */
export type StatedValue =
  | { readonly value: Json; readonly wide?: never }
  | { readonly value: string; readonly wide: true };

/**
 * The older value, where it is not the newer one renamed and turned. `absent`: only where the newer value is absent or null;
 * else always. A `cel` reads `record`: the newer record, or of a member of an object the newer object.
 */
export type FieldDowngrade = { readonly absent?: true; readonly line: number } & (
  | ({ readonly kind: 'default' } & StatedValue)
  | { readonly kind: 'cel'; readonly value: Expression }
);

/**
 * The newer value, where it is not the older one renamed and turned.
 * `default` and `cel` with `absent`: where the older caller left the member out of a body that gives the whole (create,
 * replace, a transition; never a patch). `cel` without it: where the older caller sent the member; it reads `input`, and
 * `to`, where set, is the newer member that it gives. With `from`, members that the older version alone has, it gives the newer
 * member where one of them was sent, or was changed in a record. `input` holds what was sent of the resource (in a patch: of the record
 * as patched) or, for a member of an object, of that object, by the older names of its fields, whatever the body calls them.
 * `ignored`: dropped; `refused`: `invalid input` at the member.
 */
export type FieldUpgrade = { readonly line: number } & (
  | ({ readonly kind: 'default'; readonly absent: true } & StatedValue)
  | {
      readonly kind: 'cel';
      readonly absent?: true;
      readonly value: Expression;
      readonly to?: string;
      readonly from?: readonly string[];
    }
  | { readonly kind: 'ignored' | 'refused' }
);

/** How a value is turned, by its type. */
export type ValueTransform =
  /**
   * Values of a state or a `one of`. `down`: newer value → what the older caller sees; `up`: older value → the newer one;
   * what is in neither stays. A filter of an older caller by `v` means every newer value `n` with `(down[n] ?? n) === v`,
   * besides `up[v]` where it is set.
   */
  | {
      readonly kind: 'choice';
      readonly down: Readonly<Record<string, string>>;
      readonly up: Readonly<Record<string, string>>;
    }
  /** An object or a union, by its entry among the holders. */
  | { readonly kind: 'named'; readonly name: string }
  /** An object written out in a Request. */
  | { readonly kind: 'object'; readonly members: readonly FieldTransform[] }
  | { readonly kind: 'list' | 'map'; readonly item: ValueTransform };

/** How what callers send to one operation is turned up. */
export interface OperationTransform {
  /** The fields of the record that differ, as far as a create, update or replace is sent them, wherever in the body they are. */
  readonly fields: readonly FieldTransform[];
  /** The other members of the body that differ, by the names that the body gives them. */
  readonly input: readonly FieldTransform[];
  readonly parameters: readonly ParameterTransform[];
}

/** One parameter that differs; `older` or `newer` left out as in FieldTransform. */
export interface ParameterTransform {
  readonly older?: string;
  readonly newer?: string;
  /** How a filter's value is turned up. */
  readonly value?: ValueTransform;
  /**
   * Of a parameter that was removed, a `cel` reads `input` with that parameter alone, by its older name, and gives the
   * parameter `newer` that was added beside it. Else a `cel` without `absent` stands at `=`, `!=` and `in` filters by a field
   * whose type was changed: it reads `input` with that field (`field`, its older name) alone. `refused`: a value is
   * `invalid input`; `ignored`: dropped.
   */
  readonly up?: FieldUpgrade & { readonly field?: string };
  /** Of a `sort`: older names → newer ones where they differ. Names that is no longer supported are not in `fields`. */
  readonly sort?: Readonly<Record<string, string>>;
  readonly line: number;
}
