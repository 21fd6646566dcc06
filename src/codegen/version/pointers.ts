import type { OlderPlace } from '../../contracts/versions.ts';
import { collectReferences } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { formatPointer, parsePointer } from '../../plan/fields/json-pointer.ts';
import type { FieldTransform, ValueTransform, VersionTransformPlan } from '../../plan/version/transform.ts';
import { listSourceFields } from './kept.ts';

/** How older callers name places in present records and bodies, and values there. */
export interface OlderPointers {
  /** The older name of a field, and of a value of it; undefined: the older version shows something else. */
  valueDown(
    holder: string,
    field: string,
    value: string,
  ): { readonly field: string; readonly value: string } | undefined;
  /** A JSON Pointer into the present body or record of an operation, as the older caller names it. */
  pointerDown(operation: string, resource: string | undefined, pointer: string): OlderPlace;
  /** The same for a JSON Pointer into the fields that an operation is sent of its record. */
  fieldDown(operation: string, resource: string | undefined, pointer: string): OlderPlace;
  /** The older values by which callers send some present values at a place; `kind` says what the pointer leads into. */
  valuesDown(
    kind: 'fields' | 'input',
    operation: string,
    resource: string | undefined,
    pointer: string,
    values: readonly string[],
  ): readonly string[];
}

/** Creates it for the transforms of one version, newest first, or for some of them. */
export function createOlderPointers(transforms: readonly VersionTransformPlan[]): OlderPointers {
  return {
    valueDown(holder, field, value) {
      let [name, shown] = [field, value];
      for (const transform of transforms) {
        const giving = getHolderFields(transform, holder).filter((fieldTransform) => fieldTransform.newer === name);
        if (giving.length === 0) continue;
        const member = giving.find(({ older }) => older !== undefined);
        if (member === undefined || (member.down !== undefined && member.down.absent !== true)) return undefined;
        name = member.older!;
        if (member.value?.kind === 'choice') shown = member.value.down[shown] ?? shown;
      }
      return { field: name, value: shown };
    },
    pointerDown: (operation, resource, pointer) =>
      downgradePointer(transforms, pointer, (transform, name) =>
        selectFieldTransforms(transform, transform.operations[operation]?.input ?? [], resource, name),
      ),
    fieldDown: (operation, resource, pointer) =>
      downgradePointer(transforms, pointer, (transform, name) =>
        selectFieldTransforms(transform, transform.operations[operation]?.fields ?? [], resource, name),
      ),
    valuesDown(kind, operation, resource, pointer, values) {
      let known = values;
      downgradePointer(transforms, pointer, (transform, name, names) => {
        const members = selectFieldTransforms(transform, transform.operations[operation]?.[kind] ?? [], resource, name);
        known = mapToOlderValues(findChoiceAt(transform, members, names), known);
        return members;
      });
      return known;
    },
  };
}

type Choice = Extract<ValueTransform, { readonly kind: 'choice' }>;

/** The older values that become some newer ones: by their own name, a renamed or a removed one. */
function mapToOlderValues(choice: Choice | undefined, values: readonly string[]): readonly string[] {
  if (choice === undefined) return values;
  const { down, up } = choice;
  return values.flatMap((value) => {
    const isKnown = (down[value] ?? value) === value && (up[value] ?? value) === value;
    const others = Object.entries(up).flatMap(([older, newer]) => (newer === value && older !== value ? [older] : []));
    return isKnown ? [value, ...others] : others;
  });
}

/** How one turn turns the value at a place, where that is one of fixed values. */
function findChoiceAt(
  transform: VersionTransformPlan,
  members: readonly FieldTransform[],
  names: readonly string[],
): Choice | undefined {
  const [first, ...rest] = names;
  return findChoiceWithin(
    transform,
    members.find((member) => member.older !== undefined && producesField(member, first!))?.value,
    rest,
  );
}

function findChoiceWithin(
  transform: VersionTransformPlan,
  value: ValueTransform | undefined,
  names: readonly string[],
): Choice | undefined {
  if (value === undefined || value.kind === 'choice') return value;
  if (names.length === 0) return undefined;
  if (value.kind === 'object') return findChoiceAt(transform, value.members, names);
  if (value.kind === 'named') return findChoiceAt(transform, getNamedFields(transform, value.name, names[0]!), names);
  return findChoiceWithin(transform, value.item, names.slice(1));
}

function downgradePointer(
  transforms: readonly VersionTransformPlan[],
  pointer: string,
  members: (transform: VersionTransformPlan, name: string, names: readonly string[]) => readonly FieldTransform[],
): OlderPlace {
  if (pointer === '') return { pointer };
  let names: readonly string[] = parsePointer(pointer);
  let lost: readonly string[] | undefined;
  const lose: Lose = (rest) => {
    lost ??= rest;
    return [];
  };
  for (const transform of transforms) {
    names = placeDown(transform, members(transform, names[0]!, names), names, lose) ?? lose(names);
    if (names.length === 0) break;
  }
  return { pointer: formatPointer(names), ...(lost === undefined || lost.length === 0 ? {} : { lost }) };
}

/** Notes the names of a part that the older version does not have. */
type Lose = (names: readonly string[]) => readonly [];

function getHolderFields(transform: VersionTransformPlan, holder: string | undefined): readonly FieldTransform[] {
  const found = holder === undefined ? undefined : transform.holders[holder];
  return found?.kind === 'members' ? found.members : [];
}

/** Fields of the request come first; for others the names of the record apply. */
function selectFieldTransforms(
  transform: VersionTransformPlan,
  sent: readonly FieldTransform[],
  resource: string | undefined,
  name: string,
): readonly FieldTransform[] {
  return sent.some((member) => producesField(member, name)) ? sent : getHolderFields(transform, resource);
}

function producesField({ newer, up }: FieldTransform, name: string): boolean {
  return newer === name || (up?.kind === 'cel' && up.to === name);
}

function placeDown(
  transform: VersionTransformPlan,
  members: readonly FieldTransform[],
  names: readonly string[],
  lose: Lose,
): readonly string[] | undefined {
  const [first, ...rest] = names;
  const giving = members.filter((fieldTransform) => producesField(fieldTransform, first!));
  const member = giving.find(({ older }) => older !== undefined) ?? giving[0];
  if (member === undefined) return names;
  const [source] = listSourceFields(member);
  if (source === undefined) return undefined;
  if (member.up?.kind === 'cel') return [findPartSource(member.up.value, rest) ?? source];
  return [source, ...(downgradeInnerPath(transform, member.value, rest, lose) ?? lose(rest))];
}

/** The older member of which a part is made of an object that an expression writes out. */
function findPartSource(value: Expression, [name, ...rest]: readonly string[]): string | undefined {
  const part = value.op === 'object' ? value.members.find((member) => member.name === name)?.value : undefined;
  if (part === undefined) return undefined;
  return findPartSource(part, rest) ?? [...(collectReferences(part).fields.get('input') ?? [])][0];
}

function downgradeInnerPath(
  transform: VersionTransformPlan,
  value: ValueTransform | undefined,
  names: readonly string[],
  lose: Lose,
): readonly string[] | undefined {
  if (value === undefined || names.length === 0) return names;
  switch (value.kind) {
    case 'choice':
      return names;
    case 'object':
      return placeDown(transform, value.members, names, lose);
    case 'named':
      return placeDown(transform, getNamedFields(transform, value.name, names[0]!), names, lose);
    case 'list':
    case 'map':
      return [names[0]!, ...(downgradeInnerPath(transform, value.item, names.slice(1), lose) ?? lose(names.slice(1)))];
  }
}

/** Of a union the members of that object which has one of this name. */
function getNamedFields(transform: VersionTransformPlan, name: string, member: string): readonly FieldTransform[] {
  const holder = transform.holders[name];
  if (holder === undefined) return [];
  if (holder.kind === 'members') return holder.members;
  const all = Object.values(holder.cases).map((object) => getHolderFields(transform, object));
  return all.find((members) => members.some((fieldTransform) => producesField(fieldTransform, member))) ?? [];
}
