import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { createsByPut } from '../../../plan/kinds.ts';
import { listGoneStates } from '../../../plan/records/gone.ts';
import { createExistingTest } from '../../endpoints/serve/change.ts';

/** Answers every operation on a record in a state of kind `gone` so. */
export const gone: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || operation.kind === 'list') return [];
    if (operation.kind === 'create' && !createsByPut(operation)) return [];
    return resource.machines.flatMap(({ field, states }) =>
      states
        .filter(({ kind }) => kind === 'gone' && field !== undefined)
        .map(({ name, line }) => ({
          words: `reject a soft-deleted ${resource.name} (state ${name})`,
          refusals: [{ condition: 'gone' }],
          line,
        })),
    );
  },
  create: createCheck,
};

function createCheck(op: OperationContext): Step {
  const { operation, resource, columnOf } = op;
  const gone = listGoneStates(resource!.plan).map(({ field, states }) => ({
    at: columnOf(resource!.plan.name, field),
    states,
  }));
  const line = resource!.plan.machines.find(({ states }) => states.some(({ kind }) => kind === 'gone'))!.line;
  const refusal: Refusal = { condition: 'gone', line };
  const sees = operation.kind === 'create' ? createExistingTest(op) : undefined;
  return (ctx) => {
    const { row } = ctx;
    if (row === undefined || !gone.some(({ at, states }) => states.includes(row[at] as string))) return undefined;
    // A hidden record must not be revealed: who wants to create it gets the same response as for any other.
    return sees === undefined ? refusal : then(sees(ctx), (may) => (may ? refusal : undefined));
  };
}
