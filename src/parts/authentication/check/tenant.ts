import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { accepts, describeType } from '../../../expression/types.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import { type Name, slice } from '../../../text/location.ts';
import type { DeliveryModel } from '../../events/model.ts';
import { isNotShown } from '../../not-shown.ts';
import { findTenantConflict, findTenantField, listTenantRoles, type TenantRole } from '../../resolve/callers/tenant.ts';
import { getCreation, resolveOperations } from '../../resolve/operation-names.ts';
import { listDeliverableResources, listRuledResources } from '../../resolve/reach.ts';
import { callerName, createSymbolTable, resolveFieldType } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ScopeModel } from '../model.ts';
import { checkSharedReferences } from './shared.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the line Tenant: that each resource has its field or is shared, that callers have it, and which rows it cannot restrict. */
export function checkTenant(service: Service, report: Report): void {
  const { tenant } = service.authentication;
  const roles = listTenantRoles(service);
  if (tenant === undefined || roles === undefined) checkWithout(service, report);
  else checkLine(service, tenant, roles, report);
}

function checkLine(service: Service, tenant: Name, roles: ReadonlyMap<string, TenantRole>, report: Report): void {
  const { scopes } = service.authentication;
  const { resources } = service.resources;
  const fields = resources.flatMap((resource) => {
    const field = findTenantField(resource, tenant);
    return field === undefined || roles.get(resource.name.value) !== 'field' ? [] : [{ resource, field }];
  });
  if (fields.length === 0) reportUnknownField(service, tenant, report);
  else for (const resource of resources) checkRole(service, resource, roles, fields[0]!.field, report);
  checkFields(service, fields, tenant, report);
  if (scopes.length === 0) report(diagnostics['tenant-without-scopes'](tenant.span));
  for (const row of scopes) if (row.kind === 'public') checkPublic(service, row, tenant, roles, report);
  checkSharedReferences(service, roles, report);
  for (const delivery of service.events.deliveries) checkDelivery(service, delivery, tenant, roles, report);
}

interface TenantField {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
}

function checkFields(service: Service, fields: readonly TenantField[], tenant: Name, report: Report): void {
  let first: FieldModel | undefined;
  for (const { resource, field } of fields) {
    checkField(service, resource, field, tenant, report);
    if (field.type?.kind !== 'ref') continue;
    first ??= field;
    const [target, due] = [field.type.resource, first.type?.kind === 'ref' ? first.type.resource : field.type.resource];
    if (target.value !== due.value)
      report(diagnostics['tenant-refs'](target.span, resource.name.value, target.value, due.value, due.span));
  }
}

/** The records of a resource that belong to tenants receive events of the records of tenants, or others; shared records only of shared ones. */
function checkDelivery(
  service: Service,
  delivery: DeliveryModel,
  tenant: Name,
  roles: ReadonlyMap<string, TenantRole>,
  report: Report,
): void {
  const { to } = delivery;
  if (to === undefined || isNotShown(to) || to.kind !== 'each') return;
  const events = listDeliverableResources(service, delivery);
  if (roles.get(to.resource.value) === 'shared') {
    const foreign = events.find((name) => roles.get(name) !== 'shared');
    if (foreign !== undefined)
      report(diagnostics['tenant-events-for-shared'](to.resource.span, to.resource.value, foreign, tenant));
    return;
  }
  const [first, other] = [...Map.groupBy(events, (name) => roles.get(name)).values()];
  if (first === undefined || other === undefined) return;
  report(diagnostics['tenant-of-events'](to.resource.span, to.resource.value, first[0]!, other[0]!));
}

function checkWithout({ resources: { resources }, authentication: { scopes } }: Service, report: Report): void {
  for (const { name, shared } of resources) {
    if (shared !== undefined) report(diagnostics['shared-without-tenant'](shared, name.value));
  }
  for (const { allTenants } of scopes)
    if (allTenants !== undefined) report(diagnostics['all-tenants-alone'](allTenants));
}

function reportUnknownField({ resources: { resources } }: Service, { value, span }: Name, report: Report): void {
  const names = new Set(resources.flatMap((resource) => resource.fields.map(({ name }) => name.value)));
  report(diagnostics['tenant-unknown-field'](span, value, findNearestAmongFew(resources, value, names)));
}

function checkRole(
  service: Service,
  { name, shared }: ResourceModel,
  roles: ReadonlyMap<string, TenantRole>,
  example: FieldModel,
  report: Report,
): void {
  const tenant = service.authentication.tenant!;
  const role = roles.get(name.value);
  if (role === 'unclear') {
    const type = example.type === undefined ? 'string' : slice(service.source, example.type.span);
    report(diagnostics['tenant-field-missing'](name.span, name.value, tenant.value, type, tenant.span));
  } else if (shared !== undefined && role !== 'shared') {
    const why = role === 'tenant' ? 'its records are the tenants' : `it has the field \`${tenant.value}\``;
    report(diagnostics['tenant-shared'](shared, name.value, why, tenant.span));
  }
}

function checkField(service: Service, resource: ResourceModel, field: FieldModel, tenant: Name, report: Report): void {
  const { type } = field;
  const conflict = findTenantConflict(field, tenant);
  if (conflict !== undefined) {
    const words = slice(service.source, conflict.span);
    report(diagnostics['tenant-source'](conflict.span, words, tenant.value, tenant.span));
  }
  if (type === undefined) return;
  if (!identifies(type)) {
    const words = slice(service.source, type.span);
    report(diagnostics['tenant-field-type'](type.span, resource.name.value, tenant.value, words));
    return;
  }
  const held = createSymbolTable(service).fields(callerName)?.get(tenant.value)?.type;
  const due = resolveFieldType(service, resource.name.value, field);
  const isByTenant = field.constraints.some((constraint) => constraint.kind === 'assigned from' && constraint.byTenant);
  if (held === undefined || held.kind === 'any' || !isByTenant || accepts(due, held)) return;
  const [has, needs] = [describeType(held), describeType(due)];
  report(diagnostics['tenant-attribute-type'](tenant.span, tenant.value, has, resource.name.value, needs));
}

function identifies(type: NonNullable<FieldModel['type']>): boolean {
  if (type.nullable) return false;
  if (type.kind === 'ref' || type.kind === 'one of') return true;
  return (type.kind === 'string' || type.kind === 'integer') && findFormat(type)?.notCompared === undefined;
}

/** A row of `public` applies to requests that have no tenant. */
function checkPublic(
  service: Service,
  { name, allows, allTenants }: ScopeModel,
  tenant: Name,
  roles: ReadonlyMap<string, TenantRole>,
  report: Report,
): void {
  const isOfTenant = (resource: string | undefined): boolean =>
    resource !== undefined && ['field', 'tenant'].includes(roles.get(resource) ?? '');
  const operations = isNotShown(allows) ? [] : allows.flatMap(({ value }) => resolveOperations(service, value));
  for (const operation of operations) {
    const { text, verb, code } = operation.name;
    const resource = listRuledResources(service, operation).find(isOfTenant);
    if (resource === undefined) continue;
    if (allTenants === undefined) {
      report(diagnostics['tenant-for-public'](name.span, text, resource, tenant.span));
      return;
    }
    const creates = (verb === 'create' && !code) || getCreation(operation) !== undefined;
    if (creates && roles.get(resource) === 'field') {
      report(diagnostics['tenant-create-for-public'](name.span, text, tenant.value, tenant.span));
      return;
    }
  }
}
