import type { RecordValue } from '../../contracts/record.ts';
import { isExpressionError } from '../../expression/failures.ts';
import type { Expression } from '../../expression/tree.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type {
  FieldDowngrade,
  FieldTransform,
  StatedValue,
  TypeTransform,
  ValueTransform,
  VersionTransformPlan,
} from '../../plan/version/transform.ts';

/** Reads a record, or an object inside one; throws the expression's error where it fails. */
export type Reading = (value: RecordValue) => unknown;

/** Replaces a value that could not be computed until it is known whether it is required. */
export const unknownValue: unique symbol = Symbol('a value that cannot be computed');

/** Marks a record that has such values. */
export const hasUnknown: unique symbol = Symbol('a record with values that cannot be computed');

/** An older form on its way down. */
export type Shown = Record<string | typeof hasUnknown, unknown>;

/** Returns a record without the values that could not be computed: expressions find them absent. */
export function omitFailedValues(record: RecordValue): RecordValue {
  if ((record as Shown)[hasUnknown] !== true) return record;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== unknownValue));
}

/** Reads a member of what a turn turns; `known` is the same for expressions. */
type MemberReading = (value: RecordValue, known: RecordValue) => unknown;

/** Turns a value of a newer version into that of the version below it. */
export type Downgrade = (value: unknown) => unknown;

/** Thrown where an object lacks a member that must be shown: then the member of the record that holds it is not known. */
class CannotDowngradeError extends Error {
  override readonly name = 'CannotDowngradeError';
}

/** The dependencies of one downgrade. */
export interface DowngradeDependencies {
  readonly turn: VersionTransformPlan;
  /** Prepares an expression over a record. */
  expression(tree: Expression): Reading;
  /** Of a resource it is decided when a record is shown what may be missing. */
  isResource(holder: string): boolean;
  /** Whether a member of an object must be there in the version that callers ask for. */
  mustShow(object: string, member: string): boolean;
}

/** Creates the downgrades of one version by the name of a resource, object or union; unchanged ones have none. */
export function createDowngrades(deps: DowngradeDependencies): ReadonlyMap<string, Downgrade> {
  const made = new Map<string, Downgrade>();
  for (const [name, holder] of Object.entries(deps.turn.holders))
    made.set(name, createHolderDowngrade(deps, name, holder, made));
  return made;
}

type Downgrades = ReadonlyMap<string, Downgrade>;

function createHolderDowngrade(
  deps: DowngradeDependencies,
  name: string,
  holder: TypeTransform,
  all: Downgrades,
): Downgrade {
  if (holder.kind === 'members') return createFieldsDowngrade(deps, name, holder.members, all);
  const { tag, cases } = holder;
  return (value) => {
    if (!isObject(value)) return value;
    const object = cases[String(value[tag])];
    return object === undefined ? value : (all.get(object)?.(value) ?? value);
  };
}

/** Fields keep their positions. Fields that the newer value does not have come after them. */
function createFieldsDowngrade(
  deps: DowngradeDependencies,
  holder: string,
  members: readonly FieldTransform[],
  all: Downgrades,
): Downgrade {
  const steps = members.map((member) => {
    const { older: name, newer } = member;
    if (name === undefined) return { newer };
    return {
      name,
      newer,
      get: createFallibleReading(deps, holder, name, createFieldDowngrade(deps, holder, member, all)),
    };
  });
  const byNewer = Map.groupBy(steps, ({ newer }) => newer);
  const put = (into: Shown, { name, get }: (typeof steps)[number], value: RecordValue, known: RecordValue): void => {
    const olderValue = get?.(value, known);
    if (olderValue === undefined) return;
    into[name!] = olderValue;
    if (olderValue === unknownValue) into[hasUnknown] = true;
  };
  return (value) => {
    if (!isObject(value)) return value;
    const known = omitFailedValues(value);
    const made = {} as Shown;
    if (known !== value) made[hasUnknown] = true;
    for (const name in value) {
      const own = byNewer.get(name);
      if (own === undefined) made[name] = value[name];
      else for (const step of own) put(made, step, value, known);
    }
    for (const step of steps) if (step.newer === undefined || !(step.newer in value)) put(made, step, value, known);
    return made;
  };
}

function createFieldDowngrade(
  deps: DowngradeDependencies,
  holder: string,
  member: FieldTransform,
  all: Downgrades,
): MemberReading {
  const { newer, down } = member;
  const turned = member.value === undefined ? undefined : createValueDowngrade(deps, holder, member.value, all);
  const plain: Reading = (value) => {
    const newerValue = newer === undefined ? undefined : value[newer];
    if (newerValue === undefined || newerValue === null || newerValue === unknownValue || turned === undefined)
      return newerValue;
    return turned(newerValue);
  };
  if (down === undefined) return plain;
  const other = createStatedReading(deps, down);
  if (down.absent !== true) return (_, known) => other(known);
  return (value, known) => {
    const olderValue = plain(value) ?? unknownValue;
    return olderValue === unknownValue ? other(known) : olderValue;
  };
}

/** A field that cannot be computed is left out of an object if it is optional. */
function createFallibleReading(
  { isResource, mustShow }: DowngradeDependencies,
  holder: string,
  name: string,
  read: MemberReading,
): MemberReading {
  const inRecord = isResource(holder);
  return (value, known) => {
    try {
      return read(value, known);
    } catch (thrown) {
      if (inRecord && (isExpressionError(thrown) || thrown instanceof CannotDowngradeError)) return unknownValue;
      if (!isExpressionError(thrown)) throw thrown;
      if (mustShow(holder, name)) throw new CannotDowngradeError();
      return undefined;
    }
  };
}

function createValueDowngrade(
  deps: DowngradeDependencies,
  holder: string,
  transform: ValueTransform,
  all: Downgrades,
): Downgrade {
  switch (transform.kind) {
    case 'choice': {
      const values = new Map(Object.entries(transform.down));
      return (value) => values.get(value as string) ?? value;
    }
    case 'named':
      return (value) => all.get(transform.name)?.(value) ?? value;
    case 'object':
      return createFieldsDowngrade(deps, holder, transform.members, all);
    case 'list':
    case 'map':
      return downgradeEach(createValueDowngrade(deps, holder, transform.item, all));
  }
}

/** Turns every item of a list, every value of a map; null stays. */
export function downgradeEach(turn: Downgrade): Downgrade {
  const downgradeItem: Downgrade = (value) => (value === null || value === undefined ? value : turn(value));
  return (value) => {
    if (Array.isArray(value)) return value.map(downgradeItem);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, downgradeItem(item)]));
  };
}

/** Reads the value that a row states. */
function createStatedReading(deps: DowngradeDependencies, down: FieldDowngrade): Reading {
  if (down.kind === 'default') {
    const value = toRuntimeValue(down);
    return () => value;
  }
  const read = deps.expression(down.value);
  if (down.otherwise === undefined) return read;
  const otherwise = toRuntimeValue(down.otherwise);
  return (value) => {
    try {
      return read(value);
    } catch (thrown) {
      if (isExpressionError(thrown)) return otherwise;
      throw thrown;
    }
  };
}

/** The value that a row states, as values are in the process. */
export function toRuntimeValue({ value, wide }: StatedValue): unknown {
  return wide === true ? BigInt(value) : value;
}
