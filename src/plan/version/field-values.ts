import type { VersionPlan } from '../version.ts';
import type { FieldTransform, ValueTransform } from './transform.ts';

/** The values of a state or a `one of` in an older version, and in the present one. */
export interface FieldValues {
  /** Returns the value that older callers see. */
  down(present: string): string;
  /** Returns the present value of one that older callers send. */
  up(older: string): string;
}

type Choice = ValueTransform & { readonly kind: 'choice' };

/** Follows the values of a field, by its present name, to an older version; undefined if they are the same there. */
export function findFieldValues({ turns }: VersionPlan, owner: string, present: string): FieldValues | undefined {
  let name: string | undefined = present;
  const choices: Choice[] = [];
  for (const { holders } of turns) {
    const holder = holders[owner];
    if (holder?.kind !== 'members') continue;
    const member: FieldTransform | undefined = holder.members.find(({ newer }) => newer === name);
    if (member === undefined) continue;
    const choice = findChoice(member.value);
    if (choice !== undefined) choices.push(choice);
    name = member.older;
    if (name === undefined) break;
  }
  if (choices.length === 0) return undefined;
  return {
    down: (value) => choices.reduce((shown, { down }) => renameValue(down, shown), value),
    up: (value) => choices.reduceRight((now, { up }) => renameValue(up, now), value),
  };
}

/** Returns the other name of a value, or the value itself. */
export function renameValue(names: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(names, value) ? names[value]! : value;
}

function findChoice(value: ValueTransform | undefined): Choice | undefined {
  if (value?.kind === 'list') return findChoice(value.item);
  return value?.kind === 'choice' ? value : undefined;
}
