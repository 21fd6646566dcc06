import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { setsFields } from '../../../plan/kinds.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { createHiddenChangeCheck } from '../../endpoints/serve/hidden-change.ts';
import { createRestartCheck, listEnteredTimers } from '../../states/serve/restart.ts';
import { createMomentAssigner } from '../serve/assign.ts';
import { writesRecord } from '../serve.ts';

/**
 * Computes fields, and moments that are assigned on update. An update or replace after which every field is as before is
 * unchanged, unless it sets what is never shown or restarts a timer: the later steps have nothing to do but the effects of its rows on
 * other records, and to use up the code of a second factor.
 */
export const compute: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !writesRecord(operation, resource)) return [];
    const lines = resource.fields.flatMap(({ name, assignedOnUpdate, computed, line }) => {
      const isMoment = assignedOnUpdate === true && operation.kind !== 'create';
      if (isMoment) return [{ words: `set ${name} to the current time`, line }];
      return computed === undefined || computed.shown
        ? []
        : [{ words: `compute ${name} = ${computed.words}`, line: computed.line }];
    });
    if (!setsFields(operation)) return lines;
    const hasOthers = listBindingRows(resource, operation).some(({ rows }) =>
      rows.some(({ others }) => others !== undefined),
    );
    const when = listEnteredTimers(resource, operation).length > 0 ? ' and no timer restarts' : '';
    const rest = [
      ...(hasOthers ? ['do only the effects on other records'] : []),
      ...(operation.presentCode === undefined ? [] : [hasOthers ? 'use the code up' : 'only use the code up']),
    ];
    const words =
      rest.length === 0
        ? `stop here if no field has changed${when}`
        : `if no field has changed${when}, ${rest.join(' and ')}`;
    return [{ words, line: operation.line }, ...lines];
  },
  create: createWork,
};

function createWork(op: OperationContext): Step {
  const { resource } = op;
  const { kind, presentCode } = op.operation;
  const { plan, same, compute } = resource!;
  const computes = plan.fields.some((field) => field.computed !== undefined && !field.computed.shown);
  const moments = plan.fields
    .filter((field) => field.assignedOnUpdate === true)
    .map((field) => ({ name: field.name, moment: createMomentAssigner(field) }));
  const setsHidden = setsFields(op.operation) ? createHiddenChangeCheck(op) : undefined;
  const restarts = createRestartCheck(op);
  return (ctx) => {
    const { after } = ctx;
    if (after === undefined) return undefined;
    const isWrong = ctx.fieldErrors !== undefined && ctx.fieldErrors.length > 0;
    if (setsHidden !== undefined && !isWrong && same(ctx.before!, after) && !restarts(ctx) && !setsHidden(ctx)) {
      if (ctx.taken === undefined && presentCode === undefined) return 'unchanged';
      ctx.unwritten = true;
      return undefined;
    }
    if (kind !== 'create') for (const { name, moment } of moments) after[name] = moment(ctx.now);
    if (computes) {
      ctx.fieldErrors ??= [];
      compute(after, ctx.fieldErrors);
    }
    return undefined;
  };
}
