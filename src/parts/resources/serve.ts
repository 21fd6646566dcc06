import type { OperationPlan } from '../../plan/operation.ts';
import { sentPointers } from '../../plan/sent.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { momentOf } from './serve-assign.ts';

function writes(kind: Making['operation']['kind']): boolean {
  return kind === 'create' || kind === 'update' || kind === 'replace' || kind === 'transition' || kind === 'delete';
}

/**
 * Works computed fields out, and moments that are assigned on update. An update or replace after which every field is as before
 * is unchanged, unless it sets what is never shown: the later steps have nothing to do.
 */
export function computeStep({ operation, resource, host }: Making): Step | undefined {
  if (resource === undefined || !writes(operation.kind)) return undefined;
  const { kind } = operation;
  const computes = resource.plan.fields.some((field) => field.computed !== undefined && !field.computed.shown);
  const moments = resource.plan.fields
    .filter((field) => field.assignedOnUpdate === true)
    .map((field) => ({ name: field.name, moment: momentOf(field, host) }));
  const may = kind === 'update' || kind === 'replace';
  return (given) => {
    const { after } = given;
    if (after === undefined || given.repeated === true) return undefined;
    if (may && given.setsHidden !== true && resource.same(given.before!, after)) {
      given.unchanged = true;
      return undefined;
    }
    if (kind !== 'create') for (const { name, moment } of moments) after[name] = moment(given.now);
    if (computes) {
      given.problems ??= [];
      resource.compute(after, given.problems);
    }
    return undefined;
  };
}

/** Full validation of the record as it would be. */
export function validateStep({ operation, resource }: Making): Step | undefined {
  if (resource === undefined || !writes(operation.kind)) return undefined;
  return (given) => {
    if (given.unchanged || given.after === undefined) return undefined;
    given.problems ??= [];
    resource.validate(given.after, given.problems);
    return undefined;
  };
}

/** The rules of the record, tested in order at every write; the first that fails answers. */
export function rulesStep({ operation, resource }: Making): Step | undefined {
  if (resource === undefined || !writes(operation.kind) || resource.plan.rules.length === 0) return undefined;
  const { rules } = resource;
  const refusals = resource.plan.rules.map(
    ({ otherwise, line }): Refusal => ({
      condition: 'rule broken',
      resource: resource.plan.name,
      ...(otherwise === undefined ? {} : { named: otherwise }),
      line,
    }),
  );
  return (given) => {
    if (given.unchanged || given.after === undefined) return undefined;
    for (let i = 0; i < rules.length; i++) if (!rules[i]!(given.after, given.before, given)) return refusals[i];
    return undefined;
  };
}

/** Makes what tells all problems of the full validation together, a field as the member of the body that means it. */
export function problemsTeller({ operation }: Pick<Making, 'operation'>): (given: Given) => Refusal | undefined {
  const asSent = problemsAsSent(operation);
  return (given) => {
    const refusal = allProblems(given);
    return refusal && { ...refusal, fields: asSent(refusal.fields!) };
  };
}

/** Makes what names the places of a record's problems as the members of the body that mean its fields. */
export function problemsAsSent({
  input,
}: Pick<OperationPlan, 'input'>): (problems: readonly FieldProblem[]) => readonly FieldProblem[] {
  const moved = sentPointers(input);
  return (problems) =>
    problems.map((one) => (one.pointer === undefined ? one : { ...one, pointer: moved(one.pointer) }));
}

function allProblems(given: Given): Refusal | undefined {
  const { problems } = given;
  if (problems === undefined || problems.length === 0) return undefined;
  const line = problems.find((problem) => problem.line !== undefined)?.line;
  return { condition: 'invalid input', fields: problems, ...(line === undefined ? {} : { line }) };
}
