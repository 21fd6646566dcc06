import type { Expression } from '../../expression/tree.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { AccessPlan } from '../../plan/operation.ts';
import type { AuthenticationPlan, SchemePlan, ScopeRowPlan } from '../../plan/plan.ts';
import { getLineNumber } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { isNotShown } from '../not-shown.ts';
import { planMeaning } from '../resolve/documentation.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { listEventResources, listGrants } from '../resolve/reach.ts';
import { resolveValueType } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import type { SchemeModel, ScopeModel } from './model.ts';

/** Plans the schemes, the names of the scopes, and the attributes of `caller`. */
export function planAuthentication(service: Service): AuthenticationPlan {
  const { schemes, scopes, caller } = service.authentication;
  const aspect = service.aspects.find((status) => status.part === 'authentication' && status.aspect === 'scheme');
  const names = scopes.filter((row) => row.kind === 'scope').map((row) => row.name.value);
  return {
    status: aspect?.status === 'stated' || aspect?.status === 'none' ? aspect.status : 'not shown',
    schemes: schemes.map((scheme) => planScheme(service, scheme)),
    scopes: [...new Set(names)],
    scopeRows: scopes.map((row) => planScope(service, row)),
    attributes: caller.map(({ name, type, span, ...row }) => ({
      name: name.value,
      type: resolveValueType(service, type, `caller.${name.value}`),
      ...planMeaning(row),
      line: getLineNumber(service.source, span),
    })),
  };
}

/** Plans a row of Scopes as stated: its permissions are in the operations. */
function planScope({ source }: Service, { name, allows, where, span, ...row }: ScopeModel): ScopeRowPlan {
  return {
    name: name.value,
    allows: isNotShown(allows) ? [] : allows.map(({ value }) => value),
    ...(where === undefined || isNotShown(where) ? {} : { where: where.text }),
    ...planMeaning(row),
    line: getLineNumber(source, span),
  };
}

function planScheme(service: Service, scheme: SchemeModel): SchemePlan {
  const { kind, sentIn, credential, lifetime, name, span } = scheme;
  const disabled = kind === undefined || isNotShown(kind) || isNotShown(sentIn);
  const carriers = isNotShown(sentIn) ? [] : sentIn;
  return {
    name: name.value,
    kind: kind === undefined || isNotShown(kind) ? '' : kind.value,
    ...(disabled ? { disabled } : {}),
    sentIn: carriers.map((carried) => ({
      in: carried.in,
      name: carried.name.value,
      ...present({ word: carried.word?.value }),
    })),
    ...present({ credential: credential?.value, lifetime: lifetime?.value }),
    ...planMeaning(scheme),
    line: getLineNumber(service.source, span),
  };
}

const accesses = memo((_rows: readonly ScopeModel[]): Map<string, AccessPlan> => new Map());

/** Resolves who may call an operation, by the scope rows that list it; operations about one resource with the same rows share it. */
export function resolveAccess(service: Service, operation: OperationModel): AccessPlan {
  const rows = listGrants(service, operation);
  const { standard, resource } = operation.name;
  const about = standard === undefined ? undefined : operationKinds[standard].about;
  const key = `${about} ${resource?.value}`;
  const known = accesses(rows);
  const access = known.get(key) ?? planAccess(service, operation, rows);
  known.set(key, access);
  return access;
}

function planAccess(service: Service, operation: OperationModel, rows: readonly ScopeModel[]): AccessPlan {
  return {
    open: service.authentication.scopes.length === 0,
    grants: rows.map((row) => ({
      scope: row.name.value,
      kind: row.kind,
      ...planWhere(service, operation, row),
      ...(row.where === undefined || isNotShown(row.where) ? {} : { words: row.where.text }),
      line: getLineNumber(service.source, row.span),
    })),
  };
}

type Where = Pick<AccessPlan['grants'][number], 'where' | 'byResource'>;

function planWhere(service: Service, operation: OperationModel, { where }: ScopeModel): Where {
  if (where === undefined) return {};
  if (isNotShown(where)) return { where: 'disabled' };
  const treeFor = (resource: string | undefined): Expression | 'disabled' =>
    resolveExpression(where, createEnvironments(service).where(resource)).tree ?? 'disabled';
  const { standard, resource } = operation.name;
  if (standard === undefined || operationKinds[standard].about !== 'events') return { where: treeFor(resource?.value) };
  const trees = listEventResources(service).map((name) => [name, treeFor(name)] as const);
  return { where: trees[0]?.[1] ?? treeFor(undefined), byResource: Object.fromEntries(trees) };
}
