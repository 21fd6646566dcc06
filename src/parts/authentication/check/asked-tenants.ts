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

type NextNode = Expression & { readonly op: 'next' };

/** A question or a count, and the line of the document that states it. */
interface Asked {
  readonly node: QuestionNode | NextNode;
  readonly line: number;
}

/**
 * Points out questions and effects on `each` record whose condition finds records of every tenant, and numbers that are assigned or counted for
 * all tenants together, although the record around them belongs to one tenant.
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
  for (const resource of resources) {
    if (fields.get(resource.name) !== tenant.value) continue;
    for (const { name, assigned, line } of resource.fields) {
      if (assigned?.by !== 'sequence' || name === resource.identity) continue;
      if (countsInTenant(assigned, resource, fields, tenant.value)) continue;
      report(diagnostics['counts-all-tenants'](findLineSpan(service.source, line), name, 'unique', tenant.span));
    }
  }
  const told = new Set<string>();
  for (const { owner, asked } of byOwner) {
    const own = fields.get(owner);
    if (own === undefined) continue;
    for (const { node, line } of asked) {
      const span = findLineSpan(service.source, line);
      const name = node.op === 'next' ? owner : node.resource;
      const of = fields.get(name);
      const resource = resources.find((other) => other.name === name);
      const key = `${line} ${name} ${node.op === 'next' ? node.field : node.variable}`;
      if (of === undefined || resource === undefined || told.has(key)) continue;
      if (node.op === 'next') {
        if (own !== tenant.value || countsInTenant(node, resource, fields, own)) continue;
        const counted = `next(${[node.field, own, ...node.within].join(', ')})`;
        report(diagnostics['counts-all-tenants'](span, node.field, counted, tenant.span));
      } else {
        if (staysInTenant(node, resource, fields, tenant.value)) continue;
        const limit = `${node.variable}.${of} == ${own}`;
        report(diagnostics['asks-all-tenants'](span, name, limit, tenant.span));
      }
      told.add(key);
    }
  }
}

/** An operation without the rows of Scopes that concern the records of all tenants. */
function limitGrants(operation: OperationPlan, unlimited: ReadonlySet<number>): object {
  const { access } = operation;
  return { ...operation, access: access.grants.filter(({ line }) => !unlimited.has(line)) };
}

/** The questions and counts inside plain values, each with the nearest line around it. */
function collectAsked(value: unknown, around: number): readonly Asked[] {
  if (typeof value !== 'object' || value === null) return [];
  const line = 'line' in value && typeof value.line === 'number' ? value.line : around;
  const inside = Object.values(value).flatMap((inner) => collectAsked(inner, line));
  const { op } = value as Partial<Expression>;
  return op === 'question' || op === 'next' ? [{ node: value as Asked['node'], line }, ...inside] : inside;
}

/** Whether the fields that a number is counted for contain the tenant, or a reference to a record of a tenant. */
function countsInTenant(
  { within }: Pick<NextNode, 'within'>,
  resource: ResourcePlan,
  fields: ReadonlyMap<string, string>,
  tenant: string,
): boolean {
  return resource.fields.some(
    ({ name, schema }) =>
      within.includes(name) && (name === tenant || (schema.type === 'ref' && fields.has(schema.resource))),
  );
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
