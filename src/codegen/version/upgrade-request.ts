import type { FieldError, RecordValue } from '../../contracts/record.ts';
import { isExpressionError } from '../../expression/failures.ts';
import type { Expression } from '../../expression/tree.ts';
import { equal } from '../../plan/equal.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type {
  FieldTransform,
  FieldUpgrade,
  ValueTransform,
  VersionTransformPlan,
} from '../../plan/version/transform.ts';
import { setOwn } from '../../text/own-property.ts';
import { toJsonPointer } from '../module.ts';
import { toRuntimeValue } from './downgrade-response.ts';
import { getTransformMapping, mapBodyToFields } from './field-mapping.ts';
import {
  getPreviousField,
  getPreviousItems,
  getTargetField,
  isKept,
  listSourceFields,
  mergePrevious,
  splitKeptFields,
  type Was,
} from './kept.ts';

/** Computes an expression over `input`; throws its error. */
export type InputReading = (input: RecordValue) => unknown;

/**
 * Converts a value from an old client; errors are reported at a pointer of that version. `was`: the value that it replaces. Parts that the
 * caller did not change stay as they are in the newer version.
 */
export type Upgrade = (value: unknown, pointer: string, fieldErrors: FieldError[], was?: Was) => unknown;

/**
 * Turns members: `input` is what their expressions read, `whole` that what was left out gets the stated value, `was` the record or
 * object that is changed. With `only`, no other members of the turn are given.
 */
export type UpgradeFields = (
  sent: RecordValue,
  input: RecordValue,
  whole: boolean,
  pointer: string,
  fieldErrors: FieldError[],
  was?: Was,
  only?: ReadonlySet<FieldTransform>,
) => Record<string, unknown>;

/** The dependencies of one upgrade. */
export interface UpgradeDependencies {
  readonly turn: VersionTransformPlan;
  /** Prepares an expression over `input`. */
  expression(tree: Expression): InputReading;
}

/** By the name of an object or union, how its values are turned up by one turn; what does not differ has none. */
export function createUpgrades(deps: UpgradeDependencies): ReadonlyMap<string, Upgrade> {
  const made = new Map<string, Upgrade>();
  for (const [name, holder] of Object.entries(deps.turn.holders)) {
    if (holder.kind === 'members') {
      made.set(name, createObjectUpgrade(deps, holder.members, made));
      continue;
    }
    const { tag, cases } = holder;
    made.set(name, (value, pointer, fieldErrors, was) => {
      const object = isObject(value) ? cases[String(value[tag])] : undefined;
      const turn = object === undefined ? undefined : made.get(object);
      if (turn === undefined) return value;
      const sameCase = isObject(was?.older) && was.older[tag] === (value as RecordValue)[tag];
      return turn(value, pointer, fieldErrors, sameCase ? was : undefined);
    });
  }
  return made;
}

type Upgrades = ReadonlyMap<string, Upgrade>;
type Put = (into: Record<string, unknown>, ...given: Parameters<UpgradeFields>) => void;

/** Creates the upgrade of an object. Fields that its version does not know stay in an object that existed before. */
function createObjectUpgrade(deps: UpgradeDependencies, members: readonly FieldTransform[], all: Upgrades): Upgrade {
  const turn = createFieldUpgrade(deps, members, all);
  const byOlder = Map.groupBy(members, ({ older }) => older);
  const becomes = (name: string) => byOlder.get(name)?.map(getTargetField) ?? [name];
  return (value, pointer, fieldErrors, was) => {
    if (!isObject(value)) return value;
    const places = Object.keys(value).flatMap(becomes);
    if (!isObject(was?.older) || !isObject(was.newer))
      return orderFields(turn(value, value, true, pointer, fieldErrors), places);
    const { changed, kept } = splitKeptFields(members, value, was.older);
    const made = turn(value, value, true, pointer, fieldErrors, was, changed);
    for (const name of kept) if (Object.hasOwn(was.newer, name)) set(made, name, was.newer[name]);
    const ordered = orderFields(made, places);
    was.items.turned(value, ordered);
    was.items.turned(was.older, was.newer);
    return ordered;
  };
}

/** Returns the same fields, named ones first, in their order. */
function orderFields(object: RecordValue, names: readonly (string | undefined)[]): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name of names) if (name !== undefined && Object.hasOwn(object, name)) set(made, name, object[name]);
  for (const name of Object.keys(object)) if (!Object.hasOwn(made, name)) set(made, name, object[name]);
  return made;
}

/** Makes what turns the members of a body or an object. */
export function createFieldUpgrade(
  deps: UpgradeDependencies,
  members: readonly FieldTransform[],
  all: Upgrades,
): UpgradeFields {
  const taken = new Set(members.flatMap(({ older }) => (older === undefined ? [] : [older])));
  const puts = members.map((member) => ({ member, put: createTransformUpgrade(deps, member, all) }));
  return (sent, input, whole, pointer, fieldErrors, was, only) => {
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(sent)) if (!taken.has(name)) set(made, name, sent[name]);
    for (const { member, put } of puts) {
      if (only?.has(member) !== false) put(made, sent, input, whole, pointer, fieldErrors, was);
    }
    return made;
  };
}

function createTransformUpgrade(deps: UpgradeDependencies, member: FieldTransform, all: Upgrades): Put {
  const { older, newer, up } = member;
  const turned = member.value === undefined ? undefined : createValueUpgrade(deps, member.value, all);
  const wasSent = (sent: RecordValue): boolean =>
    older !== undefined && Object.hasOwn(sent, older) && sent[older] !== undefined;
  const plain: Put = (into, sent, _, __, pointer, fieldErrors, was) => {
    if (newer === undefined || !wasSent(sent)) return;
    const value = sent[older!];
    if (value === null || turned === undefined) set(into, newer, value);
    else
      set(
        into,
        newer,
        turned(value, pointer + toJsonPointer(older!), fieldErrors, getPreviousField(was, older!, newer)),
      );
  };
  if (up === undefined) return plain;
  const at = older ?? newer ?? '';
  if (up.kind !== 'default' && up.kind !== 'cel') {
    if (up.kind === 'ignored') return () => undefined;
    const unless = up.unless === undefined ? undefined : toRuntimeValue(up.unless);
    return (_, sent, __, ___, pointer, fieldErrors) => {
      if (wasSent(sent) && !equal(sent[older!], unless))
        fieldErrors.push(createFieldError(pointer + toJsonPointer(at), 'is no longer accepted', up.line));
    };
  }
  const stated = createStatedUpgrade(deps, up, listSourceFields(member)[0] ?? at);
  if (up.absent === true) {
    return (into, sent, input, whole, pointer, fieldErrors, was) => {
      if (wasSent(sent)) plain(into, sent, input, whole, pointer, fieldErrors, was);
      else if (whole && newer !== undefined) set(into, newer, stated(input, pointer, fieldErrors));
    };
  }
  const target = getTargetField(member);
  const from = up.kind === 'cel' ? up.from : undefined;
  return (into, sent, input, _, pointer, fieldErrors, was) => {
    const known = from === undefined ? [sent[older!]] : from.map((name) => input[name]);
    const values = known.filter((value) => value !== undefined);
    if (target === undefined || values.length === 0) return;
    if (values.every((value) => value === null)) return set(into, target, null);
    const given = stated(input, pointer, fieldErrors);
    const now = isObject(was?.newer) ? was.newer[target] : undefined;
    const isWhole = was === undefined || typeof given !== 'object' || typeof now !== 'object';
    set(into, target, isWhole ? given : mergePrevious(stated(was.older as RecordValue, '', []), given, now, was.items));
  };
}

type Stated = (input: RecordValue, pointer: string, fieldErrors: FieldError[]) => unknown;

function createStatedUpgrade(
  deps: UpgradeDependencies,
  up: FieldUpgrade & { readonly kind: 'default' | 'cel' },
  name: string,
): Stated {
  if (up.kind === 'default') {
    const value = toRuntimeValue(up);
    return () => value;
  }
  const read = deps.expression(up.value);
  return (input, pointer, fieldErrors) => {
    try {
      return read(input);
    } catch (thrown) {
      if (!isExpressionError(thrown)) throw thrown;
      fieldErrors.push(
        createFieldError(pointer + toJsonPointer(name), 'cannot be converted to the current version', up.line),
      );
      return undefined;
    }
  };
}

function createFieldError(pointer: string, message: string, line: number): FieldError {
  return { pointer, problem: 'constraint', message, line };
}

/** Turns a value by its type. */
export function createValueUpgrade(deps: UpgradeDependencies, transform: ValueTransform, all: Upgrades): Upgrade {
  switch (transform.kind) {
    case 'choice': {
      const values = new Map(Object.entries(transform.up));
      return (value) => values.get(value as string) ?? value;
    }
    case 'named':
      return (value, pointer, fieldErrors, was) => all.get(transform.name)?.(value, pointer, fieldErrors, was) ?? value;
    case 'object': {
      const members = createFieldUpgrade(deps, transform.members, all);
      const fields = getTransformMapping(transform.members);
      return (value, pointer, fieldErrors) =>
        isObject(value) ? members(value, mapBodyToFields(value, fields), true, pointer, fieldErrors) : value;
    }
    case 'list':
    case 'map': {
      const item = createValueUpgrade(deps, transform.item, all);
      const upgradeItem: Upgrade = (value, pointer, fieldErrors, was) => {
        if (isKept(value, was)) return was.newer;
        return value === null ? null : item(value, pointer, fieldErrors, was);
      };
      return (value, pointer, fieldErrors, was) => {
        if (Array.isArray(value)) {
          const were = getPreviousItems(was, value);
          const made = value.map((held, i) => upgradeItem(held, `${pointer}/${i}`, fieldErrors, were[i]));
          was?.items.turned(value, made);
          return made;
        }
        if (!isObject(value)) return value;
        const entries = Object.entries(value).map(([name, held]) => {
          return [
            name,
            upgradeItem(held, pointer + toJsonPointer(name), fieldErrors, getPreviousField(was, name, name)),
          ] as const;
        });
        return Object.fromEntries(entries);
      };
    }
  }
}

function set(into: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) setOwn(into, name, value);
}
