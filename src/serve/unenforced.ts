import type { ServerLimits } from '../contracts/operation-context.ts';
import { getOperationMember } from '../parts/registry.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { aboveCeilings } from './limits/ceilings.ts';
import { usualCeilings } from './settings.ts';

/** A stated fact that nothing enforces, and its line. */
export interface Unenforced {
  readonly what: string;
  readonly line: number;
}

/** Lists each stated fact of a plan that nothing enforces: a service of such a plan is not to be opened. */
export function unenforced(plan: Plan, ceilings: ServerLimits = usualCeilings): readonly Unenforced[] {
  const known = new Set<string>();
  const above = aboveCeilings(plan, ceilings).map(({ of, what, ceiling, line }) => ({
    what: `${of}: ${what} are above the host's ceiling of ${ceilings[ceiling]}`,
    line,
  }));
  return [...ofOperations(plan), ...above]
    .filter(({ what, line }) => !known.has(`${line} ${what}`) && known.add(`${line} ${what}`))
    .sort((left, right) => left.line - right.line);
}

function ofOperations(plan: Plan): Unenforced[] {
  return plan.operations.flatMap((operation) => {
    if (operation.closed === true) return [];
    const { name, kind, line } = operation;
    if (getOperationMember(kind) === undefined) return [{ what: `the operation ${name}`, line }];
    return [...ofLimits(plan, operation), ...ofParameters(operation)];
  });
}

/** Limits that no step of the operation names. */
function ofLimits({ limits }: Plan, { name, limits: names, steps }: OperationPlan): Unenforced[] {
  const lines = new Set(steps.map(({ line }) => line));
  return limits
    .filter((limit) => names.includes(limit.name) && !lines.has(limit.line))
    .map((limit) => ({ what: `${name}: the limit ${limit.name}`, line: limit.line }));
}

function ofParameters({ name, kind, parameters }: OperationPlan): Unenforced[] {
  const found: Unenforced[] = [];
  const ways = new Set(['offset', 'page number', 'before id']);
  for (const { means, line } of kind === 'list events' ? parameters : []) {
    if (ways.has(means.kind)) found.push({ what: `${name}: paging by ${means.kind}`, line });
  }
  return found;
}
