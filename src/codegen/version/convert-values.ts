import { formatOf } from '../../parts/registry.ts';
import { getIdentitySchema } from '../../plan/parameter-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ObjectPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';
import {
  getPreviousField,
  getPreviousOwner,
  getRenamedValues,
  type Renames,
  renameValues,
} from '../records/renames.ts';

/** The result of a conversion if the new type cannot represent the value without loss. */
export const unfit = Symbol('unfit');

/** Turns a value of an older type into one of the present type; adds what is left out of it (`Line.text`) to `droppedFields`. */
export type ValueConversion = (value: unknown, droppedFields: Set<string>) => unknown;

/** Gives the turn between two types; none where every value stays as it is. Constraints and formats are not looked at. */
export type FindConversion = (from: ValueSchema, to: ValueSchema) => ValueConversion | undefined;

/** Makes the turns between the types of two plans. A turn never loses anything but members that are gone. */
export function createConversionFinder(old: Plan, now: Plan, renames: Renames): FindConversion {
  const made = new Map<string, { turn: ValueConversion | undefined; done: boolean }>();
  const find: FindConversion = (older, newer) => {
    const from = getIdentitySchema(old, older);
    const to = getIdentitySchema(now, newer);
    const key = JSON.stringify([from, to]);
    const known = made.get(key);
    // An object that holds itself is met again before its turn is made.
    if (known !== undefined)
      return known.done ? known.turn : (value, droppedFields) => made.get(key)!.turn?.(value, droppedFields) ?? value;
    const place = { turn: undefined as ValueConversion | undefined, done: false };
    made.set(key, place);
    const convert = between(from, to);
    place.turn =
      convert === undefined
        ? undefined
        : (value, droppedFields) => (value === null ? null : convert(value, droppedFields));
    place.done = true;
    return place.turn;
  };

  const between = (from: ValueSchema, to: ValueSchema): ValueConversion | undefined => {
    if (from.type === 'list' && to.type === 'list') return convertItems(find(from.item, to.item));
    if (from.type === 'map' && to.type === 'map') return convertEntries(find(from.item, to.item));
    if (from.type === 'named' && to.type === 'named') return named(from.name, to.name);
    if (to.type === 'list') {
      const item = find(from, to.item);
      return (value, droppedFields) => {
        const turned = item === undefined ? value : item(value, droppedFields);
        return turned === unfit ? unfit : [turned];
      };
    }
    return from.type === to.type && hasSameStorageFormat(from, to) ? undefined : createScalarConversion(from, to);
  };

  const named = (from: string, to: string): ValueConversion | undefined => {
    const union = findNamed(now.unions, to);
    const before = findNamed(old.unions, from);
    const objectOf = (plan: Plan, name: string): ObjectPlan | undefined => findNamed(plan.objects, name);
    if (union === undefined || before === undefined) {
      const [older, newer] = [objectOf(old, from), objectOf(now, to)];
      return older === undefined || newer === undefined ? undefined : members(older, newer, undefined);
    }
    const turns = new Map<unknown, ValueConversion | undefined>();
    for (const { tag, object } of union.cases) {
      const older = objectOf(old, before.cases.find((branch) => branch.tag === tag)?.object ?? '');
      const newer = objectOf(now, object);
      if (older !== undefined && newer !== undefined) turns.set(tag, members(older, newer, union.tag));
    }
    if ([...turns.values()].every((convert) => convert === undefined)) return undefined;
    return (value, droppedFields) =>
      turns.get((value as Record<string, unknown>)[union.tag])?.(value, droppedFields) ?? value;
  };

  const members = (from: ObjectPlan, to: ObjectPlan, tag: string | undefined): ValueConversion | undefined => {
    const kept = to.members.flatMap((member) => {
      const before = findNamed(from.members, getPreviousField(renames, to.name, member.name));
      if (before === undefined) return [];
      const values = getRenamedValues(renames, to.name, member.name);
      return [{ from: before.name, to: member.name, values, turn: find(before.schema, member.schema) }];
    });
    const gone = from.members
      .filter(({ name }) => !kept.some((mapping) => mapping.from === name))
      .map(({ name }) => name);
    const plain = kept.every(
      (mapping) => mapping.from === mapping.to && mapping.turn === undefined && mapping.values === undefined,
    );
    if (plain && gone.length === 0) return undefined;
    const byName = new Map(kept.map((mapping) => [mapping.from, mapping]));
    const owner = getPreviousOwner(renames, to.name);
    return (value, droppedFields) => {
      const made: [string, unknown][] = [];
      for (const [name, member] of Object.entries(value as object)) {
        const mapping = byName.get(name);
        if (mapping === undefined) {
          if (name === tag || !gone.includes(name)) made.push([name, member]);
          else if (member !== null) droppedFields.add(`${owner}.${name}`);
          continue;
        }
        const renamed = renameValues(mapping.values, member);
        const turned = mapping.turn === undefined ? renamed : mapping.turn(renamed, droppedFields);
        if (turned === unfit) return unfit;
        made.push([mapping.to, turned]);
      }
      return Object.fromEntries(made);
    };
  };
  return find;
}

function convertItems(item: ValueConversion | undefined): ValueConversion | undefined {
  if (item === undefined) return undefined;
  return (value, droppedFields) => {
    const turned = (value as readonly unknown[]).map((element) => item(element, droppedFields));
    return turned.includes(unfit) ? unfit : turned;
  };
}

function convertEntries(item: ValueConversion | undefined): ValueConversion | undefined {
  if (item === undefined) return undefined;
  return (value, droppedFields) => {
    const turned = Object.entries(value as object).map(([key, entry]) => [key, item(entry, droppedFields)] as const);
    return turned.some(([, converted]) => converted === unfit) ? unfit : Object.fromEntries(turned);
  };
}

function hasSameStorageFormat(from: ValueSchema, to: ValueSchema): boolean {
  const [older, newer] = [formatOf(from), formatOf(to)];
  return isHiddenAlike(older, newer) && older?.storage === newer?.storage;
}

type Format = ReturnType<typeof formatOf>;

/** Whether values of two formats are stored alike: hashed, as a digest or encrypted. A migration has no key of secrets. */
function isHiddenAlike(older: Format, newer: Format): boolean {
  if (older?.computesCodes !== newer?.computesCodes) return false;
  if (older?.hashed !== newer?.hashed || older?.digested !== newer?.digested) return false;
  return older?.encrypted === newer?.encrypted;
}

const texts = ['string', 'choice'];

/** Whole seconds and moments, texts and numbers, truth and its words: whatever comes back as it was. */
function createScalarConversion(from: ValueSchema, to: ValueSchema): ValueConversion | undefined {
  const [older, newer] = [formatOf(from), formatOf(to)];
  if (!isHiddenAlike(older, newer)) return () => unfit;
  if (texts.includes(from.type) && texts.includes(to.type)) return undefined;
  const [moments, others] = [formatOf(from)?.clock, formatOf(to)?.clock];
  if (moments !== undefined && others !== undefined && from.type !== to.type) {
    return (value) => others.write(moments.read(value)) ?? unfit;
  }
  const wide = formatOf(to)?.storage === 'int64';
  switch (to.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : typeof value === 'object' ? unfit : String(value));
    case 'integer':
      return (value) => toInteger(value, wide);
    case 'number':
      return (value) => toNumber(value);
    case 'boolean':
      return (value) =>
        typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : unfit;
    default:
      return (value) => (typeof value === 'bigint' ? narrow(value) : value);
  }
}

const integerText = /^(?:0|-?[1-9]\d{0,18})$/;

function toInteger(value: unknown, wide: boolean): unknown {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return unfit;
    return wide ? BigInt(value) : value;
  }
  const whole = typeof value === 'string' && integerText.test(value) ? BigInt(value) : value;
  if (typeof whole !== 'bigint') return unfit;
  return wide ? whole : narrow(whole);
}

function narrow(value: bigint): unknown {
  return Number.isSafeInteger(Number(value)) ? Number(value) : unfit;
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : unfit;
  if (typeof value !== 'string') return unfit;
  const number = Number(value);
  return String(number) === value && Number.isFinite(number) ? number : unfit;
}
