import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { formatPointer } from '../../../plan/fields/json-pointer.ts';
import { writesRecord } from '../../resources/serve.ts';
import { createStateMessage, describeMatrixRows, listMatrixRows, type MatrixRow } from '../serve.ts';

/** Checks the fields that must have a value, or be absent, in the state in which the write ends. */
export const matrix: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    return [
      ...describeMatrixRows(
        resource,
        'required',
        (field, states) => `check that ${field} is present in state ${states}`,
      ),
      ...describeMatrixRows(resource, 'absent', (field, states) => `check that ${field} is absent in state ${states}`),
    ];
  },
  create: createCheck,
};

function createCheck({ resource }: OperationContext): Step {
  const rows = listMatrixRows(resource!.plan.machines);
  return (ctx) => {
    if (ctx.after === undefined) return undefined;
    ctx.fieldErrors ??= [];
    checkMatrix(rows, resource!.plan.name, ctx, ctx.fieldErrors);
    return undefined;
  };
}

function checkMatrix(
  rows: readonly MatrixRow[],
  holder: string,
  { after }: Pick<RequestContext, 'after'>,
  fieldErrors: FieldError[],
): void {
  for (const { state, field, cells, line } of rows) {
    const cell = cells[after![state] as string];
    if (cell === undefined || cell === 'fixed') continue;
    const there = after![field] !== undefined && after![field] !== null;
    const pointer = formatPointer([field]);
    const said = (words: string) => createStateMessage({ words, holder, field: state, state: after![state] as string });
    if (cell === 'required' && !there) fieldErrors.push({ pointer, problem: 'missing', ...said('is required'), line });
    else if (cell === 'absent' && there)
      fieldErrors.push({ pointer, problem: 'present', ...said('must be absent'), line });
  }
}
