import type { FieldError } from '../../contracts/record.ts';
import type { VersionTransform } from '../../contracts/versions.ts';
import type { Expression } from '../../expression/tree.ts';
import { createSentPointerMapper } from '../../plan/bodies/sent.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { InputShape } from '../../plan/shape.ts';
import { type FieldTransform, getTransformKey, type VersionTransformPlan } from '../../plan/version/transform.ts';
import { getBodyMapping, getTransformMapping, type Meant, mapBodyToFields } from './field-mapping.ts';
import { createItemMatcher, getTargetField, listSourceFields } from './kept.ts';
import { createOlderPointers } from './pointers.ts';
import { createFieldUpgrade, createUpgrades, type InputReading, type UpgradeFields } from './upgrade-request.ts';

/** The dependencies of the conversion of an operation's bodies. */
export interface BodyTransformDependencies {
  readonly turns: readonly VersionTransformPlan[];
  readonly operation: OperationPlan;
  /** The Request of the older version. */
  readonly input: InputShape | undefined;
  expression(tree: Expression): InputReading;
}

interface BodyStep {
  readonly at: number;
  readonly turns: readonly FieldTransform[];
  /** Turns the fields of the record, and the other members. */
  readonly fields: UpgradeFields | undefined;
  readonly members: UpgradeFields | undefined;
  /** By the name of another member, the field that it means. */
  readonly meant: Meant;
  fieldPointer(pointer: string): string;
  memberPointer(pointer: string): string;
}

/** Makes what turns the bodies of an operation, turn by turn, the oldest first. */
export function createBodyUpgrade(deps: BodyTransformDependencies): Pick<VersionTransform, 'up' | 'touched'> {
  const { turns, operation } = deps;
  const steps = createUpgradeSteps(deps);
  return {
    up(sent, change, whole, fieldErrors) {
      const items = createItemMatcher(change);
      let fields: Record<string, unknown> = { ...sent.fields };
      let changed: readonly string[] = change?.changed ?? [];
      let members: Record<string, unknown> = { ...sent.members };
      for (const step of steps) {
        const { at, meant, fieldPointer, memberPointer } = step;
        if (step.fields !== undefined) {
          const was = change && { older: change.views[at + 1]!, newer: change.views[at], items };
          const input = was === undefined ? fields : { ...was.older, ...fields };
          for (const name of changed) if (fields[name] === undefined) delete input[name];
          const only = was && selectAffectedTransforms(step.turns, changed);
          fields = reportRepointed(fieldErrors, fieldPointer, (found) =>
            step.fields!(fields, input, whole, '', found, was, only),
          );
          changed = mapToNewerFields(step.turns, changed);
        }
        if (step.members !== undefined) {
          const input = mapBodyToFields(members, meant);
          members = reportRepointed(fieldErrors, memberPointer, (found) =>
            step.members!(members, input, true, '', found),
          );
        }
      }
      return { fields, members };
    },
    touched(field) {
      let names: readonly string[] = [field];
      for (const { at } of steps)
        names = mapToNewerFields(turns[at]!.operations[getTransformKey(operation)]?.fields ?? [], names);
      return names;
    },
  };
}

function reportRepointed<T>(
  fieldErrors: FieldError[],
  pointer: (pointer: string) => string,
  run: (found: FieldError[]) => T,
): T {
  const found: FieldError[] = [];
  const made = run(found);
  for (const fieldError of found) fieldErrors.push({ ...fieldError, pointer: pointer(fieldError.pointer ?? '') });
  return made;
}

function createUpgradeSteps(deps: BodyTransformDependencies): readonly BodyStep[] {
  const { turns, operation, expression } = deps;
  const { resource } = operation;
  const name = getTransformKey(operation);
  const asSent = createSentPointerMapper(deps.input);
  let meant = getBodyMapping(deps.input);
  const steps: BodyStep[] = [];
  for (let at = turns.length - 1; at >= 0; at--) {
    const transform = turns[at]!;
    const { fields = [], input = [] } = transform.operations[name] ?? {};
    const upwards = { turn: transform, expression };
    const run = (members: readonly FieldTransform[]): UpgradeFields | undefined =>
      members.length === 0 ? undefined : createFieldUpgrade(upwards, members, createUpgrades(upwards));
    const below = createOlderPointers(turns.slice(at + 1));
    meant = new Map([...meant, ...getTransformMapping(input)]);
    steps.push({
      at,
      turns: fields,
      fields: run(fields),
      members: run(input),
      meant,
      fieldPointer: (pointer) => asSent(below.fieldDown(name, resource, pointer).pointer),
      memberPointer: (pointer) => below.pointerDown(name, resource, pointer).pointer,
    });
    meant = upgradeMeanings(transform, operation, meant, input);
  }
  return steps;
}

/** The turns that a change of members of these names concerns. */
function selectAffectedTransforms(
  members: readonly FieldTransform[],
  names: readonly string[],
): ReadonlySet<FieldTransform> {
  return new Set(
    members.filter((member) => {
      const sources = listSourceFields(member);
      return sources.length === 0 || sources.some((name) => names.includes(name));
    }),
  );
}

/** The members that some members of the version below become. */
function mapToNewerFields(members: readonly FieldTransform[], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const isOf = (member: FieldTransform): boolean => member.older === name || listSourceFields(member).includes(name);
    const found = members.filter(isOf);
    if (found.length === 0) return [name];
    return found.flatMap((member) => (member.up?.kind === 'ignored' ? [] : (getTargetField(member) ?? [])));
  });
}

function upgradeMeanings(
  transform: VersionTransformPlan,
  { resource }: OperationPlan,
  meant: Meant,
  members: readonly FieldTransform[],
): Meant {
  const holder = resource === undefined ? undefined : transform.holders[resource];
  const renamed = holder?.kind === 'members' ? holder.members : [];
  const made = new Map<string, string>();
  for (const [name, field] of meant) {
    const newer = renamed.find(({ older }) => older === field)?.newer ?? field;
    for (const fieldName of mapToNewerFields(members, [name])) made.set(fieldName, newer);
  }
  return made;
}
