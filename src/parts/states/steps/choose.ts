import type { StepDefinition } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import { type BindingRows, listBindingRows } from '../../../plan/records/binding-rows.ts';
import type { TransitionPlan } from '../../../plan/resource.ts';
import { createChoice } from '../serve/choose.ts';
import { findRefusingRow, isTakenFrom } from '../serve/rows.ts';

/** Checks the rules of the operation; then takes the first row whose guard holds, does its effect and moves the state; none is a refusal. */
export const choose: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined) return [];
    return listBindingRows(resource, operation).flatMap((machine) => {
      const refusing = collectRefusingRows(machine);
      return machine.rows.map((row) => {
        const named = row.error === undefined ? {} : { named: row.error };
        const refusals: RefusalPlan[] = row.effects.length > 0 ? [{ condition: 'invalid input' }] : [];
        const transition = `${row.name} ${resource.name}`;
        const condition = 'rule' in row ? { condition: 'rule broken' } : { condition: 'guard fails', transition };
        if (refusing.has(row)) refusals.unshift({ ...condition, ...named });
        return { words: row.words, refusals, line: row.line };
      });
    });
  },
  create: createChoice,
};

/** Returns the rows whose error applies: in each state with only guarded rows the one that answers for them. */
function collectRefusingRows({ machine, field, rows }: BindingRows): ReadonlySet<TransitionPlan> {
  const refusing = new Set<TransitionPlan>();
  for (const state of field === undefined ? [undefined] : machine!.states.map(({ name }) => name)) {
    const fitting = rows.filter((row) => isTakenFrom(row, field, state));
    const isOpen = fitting.some(({ guard }) => guard === undefined);
    const last = isOpen ? undefined : findRefusingRow(fitting);
    if (last !== undefined) refusing.add(last);
  }
  return refusing;
}
