import { sessionAttribute } from '../../../plan/records/sessions.ts';
import { memo } from '../../../text/memo.ts';
import type { AttributeModel } from '../../authentication/model.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { findIdentity, findReference, has } from '../definitions.ts';
import { toAttributeType } from './fields.ts';
import { findLoggedIn, findSessionScheme } from './sessions.ts';
import { listTenantRoles } from './tenant.ts';

/** The resource whose records are the sessions of people who log in, and its field with the record that logged in. */
export interface SessionRecords {
  readonly resource: ResourceModel;
  readonly holder: FieldModel;
}

/** Returns the resources with the line Session of. */
export function listSessionResources({ resources }: Pick<Service, 'resources'>): readonly ResourceModel[] {
  return resources.resources.filter(({ sessionOf }) => sessionOf !== undefined);
}

/** Returns the resource of sessions; undefined if there is none, or if it cannot be one. */
export const findSessionRecords = memo((service: Service): SessionRecords | undefined => {
  const [resource] = listSessionResources(service);
  if (resource === undefined || explainNoSessions(service, resource) !== undefined) return undefined;
  if (findSessionScheme(service) === undefined) return undefined;
  return { resource, holder: listHolders(resource, resource.sessionOf!.value)[0]! };
});

/** Explains why the records of a resource with the line Session of cannot be sessions. */
export function explainNoSessions(service: Service, resource: ResourceModel): string | undefined {
  const of = resource.sessionOf!.value;
  if (findLoggedIn(service)?.name.value !== of) return `no operation \`log in ${of}\` or \`sign in ${of}\` is stated`;
  return explainNoRecord(service, resource, of, 'log in');
}

/** Explains why a log in, or a sign in, cannot create a record of a resource for the record of a person. */
export function explainNoRecord(
  service: Service,
  resource: ResourceModel,
  of: string,
  by: 'log in' | 'sign in',
): string | undefined {
  const problem = explainNotHeld(resource, of);
  if (problem !== undefined) return problem;
  const due = resource.fields.find((field) => has(field, 'required'));
  if (due !== undefined) return `\`${due.name.value}\` is \`required\`, and a ${by} gives it no value`;
  if (listTenantRoles(service)?.get(resource.name.value) === 'field')
    return `a ${by} has no tenant, so its heading says \`(shared)\``;
  return undefined;
}

/** Explains why the records of a resource cannot belong to records that log in, of the resource `of`. */
export function explainNotOfHolder(service: Service, resource: ResourceModel, of: string): string | undefined {
  if (findLoggedIn(service)?.name.value !== of) return `no operation \`log in ${of}\` is stated`;
  return explainNotHeld(resource, of);
}

function explainNotHeld(resource: ResourceModel, of: string): string | undefined {
  const [holder, second] = listHolders(resource, of);
  if (holder === undefined) return `it has no field of type \`ref ${of}\` that is \`assigned from caller.id\``;
  if (second !== undefined)
    return `\`${holder.name.value}\` and \`${second.name.value}\` are both a \`ref ${of}\` that is \`assigned from caller.id\``;
  if (findReference(holder)?.onDelete !== 'cascade') return `\`${holder.name.value}\` is not \`on delete cascade\``;
  const identity = findIdentity(resource);
  if (identity !== undefined && !has(identity, 'assigned'))
    return `\`${identity.name.value}\`, its identity, is not \`assigned\``;
  return undefined;
}

/** Lists the fields of a resource with the record of the person, which the service gives. */
export function listHolders({ fields }: ResourceModel, of: string): readonly FieldModel[] {
  return fields.filter(
    ({ type, constraints }) =>
      type?.kind === 'ref' &&
      type.resource.value === of &&
      constraints.some((constraint) => constraint.kind === 'assigned from' && constraint.path.value === 'caller.id'),
  );
}

/** Gives callers the attribute `session`, of the type of the identity of a session, if sessions are records. */
export function applySessions(service: Service): Service {
  const { authentication } = service;
  const [resource] = listSessionResources(service);
  const identity = resource && findIdentity(resource);
  if (resource === undefined || identity?.type === undefined) return service;
  const type = toAttributeType(service, resource, identity.name.value, identity.type);
  if (type === undefined || authentication.caller.some(({ name }) => name.value === sessionAttribute)) return service;
  const { span } = resource.sessionOf!;
  const attribute: AttributeModel = { name: { value: sessionAttribute, span }, type, span, ofSession: true };
  return { ...service, authentication: { ...authentication, caller: [...authentication.caller, attribute] } };
}
