import type { ServerLimits } from '../contracts/operation-context.ts';
import { getOperationMember, type LimitKind, limitKind, limitKinds } from '../parts/registry.ts';
import { limitsNamed } from '../plan/named-limits.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { listExceededServerLimits } from './limits/server-limits.ts';
import { defaultServerLimits } from './settings.ts';

/** A stated fact that nothing enforces, and its line. */
export interface Unenforced {
  readonly what: string;
  readonly line: number;
}

/** Lists each stated fact of a plan that nothing enforces: a service of such a plan is not to be opened. */
export function findUnenforced(plan: Plan, serverLimits: ServerLimits = defaultServerLimits): readonly Unenforced[] {
  const known = new Set<string>();
  const above = listExceededServerLimits(plan, serverLimits).map(({ of, what, serverLimit, line }) => ({
    what: `${of}: ${what} are above the server limit of ${serverLimits[serverLimit]}`,
    line,
  }));
  return [...findUnenforcedOperations(plan), ...above]
    .filter(({ what, line }) => !known.has(`${line} ${what}`) && known.add(`${line} ${what}`))
    .sort((left, right) => left.line - right.line);
}

function findUnenforcedOperations(plan: Plan): Unenforced[] {
  return plan.operations.flatMap((operation) => {
    if (operation.disabled === true) return [];
    const { name, kind, line } = operation;
    if (getOperationMember(kind) === undefined) return [{ what: `the operation ${name}`, line }];
    return [...findUnenforcedLimits(plan, operation), ...findUnenforcedParameters(operation)];
  });
}

/** Limits of the operation that none of the steps of their kinds has among its facts. */
function findUnenforcedLimits({ limits }: Plan, operation: OperationPlan): Unenforced[] {
  const { name, limits: names, steps } = operation;
  const isEnforced = (kind: LimitKind | undefined, line: number): boolean =>
    steps.some((fact) => fact.line === line && kind?.enforcedBy.includes(fact.step) === true);
  const listed = limitsNamed(limits, names)
    .filter((limit) => !isEnforced(limitKind(limit.kind), limit.line))
    .map((limit) => ({ what: `${name}: the limit ${limit.name}`, line: limit.line }));
  const bounds = limitKinds.flatMap((kind): Unenforced[] => {
    const { line } = (kind.bound && operation[kind.bound.field]) ?? {};
    return line === undefined || isEnforced(kind, line) ? [] : [{ what: `${name}: its ${kind.name}`, line }];
  });
  return [...listed, ...bounds];
}

function findUnenforcedParameters({ name, kind, parameters }: OperationPlan): Unenforced[] {
  const found: Unenforced[] = [];
  const ways = new Set(['offset', 'page number', 'before id']);
  for (const { mapsTo: means, line } of kind === 'list events' ? parameters : []) {
    if (ways.has(means.kind)) found.push({ what: `${name}: paging by ${means.kind}`, line });
  }
  return found;
}
