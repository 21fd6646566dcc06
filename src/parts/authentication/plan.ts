import type { Expression } from '../../expression/tree.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { AccessPlan } from '../../plan/operation.ts';
import type { AuthenticationPlan, SchemePlan, ScopeRowPlan, TenantLinePlan } from '../../plan/plan.ts';
import { getLineNumber } from '../../text/location.ts';
import { memoByKey } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { isNotShown } from '../not-shown.ts';
import { findSessionRecords } from '../resolve/callers/session-records.ts';
import { findLoggedIn, findSessionScheme } from '../resolve/callers/sessions.ts';
import { findTenantField, getWhere, listTenantConditions, listTenantRoles } from '../resolve/callers/tenant.ts';
import { planMeaning } from '../resolve/documentation.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { resolveOperations } from '../resolve/operation-names.ts';
import { listEventResources, listGrants, listRuledResources } from '../resolve/reach.ts';
import { resolveValueType } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import type { SchemeModel, ScopeModel } from './model.ts';
import { findSchemeKind, isSignedHere, signedLifetime } from './schemes/index.ts';

/** Plans the schemes, the names of the scopes, and the attributes of `caller`. */
export function planAuthentication(service: Service): AuthenticationPlan {
  const { schemes, scopes, caller } = service.authentication;
  const aspect = service.aspects.find((status) => status.part === 'authentication' && status.aspect === 'scheme');
  const names = scopes.filter((row) => row.kind === 'scope').map((row) => row.name.value);
  return {
    status: aspect?.status === 'stated' || aspect?.status === 'none' ? aspect.status : 'not shown',
    schemes: schemes.map((scheme) => planScheme(service, scheme)),
    scopes: [...new Set(names)],
    scopeRows: scopes.flatMap((row) => planScope(service, row)),
    ...present({ tenantLine: planTenant(service) }),
    attributes: caller.map(({ name, type, from, ofSession, span, ...row }) => ({
      name: name.value,
      type: resolveValueType(service, type, `caller.${name.value}`),
      ...present({ from: from?.field.value ?? findTenantOfHolder(service, name.value), ofSession }),
      ...planMeaning(row),
      line: getLineNumber(service.source, span),
    })),
  };
}

/** The field of the tenant, where records that log in have it: callers belong to the tenant of their record. */
function findTenantOfHolder(service: Service, attribute: string): string | undefined {
  const { tenant } = service.authentication;
  const holder = findSessionScheme(service) && findLoggedIn(service);
  if (tenant?.value !== attribute || holder === undefined) return undefined;
  return findTenantField(holder, tenant)?.name.value;
}

/**
 * Plans a row of Scopes as stated: its permissions are in the operations. A row over resources with and without the condition of the line
 * Tenant becomes one for each.
 */
function planScope(service: Service, row: ScopeModel): readonly ScopeRowPlan[] {
  const { name, allows, span } = row;
  const plan = (names: readonly string[], where: string | undefined): ScopeRowPlan => ({
    name: name.value,
    allows: names,
    ...present({ where }),
    ...planMeaning(row),
    line: getLineNumber(service.source, span),
  });
  const names = isNotShown(allows) ? [] : allows.map(({ value }) => value);
  const parts = names.flatMap((value) => splitByRule(service, row, value));
  const byRule = Map.groupBy(parts, ({ where }) => where);
  if (byRule.size <= 1) return [plan(names, byRule.size === 0 ? getWords(row, undefined) : parts[0]!.where)];
  return [...byRule].map(([where, alike]) =>
    plan(
      alike.map(({ value }) => value),
      where,
    ),
  );
}

interface AllowedPart {
  readonly value: string;
  readonly where: string | undefined;
}

/** A name in Allows, or the names of which `all` consists where they have different row rules. */
function splitByRule(service: Service, row: ScopeModel, value: string): readonly AllowedPart[] {
  const rulesOf = (operations: readonly OperationModel[]): readonly (string | undefined)[] => {
    const rules = operations.flatMap((operation) =>
      listRuledResources(service, operation).map((resource) => getWords(row, resource)),
    );
    return [...new Set(rules)];
  };
  const operations = resolveOperations(service, value);
  const rules = rulesOf(operations);
  if (value !== 'all' || rules.length <= 1)
    return [{ value, where: rules.find((rule) => rule !== undefined) ?? getWords(row, undefined) }];
  const names = operations.map(({ name }) => (name.resource === undefined ? name.text : `all ${name.resource.value}`));
  return [...new Set(names)].flatMap((name) => splitByRule(service, row, name));
}

function getWords(row: ScopeModel, resource: string | undefined): string | undefined {
  const where = getWhere(row, resource);
  return where === undefined || isNotShown(where) ? undefined : where.text;
}

function planTenant(service: Service): TenantLinePlan | undefined {
  const { tenant } = service.authentication;
  if (tenant === undefined) return undefined;
  const shared = [...(listTenantRoles(service) ?? [])].flatMap(([name, role]) => (role === 'shared' ? [name] : []));
  const rules = Map.groupBy(listTenantConditions(service), ([, condition]) => condition);
  return {
    field: tenant.value,
    rules: [...rules].map(([where, all]) => ({ where, resources: all.map(([resource]) => resource) })),
    shared,
    line: getLineNumber(service.source, tenant.span),
  };
}

function planScheme(service: Service, scheme: SchemeModel): SchemePlan {
  const { kind, sentIn, credential, lifetime, idle, refresh, name, span } = scheme;
  const disabled = kind === undefined || isNotShown(kind) || isNotShown(sentIn);
  const carriers = isNotShown(sentIn) ? [] : sentIn;
  const isOfSessions = findSessionScheme(service) === scheme;
  const known = kind === undefined || isNotShown(kind) ? undefined : findSchemeKind(kind.value);
  const mustEnd = known !== undefined && isSignedHere(known);
  return {
    name: name.value,
    kind: kind === undefined || isNotShown(kind) ? '' : kind.value,
    ...(disabled ? { disabled } : {}),
    sentIn: carriers.map((carried) => ({
      in: carried.in,
      name: carried.name.value,
      ...present({ word: carried.word?.value }),
    })),
    ...present({
      credential: credential?.value,
      lifetime: lifetime?.value ?? (mustEnd ? signedLifetime : undefined),
      idle: idle?.value,
      refresh: refresh?.value,
      holder: isOfSessions ? findLoggedIn(service)?.name.value : undefined,
      sessions: isOfSessions ? findSessionRecords(service)?.resource.name.value : undefined,
    }),
    ...planMeaning(scheme),
    line: getLineNumber(service.source, span),
  };
}

/** Resolves who may call an operation, by the scope rows that list it; operations about one resource with the same rows share it. */
export function resolveAccess(service: Service, operation: OperationModel): AccessPlan {
  const rows = listGrants(service, operation);
  const { standard, resource } = operation.name;
  const about = standard === undefined ? undefined : operationKinds[standard].about;
  return planAccess(rows, `${about} ${resource?.value}`, service, operation);
}

type PlanAccess = (
  rows: readonly ScopeModel[],
  about: string,
  service: Service,
  operation: OperationModel,
) => AccessPlan;

const planAccess: PlanAccess = memoByKey((rows, _about, service, operation) => ({
  open: service.authentication.scopes.length === 0,
  grants: rows.map((row) => ({
    scope: row.name.value,
    kind: row.kind,
    ...planWhere(service, operation, row),
    line: getLineNumber(service.source, row.span),
  })),
}));

type Where = Pick<AccessPlan['grants'][number], 'where' | 'byResource' | 'words'>;

function planWhere(service: Service, operation: OperationModel, row: ScopeModel): Where {
  if (isNotShown(row.where)) return { where: 'disabled' };
  const { standard, resource } = operation.name;
  if (standard === undefined || operationKinds[standard].about !== 'events') {
    return planRule(service, row, resource?.value);
  }
  const rules = listEventResources(service).map((name) => [name, planRule(service, row, name)] as const);
  const stated = rules.flatMap(([, { where, words }]) => (where === undefined ? [] : [{ where, words }]));
  const [first] = stated;
  if (first === undefined) return planRule(service, row, undefined);
  const words = [...new Set(stated.map((rule) => rule.words))].join('; ');
  const byResource = Object.fromEntries(rules.map(([name, { where }]) => [name, where ?? everyRecord]));
  return { where: first.where, byResource, words };
}

/** The rule for resources without one, next to others that have one. */
const everyRecord: Expression = { op: 'literal', value: true, type: { kind: 'bool' } };

function planRule(service: Service, row: ScopeModel, resource: string | undefined): Pick<Where, 'where' | 'words'> {
  const where = getWhere(row, resource);
  if (where === undefined || isNotShown(where)) return {};
  const tree = resolveExpression(where, createEnvironments(service).where(resource)).tree;
  return { where: tree ?? 'disabled', words: where.text };
}
