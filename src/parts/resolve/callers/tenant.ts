import type { Syntax } from '../../../expression/parse/syntax.ts';
import { findNamed } from '../../../text/find-named.ts';
import type { Name, SourceText } from '../../../text/location.ts';
import type { AttributeModel, ScopeModel } from '../../authentication/model.ts';
import type { DeliveryModel } from '../../events/model.ts';
import { isNotShown } from '../../not-shown.ts';
import type { ConstraintModel, FieldModel, ResourceModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { OtherEffectModel, StateMachineModel } from '../../states/model.ts';
import { findIdentity } from '../definitions.ts';
import { parseOnce } from '../expressions.ts';
import { listDeliverableResources } from '../reach.ts';

/**
 * The meaning of the line Tenant for a resource. `field`: it has the field of the tenant. `tenant`: its records are the tenants, to which
 * these fields refer. `shared`: its heading says so.
 */
export type TenantRole = 'field' | 'tenant' | 'shared' | 'unclear';

/** The parts that the line Tenant concerns first. */
type Stated = Pick<Service, 'resources' | 'authentication'>;

/** Returns the field of the tenant of a resource. */
export function findTenantField(resource: ResourceModel, tenant: Name): FieldModel | undefined {
  return findNamed(resource.fields, tenant.value);
}

/** Returns what the line Tenant means for each resource; undefined without the line. */
export function listTenantRoles({ resources: { resources }, authentication: { tenant } }: Stated) {
  if (tenant === undefined) return undefined;
  const tenants = new Set(
    resources.flatMap((resource) => {
      const type = findTenantField(resource, tenant)?.type;
      return type?.kind === 'ref' ? [type.resource.value] : [];
    }),
  );
  const roles = new Map<string, TenantRole>();
  for (const resource of resources) {
    const { value } = resource.name;
    const isField = findTenantField(resource, tenant) !== undefined;
    const role = tenants.has(value)
      ? 'tenant'
      : isField
        ? 'field'
        : resource.shared === undefined
          ? 'unclear'
          : 'shared';
    if (!roles.has(value)) roles.set(value, role);
  }
  return roles;
}

/** Returns the field with the tenant of a record, for each resource whose records belong to tenants: the identity of a tenant itself. */
export function listTenantFields(service: Service): ReadonlyMap<string, string> {
  const roles = listTenantRoles(service);
  const { tenant } = service.authentication;
  return new Map(
    service.resources.resources.flatMap((resource): [string, string][] => {
      const role = roles?.get(resource.name.value);
      const field =
        role === 'field' ? tenant?.value : role === 'tenant' ? findIdentity(resource)?.name.value : undefined;
      return field === undefined ? [] : [[resource.name.value, field]];
    }),
  );
}

/** Whether a field holds the tenant of the records of a resource. */
export function isTenantField(service: Service, resource: ResourceModel, name: string): boolean {
  return service.authentication.tenant?.value === name && listTenantFields(service).get(resource.name.value) === name;
}

/** Returns the condition that the line Tenant adds to row rules, for each resource whose records belong to tenants. */
export function listTenantConditions(service: Service): ReadonlyMap<string, string> {
  const { value: attribute = '' } = service.authentication.tenant ?? {};
  return new Map([...listTenantFields(service)].map(([name, field]) => [name, `${field} == caller.${attribute}`]));
}

/** Returns the row rule of a row of Scopes for the records of a resource. */
export function getWhere({ where, whereByTenant }: ScopeModel, resource: string | undefined): ScopeModel['where'] {
  return (resource === undefined ? undefined : whereByTenant?.get(resource)) ?? where;
}

/** Reads the line Tenant into the fields, as if it were written out: the assignment of its field, and its place in each `unique`. */
export function assignTenant(stated: Stated): Service['resources'] {
  const { resources, authentication } = stated;
  const { tenant } = authentication;
  const roles = listTenantRoles(stated);
  if (tenant === undefined || roles === undefined) return resources;
  return {
    ...resources,
    resources: resources.resources.map((resource) =>
      roles.get(resource.name.value) === 'field' ? assignFields(resource, tenant) : resource,
    ),
  };
}

/**
 * Reads the line Tenant into the parts that follow, as if it were written out: the tenant of records that effects create, the condition
 * in each row of Scopes and for each delivery, and the attribute of callers.
 */
export function applyTenant(service: Service): Service {
  const { authentication } = service;
  const { tenant } = authentication;
  const roles = listTenantRoles(service);
  if (tenant === undefined || roles === undefined) return service;
  const conditions = listTenantConditions(service);
  return {
    ...service,
    states: {
      ...service.states,
      machines: service.states.machines.map((machine) => giveTenant(machine, listTenantFields(service), tenant)),
    },
    events: {
      ...service.events,
      deliveries: service.events.deliveries.map((delivery) => limitDelivery(service, delivery, roles, tenant)),
    },
    authentication: {
      ...authentication,
      scopes: authentication.scopes.map((row) => restrictRow(row, conditions, tenant)),
      caller: listAttributes(service, tenant),
    },
  };
}

/** Callers have the attribute of the line Tenant, of the type of its field, unless the table Caller states it. */
function listAttributes(service: Service, tenant: Name): readonly AttributeModel[] {
  const { resources } = service.resources;
  const { caller } = service.authentication;
  const field = resources.map((resource) => findTenantField(resource, tenant)).find((found) => found !== undefined);
  if (field?.type === undefined || caller.some(({ name }) => name.value === tenant.value)) return caller;
  let { type } = field;
  if (type.kind === 'ref') {
    const { value } = type.resource;
    const target = findNamed(resources, value);
    type = (target && findIdentity(target)?.type) ?? type;
  }
  const { span } = tenant;
  const plain: TypeModel =
    type.kind === 'one of' ? type : { kind: type.kind === 'integer' ? 'integer' : 'string', nullable: false, span };
  return [...caller, { name: tenant, type: plain, span }];
}

/** An effect creates records of the tenant of its own record, not of the caller. */
function giveTenant(machine: StateMachineModel, fields: ReadonlyMap<string, string>, tenant: Name): StateMachineModel {
  const own = fields.get(machine.resource.value);
  if (own === undefined) return machine;
  const give = (effect: OtherEffectModel): OtherEffectModel => {
    if (effect.kind === 'each' || effect.kind === 'items' || effect.kind === 'when')
      return { ...effect, effect: give(effect.effect) };
    if (effect.kind !== 'create' || fields.get(effect.resource.value) !== tenant.value) return effect;
    if (effect.values.some(({ name }) => name.value === tenant.value)) return effect;
    const { span } = effect.resource;
    const value = { text: own, span, offsets: Array.from({ length: own.length + 1 }, () => span.start) };
    return { ...effect, values: [...effect.values, { name: { value: tenant.value, span }, value }] };
  };
  const transitions = machine.transitions.map((row) => ({ ...row, others: row.others.map(give) }));
  return { ...machine, transitions };
}

/** Records of tenants receive the events of their tenant only. */
function limitDelivery(
  service: Service,
  delivery: DeliveryModel,
  roles: ReadonlyMap<string, TenantRole>,
  tenant: Name,
): DeliveryModel {
  const { to } = delivery;
  if (to === undefined || isNotShown(to) || to.kind !== 'each') return delivery;
  const fieldOf = (name: string): string | undefined => {
    const resource = findNamed(service.resources.resources, name);
    const role = roles.get(name);
    if (role === 'field') return tenant.value;
    return role === 'tenant' && resource !== undefined ? findIdentity(resource)?.name.value : undefined;
  };
  const own = fieldOf(to.resource.value);
  const events = listDeliverableResources(service, delivery);
  const fields = new Set(events.map(fieldOf));
  const [field] = fields;
  if (own === undefined || field === undefined || fields.size > 1) return delivery;
  return { ...delivery, to: { ...to, where: joinConditions(`${own} == event.${field}`, to.where, tenant) } };
}

/** Constraints that say otherwise where the value of a field comes from. */
const otherSources: ReadonlySet<string> = new Set([
  'required',
  'default',
  'assigned',
  'assigned on update',
  'computed',
  'shown once',
]);

/** Returns the constraint of a field of the tenant that does not agree with its assignment from the caller. */
export function findTenantConflict({ constraints }: FieldModel, tenant: Name): ConstraintModel | undefined {
  return constraints.find((constraint) => {
    if (constraint.kind === 'assigned from') return constraint.path.value !== `caller.${tenant.value}`;
    if (constraint.kind === 'direction') return constraint.word === 'create-only' || constraint.word === 'write-only';
    return otherSources.has(constraint.kind);
  });
}

function assignFields(resource: ResourceModel, tenant: Name): ResourceModel {
  const identity = findIdentity(resource);
  const fields = resource.fields.map((field): FieldModel => {
    const { constraints } = field;
    if (field.name.value === tenant.value) {
      const isAssigned = constraints.some(({ kind }) => kind === 'assigned from');
      if (isAssigned || findTenantConflict(field, tenant) !== undefined) return field;
      const path = { value: `caller.${tenant.value}`, span: tenant.span };
      return {
        ...field,
        constraints: [...constraints, { kind: 'assigned from', path, byTenant: true, span: tenant.span }],
      };
    }
    // an identity finds one record among those of all tenants
    if (field === identity) return field;
    return { ...field, constraints: constraints.map((constraint) => limitToTenant(constraint, tenant)) };
  });
  return { ...resource, fields };
}

function limitToTenant(constraint: ConstraintModel, tenant: Name): ConstraintModel {
  if (constraint.kind !== 'unique' && constraint.kind !== 'unique where') return constraint;
  if (constraint.with.some(({ value }) => value === tenant.value)) return constraint;
  const limited = { ...constraint, with: [...constraint.with, tenant] };
  return { ...limited, words: formatUnique(limited) };
}

function formatUnique(constraint: ConstraintModel & { readonly kind: 'unique' | 'unique where' }): string {
  const names = constraint.with.map(({ value }) => (/^\w+$/.test(value) ? value : `\`${value}\``)).join(', ');
  if (constraint.kind === 'unique where') return `unique with ${names} where \`${constraint.cel.text}\``;
  return `unique ${constraint.ignoring === undefined ? '' : 'ignoring case '}with ${names}`;
}

function restrictRow(row: ScopeModel, conditions: ReadonlyMap<string, string>, tenant: Name): ScopeModel {
  const { where } = row;
  if (row.allTenants !== undefined || isNotShown(where)) return row;
  const made = new Map<string, SourceText>();
  const byText = new Map<string, SourceText>();
  for (const [resource, condition] of conditions) {
    const known = byText.get(condition) ?? joinConditions(condition, where, tenant);
    byText.set(condition, known);
    made.set(resource, known);
  }
  return { ...row, whereByTenant: made };
}

/** Returns the condition of the tenant and the one that is written; just that one if it contains the other. */
function joinConditions(condition: string, where: SourceText | undefined, { span }: Name): SourceText {
  const offsets = (length: number, at: number): number[] => Array.from({ length }, () => at);
  if (where === undefined) return { text: condition, span, offsets: offsets(condition.length + 1, span.start) };
  const { ast } = parseOnce(where);
  if (ast === undefined) return where;
  const has = listParts(ast).some((part) => formatPart(part) === condition);
  if (has) return where;
  const isWrapped = ast.kind === 'choose' || (ast.kind === 'binary' && ast.operator === '||');
  const [open, close] = isWrapped ? ['(', ')'] : ['', ''];
  const head = `${condition} and ${open}`;
  const inside =
    where.offsets?.slice(0, where.text.length) ??
    Array.from({ length: where.text.length }, (_, at) => where.span.start + at);
  return {
    text: `${head}${where.text}${close}`,
    span: where.span,
    offsets: [
      ...offsets(head.length, inside[0] ?? where.span.start),
      ...inside,
      ...offsets(close.length + 1, inside.at(-1) ?? where.span.end),
    ],
  };
}

/** The parts of an expression that `and` joins. */
function listParts(syntax: Syntax): readonly Syntax[] {
  return syntax.kind === 'binary' && syntax.operator === '&&'
    ? [...listParts(syntax.left), ...listParts(syntax.right)]
    : [syntax];
}

function formatPart(part: Syntax): string | undefined {
  if (part.kind !== 'binary' || part.operator !== '==') return undefined;
  const [left, right] = [formatPath(part.left), formatPath(part.right)];
  const isTurned = left?.startsWith('caller.') === true || left?.startsWith('event.') === true;
  return isTurned ? `${right} == ${left}` : `${left} == ${right}`;
}

function formatPath(syntax: Syntax): string | undefined {
  if (syntax.kind === 'name') return syntax.name;
  return syntax.kind === 'select' ? `${formatPath(syntax.from)}.${syntax.name}` : undefined;
}
