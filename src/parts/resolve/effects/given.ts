import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { FieldType } from '../../../expression/symbol-table.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import type { Name } from '../../../text/location.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { OtherEffectModel } from '../../states/model.ts';
import { isTenantField } from '../callers/tenant.ts';
import { collectSetAtCreation } from '../definitions.ts';
import { resolveInput } from '../inputs.ts';
import { createOperationNames, listTransitionCalls } from '../operation-names.ts';
import { collectTransitions } from '../transitions.ts';
import { findField, findIdentity, has } from '../vocabulary.ts';
import { diagnostics } from './diagnostics.ts';
import { resolveTargetType } from './fields.ts';

/** The transitions of a resource that an effect may take: neither `create` and its like, nor timed ones. */
export function listTransitionNames(service: Service, resource: string): readonly string[] {
  return [...collectTransitions(service).values()]
    .filter((found) => found.resource === resource && !ownVerbs.has(found.name))
    .filter(({ rows }) => rows.some(({ trigger }) => trigger === undefined || trigger.kind === 'handler'))
    .map(({ name }) => name);
}

/** The input of a transition: what its operation takes, or what the row without a Path states. */
export function findInput(service: Service, verb: string, resource: string): ReadonlyMap<string, FieldType> {
  const operations = createOperationNames(service).running(verb, resource);
  const [taken] = operations.length > 0 ? operations : listTransitionCalls(service, verb, resource);
  const { type, symbols } = resolveInput(service, taken === undefined ? [] : [taken]);
  return (type.kind === 'object' ? symbols.fields(type.name) : undefined) ?? new Map();
}

/** Checks that a new record may be given a field. */
export function isGivenAtCreation(
  service: Service,
  resource: ResourceModel,
  name: Name,
  report: (diagnostic: Diagnostic) => void,
): boolean {
  const field = findField(resource, name.value);
  if (field !== undefined && has(field, 'assigned')) {
    report(diagnostics['effect-cannot'](name.span, name.value, 'the service assigns it'));
    return false;
  }
  const isTenant = isTenantField(service, resource, name.value);
  if (field !== undefined && (field === findIdentity(resource) || isTenant)) return true;
  return resolveTargetType(service, resource, [name], report) !== undefined;
}

/** Checks that a new record gets what it must have. */
export function checkGivenFields(
  service: Service,
  resource: ResourceModel,
  { values, span }: OtherEffectModel & { readonly kind: 'create' },
  isTimed: boolean,
  report: (diagnostic: Diagnostic) => void,
): void {
  const sure = values.filter(({ ifPresent }) => ifPresent !== true);
  const given = new Set(sure.map(({ name }) => name.value));
  const open = resource.fields.filter(({ name }) => !given.has(name.value));
  const name = resource.name.value;
  const set = collectSetAtCreation(service, name);
  const lacking = open.filter((field) => isDue(field) && !set.has(field.name.value)).map((field) => field.name.value);
  if (lacking.length > 0) report(diagnostics['effect-lacks'](span, `create ${name}`, lacking));
  const ofCaller = open.filter((field) => has(field, 'assigned from')).map((field) => field.name.value);
  if (isTimed && ofCaller.length > 0) report(diagnostics['effect-caller'](span, name, ofCaller));
}

const served = ['default', 'assigned', 'assigned from', 'assigned on update', 'computed'] as const;

function isDue(field: FieldModel): boolean {
  if (field.type?.kind === 'state' || !has(field, 'required')) return false;
  return !served.some((kind) => has(field, kind));
}
