import { proveStateFields } from '../../plan/records/state-fields.ts';
import type { StateMachinePlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { WireObject } from './type.ts';

/** The state of the records that an object shows: by which member, and which others there are in each state. */
export interface ShownState {
  readonly machine: StateMachinePlan;
  readonly member: string;
  /** By state. The tables of the document prove what is there, or is not. */
  readonly members: ReadonlyMap<string, { readonly present: readonly string[]; readonly absent: readonly string[] }>;
}

/** Lists the states that an object shows of its record. */
export function listShownStates(plan: WholePlan, { resource, members }: WireObject): readonly ShownState[] {
  const namesOf = (fields: Iterable<string>): readonly string[] =>
    [...fields].flatMap((field) => members.filter((member) => member.field?.name === field).map(({ name }) => name));
  return (resource?.machines ?? []).flatMap((machine): readonly ShownState[] => {
    const member = members.find(({ field }) => field !== undefined && field.name === machine.field);
    if (member === undefined) return [];
    const proven = [...proveStateFields(resource!, machine, plan)];
    const byState = proven.map(
      ([state, { present, absent }]) => [state, { present: namesOf(present), absent: namesOf(absent) }] as const,
    );
    return [{ machine, member: member.name, members: new Map(byState) }];
  });
}
