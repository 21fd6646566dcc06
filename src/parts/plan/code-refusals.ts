import { isCustomHandler } from '../../plan/handler-rules.ts';
import type { OperationPlan, RefusalPlan, StepPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { getHandlerCondition, listHandlerCodes } from '../errors/conditions/index.ts';
import { createErrorAnswerer } from '../errors/serve.ts';
import { buildInnerPlans } from './inner-plan.ts';

/**
 * Returns a plan whose handlers state each refusal that their code can bring about: the codes that it may name, and the refusals of the
 * writes, operations and transitions that it may ask for. A document does not state which of them a handler uses: it may use all.
 */
export function withCodeRefusals(plan: Plan): Plan {
  const find = createFinder(plan);
  const operations = plan.operations.map((operation) =>
    isCustomHandler(operation) ? { ...operation, steps: addCodeRefusals(operation.steps, find(operation)) } : operation,
  );
  return { ...plan, operations };
}

/** Adds refusals to those of the step that runs a handler. */
export function addCodeRefusals(steps: readonly StepPlan[], more: readonly RefusalPlan[]): readonly StepPlan[] {
  return steps.map((step) =>
    runsHandler(step) ? { ...step, refusals: removeDuplicates([...step.refusals!, ...more]) } : step,
  );
}

/** Returns the refusals of the step that runs a handler. */
export function listCodeRefusals(steps: readonly StepPlan[]): readonly RefusalPlan[] {
  return steps.find(runsHandler)?.refusals ?? [];
}

function runsHandler({ step, refusals }: StepPlan): boolean {
  return step === 'endpoints/code' && refusals !== undefined;
}

/** Creates what finds the refusals of a handler's code. Handlers to which no row of Errors is narrowed share a list. */
function createFinder(plan: Plan): (operation: OperationPlan) => readonly RefusalPlan[] {
  const narrowed = new Set(
    plan.errors.codes.flatMap(({ conditions }) => conditions.flatMap(({ on, raisedBy }) => raisedBy ?? on?.name ?? [])),
  );
  const lists = new Map<string, readonly RefusalPlan[]>();
  let inner: readonly InnerRefusal[] | undefined;
  return ({ name }) => {
    const key = narrowed.has(name) ? name : '';
    inner ??= listInnerRefusals(plan);
    const found = lists.get(key) ?? chooseCodes(plan, name, inner);
    lists.set(key, found);
    return found;
  };
}

interface InnerRefusal extends RefusalPlan {
  /** The operation or transition whose refusal it is, or the write: `create Invoice`. */
  readonly called: string;
}

/** Lists the refusals of all that code may ask for. */
function listInnerRefusals(plan: Plan): readonly InnerRefusal[] {
  return buildInnerPlans(plan).flatMap(({ plan: { name, kind, resource, input, steps }, sent }) => {
    // A write through the store is checked as a record, anything else as its Request.
    const checked = sent === undefined && input !== undefined ? [{ condition: 'invalid input' }] : [];
    const all = [...checked, ...steps.flatMap(({ refusals = [] }) => refusals)];
    const own = kind === 'handler' ? listNamedRefusals(plan, name) : [];
    return [...own, ...all.map((refusal) => (resource === undefined ? refusal : { resource, ...refusal }))].map(
      (refusal) => ({ ...refusal, called: name }),
    );
  });
}

/** Lists the refusals by the codes that the code of an operation may name. */
function listNamedRefusals(plan: Plan, operation: string): readonly RefusalPlan[] {
  return [...listHandlerCodes(plan, operation).values()].map((row) => ({
    condition: getHandlerCondition(row, operation),
    named: row.code,
  }));
}

/** Returns refusals with the codes that answer them when the code of an operation brings them about. */
function chooseCodes(plan: Plan, operation: string, inner: readonly InnerRefusal[]): readonly RefusalPlan[] {
  const { choose } = createErrorAnswerer(plan);
  const all = [...listNamedRefusals(plan, operation).map((refusal) => ({ ...refusal, called: operation })), ...inner];
  return removeDuplicates(
    all.map(({ called, ...refusal }) => {
      const code = choose({ ...refusal, operation: called }, operation)?.code;
      return { condition: refusal.condition, ...(code === undefined ? {} : { code }) };
    }),
  );
}

function removeDuplicates(refusals: readonly RefusalPlan[]): readonly RefusalPlan[] {
  return [...new Map(refusals.map((refusal) => [`${refusal.condition} ${refusal.code}`, refusal])).values()];
}
