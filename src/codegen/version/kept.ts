import type { RecordValue } from '../../contracts/record.ts';
import type { OlderChange } from '../../contracts/versions.ts';
import { runtime } from '../../expression/runtime.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type { FieldTransform } from '../../plan/version/transform.ts';
import { own } from '../../text/own-property.ts';
import { matchItems } from './matched.ts';

/** The value that a caller changes: as the older version shows it, and in the newer version. */
export interface Was {
  readonly older: unknown;
  readonly newer: unknown;
  readonly items: Items;
}

type Indices = readonly (number | undefined)[];
type List = readonly unknown[];

/** Which items of changed lists were which items before. */
export interface Items {
  /** For each item of a list, its index in the list that it replaces, or undefined for a new item. */
  of(before: List, after: List): Indices;
  /** Says that a list or an object is another one, turned. */
  turned(from: object, to: object): void;
  /** Whether a part of a value is hidden from the caller: it decides nothing that the caller sees. */
  isMasked(value: unknown): boolean;
}

/** Makes it for one change. Items are compared as the caller sees them. */
export function createItemMatcher({ origins, visible }: Pick<OlderChange, 'origins' | 'visible'> = {}): Items {
  const known = new WeakMap<object, Indices>();
  const visibleOf = (value: unknown): unknown => (isReference(value) ? visible?.get(value) : undefined);
  const show = (item: unknown): unknown => visibleOf(item) ?? item;
  return {
    of(before, after) {
      const found = known.get(after);
      if (found !== undefined) return found;
      const places = new Map(before.map((item, index) => [item, index]));
      const kept = after.map((item) => {
        const origin = isObject(item) ? origins?.get(item) : undefined;
        return origin === undefined ? undefined : places.get(origin);
      });
      const made = matchItems(before.map(show), after.map(show), kept);
      known.set(after, made);
      return made;
    },
    turned(from, to) {
      const found = known.get(from);
      if (found !== undefined) known.set(to, found);
      const shown = visible?.get(from);
      if (shown !== undefined) visible?.set(to, shown);
    },
    isMasked: (value) => visibleOf(value) !== undefined,
  };
}

function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the previous value of a field of objects that are replaced. */
export function getPreviousField(was: Was | undefined, older: string, newer: string): Was | undefined {
  if (!isObject(was?.older) || !isObject(was.newer)) return undefined;
  return { older: own(was.older, older), newer: own(was.newer, newer), items: was.items };
}

/** Returns the previous value of each item of a list that is replaced. */
export function getPreviousItems(was: Was | undefined, value: List): readonly (Was | undefined)[] {
  if (was === undefined) return [];
  const { older, newer, items } = was;
  if (!Array.isArray(older) || !Array.isArray(newer) || older.length !== newer.length) return [];
  return items
    .of(older, value)
    .map((index) => (index === undefined ? undefined : { older: older[index], newer: newer[index], items }));
}

/** Whether the caller left a value as it was shown. A value with hidden parts is always converted. */
export function isKept(value: unknown, was: Was | undefined): was is Was {
  if (was === undefined || was.older === undefined || was.newer === undefined || was.items.isMasked(value))
    return false;
  return runtime.equal(value, was.older);
}

/** The members of an object that a caller changed, and those of the newer object that stay as they are. */
export function splitKeptFields(
  members: readonly FieldTransform[],
  value: RecordValue,
  before: RecordValue,
): { readonly changed: ReadonlySet<FieldTransform>; readonly kept: readonly string[] } {
  const changed = new Set(
    members.filter((member) =>
      listSourceFields(member).some((name) => !equalsValue(own(value, name), own(before, name))),
    ),
  );
  const given = new Set([...changed].map(getTargetField));
  const kept = members.flatMap((member) => {
    const target = getTargetField(member);
    const stays = !changed.has(member) || member.up?.kind === 'ignored';
    return target === undefined || !stays || (given.has(target) && member.up?.kind !== 'ignored') ? [] : [target];
  });
  return { changed, kept };
}

/** The newer member that one becomes. */
export function getTargetField({ newer, up }: FieldTransform): string | undefined {
  return (up?.kind === 'cel' ? up.to : undefined) ?? newer;
}

/** The older members of which the value of one is made. */
export function listSourceFields({ older, up }: FieldTransform): readonly string[] {
  return (up?.kind === 'cel' ? up.from : undefined) ?? (older === undefined ? [] : [older]);
}

/**
 * Merges the result of an expression into the present value: parts of an object that the expression returns as in `before`, and parts that
 * it does not return, stay unchanged; of a list, the items that were there before.
 */
export function mergePrevious(before: unknown, after: unknown, now: unknown, items: Items): unknown {
  if (Array.isArray(after)) {
    const were = getPreviousItems({ older: before, newer: now, items }, after);
    return after.map((item, at) => (were[at] ? mergePrevious(were[at].older, item, were[at].newer, items) : item));
  }
  if (!isObject(after) || !isObject(now)) return now !== undefined && equalsValue(before, after) ? now : after;
  const was: RecordValue = isObject(before) ? before : {};
  const made: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(now), ...Object.keys(after)])) {
    const given = own(after, name);
    if (given !== undefined) made.push([name, mergePrevious(own(was, name), given, own(now, name), items)]);
    else if (own(was, name) === undefined) made.push([name, now[name]]);
  }
  return Object.fromEntries(made);
}

function equalsValue(left: unknown, right: unknown): boolean {
  return left === right || (left !== undefined && right !== undefined && runtime.equal(left, right));
}
