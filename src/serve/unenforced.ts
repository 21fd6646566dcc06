import type { Ceilings } from '../contracts/operation-context.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { usualCeilings } from './settings.ts';

/** A stated fact that nothing enforces, and its line. */
export interface Unenforced {
  readonly what: string;
  readonly line: number;
}

/** Lists each stated fact of a plan that nothing enforces: a service of such a plan is not to be opened. */
export function unenforced(plan: Plan, ceilings: Ceilings = usualCeilings): readonly Unenforced[] {
  const known = new Set<string>();
  return ofOperations(plan, ceilings)
    .filter(({ what, line }) => !known.has(`${line} ${what}`) && known.add(`${line} ${what}`))
    .sort((left, right) => left.line - right.line);
}

const served = new Set([
  ...['create', 'read', 'list', 'update', 'replace', 'delete', 'transition', 'code'],
  ...['issue token', 'revoke token', 'list events', 'read event', 'stream events'],
]);

function ofOperations(plan: Plan, ceilings: Ceilings): Unenforced[] {
  return plan.operations.flatMap((operation) => {
    if (operation.closed === true) return [];
    const { name, kind, line } = operation;
    if (!served.has(kind)) return [{ what: `the operation ${name}`, line }];
    return [...ofLimits(plan, operation), ...ofParameters(operation), ...aboveCeilings(operation, ceilings)];
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

function aboveCeilings({ name, bodySize, timeOut, paging, line }: OperationPlan, ceilings: Ceilings): Unenforced[] {
  const found: Unenforced[] = [];
  if (bodySize !== undefined && bodySize.bytes > ceilings.bodyBytes) {
    const what = `${name}: bodies of ${bodySize.bytes} bytes are above the host's ceiling of ${ceilings.bodyBytes}`;
    found.push({ what, line: bodySize.line });
  }
  if (timeOut !== undefined && timeOut.milliseconds > ceilings.milliseconds) {
    const seconds = ceilings.milliseconds / 1000;
    found.push({ what: `${name}: its time-out is above the host's ceiling of ${seconds} seconds`, line: timeOut.line });
  }
  const most = Math.max(paging?.most ?? 0, paging?.usual ?? 0);
  if (most > ceilings.pageSize) {
    const what = `${name}: pages of ${most} records are above the host's ceiling of ${ceilings.pageSize}`;
    found.push({ what, line: paging?.line ?? line });
  }
  return found;
}
