import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type QuestionNode, readsOf, splitConditions } from '../../../expression/questions.ts';
import type { Expression } from '../../../expression/tree.ts';
import { removeNullable } from '../../../expression/types.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { findLineSpan, getLineNumber } from '../../../text/location.ts';
import { listTenantFields } from '../../resolve/callers/tenant.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

/** A question, and the line of the document that states it. */
interface Asked {
  readonly question: QuestionNode;
  readonly line: number;
}

/**
 * Points out questions and effects on `each` record whose condition finds records of every tenant, although the record around them belongs
 * to one tenant.
 */
export function checkAskedTenants(
  service: Service,
  { resources, operations }: Pick<Plan, 'resources' | 'operations'>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const { tenant, scopes } = service.authentication;
  if (tenant === undefined) return;
  const fields = listTenantFields(service);
  const unlimited = new Set(
    scopes.filter(({ allTenants }) => allTenants !== undefined).map(({ span }) => getLineNumber(service.source, span)),
  );
  const byOwner = [
    ...resources.map(({ name, ...resource }) => ({ owner: name, asked: collectAsked(resource, 0) })),
    ...operations.map((operation) => ({
      owner: operation.resource ?? '',
      asked: collectAsked(limitGrants(operation, unlimited), operation.line),
    })),
  ];
  const told = new Set<string>();
  for (const { owner, asked } of byOwner) {
    const own = fields.get(owner);
    if (own === undefined) continue;
    for (const { question, line } of asked) {
      const of = fields.get(question.resource);
      const resource = resources.find(({ name }) => name === question.resource);
      const key = `${line} ${question.resource} ${question.variable}`;
      if (of === undefined || resource === undefined || told.has(key)) continue;
      if (staysInTenant(question, resource, fields, tenant.value)) continue;
      told.add(key);
      const limit = `${question.variable}.${of} == ${own}`;
      report(diagnostics['asks-all-tenants'](findLineSpan(service.source, line), resource.name, limit, tenant.span));
    }
  }
}

/** An operation without the rows of Scopes that concern the records of all tenants. */
function limitGrants(operation: OperationPlan, unlimited: ReadonlySet<number>): object {
  const { access } = operation;
  return { ...operation, access: access.grants.filter(({ line }) => !unlimited.has(line)) };
}

/** The questions inside plain values, each with the nearest line around it. */
function collectAsked(value: unknown, around: number): readonly Asked[] {
  if (typeof value !== 'object' || value === null) return [];
  const line = 'line' in value && typeof value.line === 'number' ? value.line : around;
  const inside = Object.values(value).flatMap((inner) => collectAsked(inner, line));
  return (value as Partial<Expression>).op === 'question'
    ? [{ question: value as QuestionNode, line }, ...inside]
    : inside;
}

/** Whether an equality limits the records to one tenant: by the tenant, an identity, or a reference to a record of a tenant. */
function staysInTenant(
  { where, variable }: QuestionNode,
  { identity }: ResourcePlan,
  fields: ReadonlyMap<string, string>,
  tenant: string,
): boolean {
  const variables = new Set([variable]);
  return splitConditions(where).some((part) => {
    if (part.op !== 'binary' || part.operator !== '==') return false;
    return [part.left, part.right].some((side) => {
      const steps = readsOf(side, variables);
      if (steps === undefined) return false;
      const type = removeNullable(side.type);
      const last = steps.at(-1)!.name;
      if (type.kind === 'ref') return fields.has(type.resource);
      return last === tenant || (steps.length === 1 && last === identity);
    });
  });
}
