import type { StepDefinition } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import { type BindingRows, listBindingRows } from '../../../plan/records/binding-rows.ts';
import type { TransitionPlan } from '../../../plan/resource.ts';
import { createChoice } from '../serve/choose.ts';
import { findRefusingRow, isTakenFrom } from '../serve/rows.ts';

/** Takes the first row whose guard holds, does its effect and moves the state; none, or one that refuses, is a refusal. */
export const choose: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined) return [];
    return listBindingRows(resource, operation).flatMap((machine) => {
      const transition = `${machine.rows[0]!.name} ${resource.name}`;
      const refusing = collectRefusingRows(machine);
      return machine.rows.map((row) => {
        const named = row.error === undefined ? {} : { named: row.error };
        const refusals: RefusalPlan[] = row.effects.length > 0 ? [{ condition: 'invalid input' }] : [];
        if (refusing.has(row)) refusals.unshift({ condition: 'guard fails', transition, ...named });
        return { words: row.words, refusals, line: row.line };
      });
    });
  },
  create: createChoice,
};

/** Returns the rows whose error applies: rows that reject, and in each state with only guarded rows the one that answers for them. */
function collectRefusingRows({ machine, field, rows }: BindingRows): ReadonlySet<TransitionPlan> {
  const refusing = new Set<TransitionPlan>();
  for (const state of field === undefined ? [undefined] : machine.states.map(({ name }) => name)) {
    const fitting = rows.filter((row) => isTakenFrom(row, field, state));
    const open = fitting.findIndex(({ guard }) => guard === undefined);
    const reached = open < 0 ? fitting : fitting.slice(0, open + 1);
    for (const row of reached) if (row.to.kind === 'refused') refusing.add(row);
    const last = open < 0 ? findRefusingRow(fitting) : undefined;
    if (last !== undefined) refusing.add(last);
  }
  return refusing;
}
