import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { Step } from '../../../contracts/step.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { setsFields } from '../../../plan/kinds.ts';
import { createSentOtherwiseCheck } from '../../endpoints/serve/bodies/sent.ts';
import { createOlderFixedStep } from '../../versioning/serve.ts';
import { createStateMessage, describeMatrixRows } from '../serve.ts';

/** Refuses fields that the present state fixes, unless they are sent as they are shown. */
export const fixed: StepDefinition = {
  plan({ operation, resource, older }) {
    if (resource === undefined || !setsFields(operation)) return [];
    const lines = describeMatrixRows(
      resource,
      'fixed',
      (field, states) => `check that ${field} does not change in state ${states}`,
      wrong,
    );
    if (older?.operation.input === undefined) return lines;
    const words = 'report all errors of the changed record together';
    return [...lines, { words, refusals: [{ condition: 'invalid input' }], line: older.operation.line }];
  },
  create: (op) => createOlderFixedStep(op, createCheck(op)),
};

const wrong = { condition: 'wrong state' };

function createCheck(op: OperationContext): Step {
  const { operation } = op;
  const resource = op.resource!;
  const paths = new Map(collectSentFields(operation.input).map(({ field, path }) => [field, path]));
  const plans = new Map(resource.plan.fields.map((field) => [field.name, field]));
  const fixed = resource.plan.machines.flatMap(({ field: state, matrix }) =>
    state === undefined
      ? []
      : matrix
          .filter(({ cells }) => Object.values(cells).includes('fixed'))
          .map(({ field, cells, line }) => {
            return { state, cells, line, plan: plans.get(field)!, pointer: formatPointer(paths.get(field) ?? [field]) };
          }),
  );
  const otherwise = createSentOtherwiseCheck(op);
  return (ctx) => {
    let fields: FieldError[] | undefined;
    for (const { state, plan, cells, line, pointer } of fixed) {
      if (cells[ctx.before![state] as string] !== 'fixed' || !otherwise(ctx, plan)) continue;
      fields ??= [];
      const inState = {
        words: 'is fixed',
        holder: resource.plan.name,
        field: state,
        state: ctx.before![state] as string,
      };
      fields.push({ pointer, problem: 'fixed', ...createStateMessage(inState), line });
    }
    return fields === undefined ? undefined : { condition: 'wrong state', fields, line: fields[0]!.line! };
  };
}
