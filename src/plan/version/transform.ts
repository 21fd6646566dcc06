import type { Expression } from '../../expression/tree.ts';
import type { Json } from '../schema.ts';

/**
 * The transforms of one version's rows of Changes for records, requests, errors and events: between that version (`newer`) and the previous
 * one (`older`). Resources, objects, unions and operations keep their names in every version.
 */
export interface VersionTransformPlan {
  readonly newer: string;
  readonly older: string;
  /**
   * By the name of a resource, object or union: how its members are turned. Left out: nothing in it, at any depth, differs.
   * A record is turned by the entry of its resource, an embedded record by that of its own.
   */
  readonly holders: Readonly<Record<string, TypeTransform>>;
  /** By the key of an operation that both have (`getTransformKey`): how its body and parameters are turned. Left out: they do not differ. */
  readonly operations: Readonly<Record<string, OperationTransform>>;
  /** Operations that the older version does not have: `unknown path`. */
  readonly addedOperations: readonly string[];
  /** Events by their newer names, where the older name is another. */
  readonly events: Readonly<Record<string, string>>;
  /** Events, by their newer names, that the previous version does not have. */
  readonly addedEvents: readonly string[];
  /** Codes by their newer names for which old clients get another code: its row is in the older interface. */
  readonly codes: Readonly<Record<string, string>>;
}

/** How the values of a resource, object or union are turned. */
export type TypeTransform =
  | { readonly kind: 'members'; readonly members: readonly FieldTransform[] }
  /** By the value of the tag, the object of it, whose own entry says the rest. */
  | { readonly kind: 'union'; readonly tag: string; readonly cases: Readonly<Record<string, string>> };

/**
 * One field that differs. Fields without an entry are the same in both. Without `older`, the previous version has no such field; without
 * `newer`, the newer one has none. All expressions of one VersionTransformPlan read their whole value unchanged: every field is computed
 * from the received value before that value is released.
 */
export interface FieldTransform {
  readonly older?: string;
  readonly newer?: string;
  /** How the value itself is converted, both ways; null and absent stay. An unconditional `down` or `up` replaces it. */
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
 * else always. A `cel` reads `record`: the newer record, or of a member of an object the newer object; where it fails, the value is
 * `otherwise`, if that is set.
 */
export type FieldDowngrade = { readonly absent?: true; readonly line: number } & (
  | ({ readonly kind: 'default' } & StatedValue)
  | { readonly kind: 'cel'; readonly value: Expression; readonly otherwise?: StatedValue }
);

/**
 * The newer value, where it is not the older one renamed and turned.
 * `default` and `cel` with `absent`: where the older caller left the member out of a body that gives the whole (create,
 * replace, a transition; never a patch). `cel` without it: where the older caller sent the member; it reads `input`, and
 * `to`, where set, is the newer member that it gives. With `from`, members that the older version alone has, it gives the newer
 * member where one of them was sent, or was changed in a record. `input` holds what was sent of the resource (in a patch: of the record
 * as patched) or, for a member of an object, of that object, by the older names of its fields, whatever the body calls them.
 * `ignored`: dropped; `refused`: `invalid input` at the member, unless it is the value of a member that was left out.
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
  | { readonly kind: 'ignored' | 'refused'; readonly unless?: StatedValue }
);

/** How a value is turned, by its type. */
export type ValueTransform =
  /**
   * Values of a state or a `one of`. `down`: newer value → value for old clients; `up`: older value → the newer one; other values stay. A
   * filter of an old client by `v` matches every newer value `n` with `(down[n] ?? n) === v`, and `up[v]` if it is set.
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
   * For a removed parameter, a `cel` reads `input` with that parameter alone, by its older name, and returns the parameter `newer` that
   * replaces it. Otherwise a `cel` without `absent` belongs to `=`, `!=` and `in` filters by a field whose type was changed: it reads
   * `input` with that field (`field`, its older name) alone. `refused`: a value is `invalid input`; `ignored`: dropped.
   */
  readonly up?: FieldUpgrade & { readonly field?: string };
  /** Of a `sort`: older names → newer ones where they differ. Names that is no longer supported are not in `fields`. */
  readonly sort?: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Returns the key of the transform of an operation: its name, and another one for the creation of a replace. */
export function getTransformKey({ name, replaces }: { readonly name: string; readonly replaces?: true }): string {
  return replaces === true ? `${name} when new` : name;
}
