import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { listCompiledRows } from '../serve/rows.ts';

/** Binds an operation to the states that its rows name in From: any other is `wrong state`. */
export const from: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || operation.kind === 'create') return [];
    return listBindingRows(resource, operation).flatMap(({ machine, field, rows }) => {
      if (machine === undefined || field === undefined) return [];
      const states = new Set(rows.flatMap((row) => row.from));
      const named = enumerate([...states], 'or') || 'in no state';
      const isBound = machine.states.some(({ name, kind }) => kind !== 'gone' && !states.has(name));
      const wrong = { condition: 'wrong state', transition: `${rows[0]!.name} ${resource.name}` };
      return [
        { words: `check that the ${resource.name} is ${named}`, refusals: isBound ? [wrong] : [], line: rows[0]!.line },
      ];
    });
  },
  create: createCheck,
};

function createCheck(op: OperationContext): Step {
  const resource = op.resource!;
  const bound = listCompiledRows(resource, op.operation).flatMap(({ field, rows }) => {
    if (field === undefined) return [];
    const states = new Set(rows.flatMap(({ plan }) => plan.from));
    const transition = `${rows[0]!.plan.name} ${resource.plan.name}`;
    const refusal: Refusal = { condition: 'wrong state', transition, line: rows[0]!.plan.line };
    return [{ field, states, refusal }];
  });
  return ({ before }) => {
    for (const { field, states, refusal } of bound) if (!states.has(before![field] as string)) return refusal;
    return undefined;
  };
}
