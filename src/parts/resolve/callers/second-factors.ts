import type { SecondFactorPlan } from '../../../plan/resource.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { explainNotOfHolder, listHolders } from './session-records.ts';
import { listTenantRoles } from './tenant.ts';

/** The kind of the second factors of a resource, its field with the record that logs in, and that of the code. */
export interface SecondFactor {
  readonly kind: SecondFactorPlan['kind'];
  readonly holder: FieldModel;
  readonly field: FieldModel;
}

/** Returns the resources with the line Second factor of. */
export function listFactorResources({ resources }: Pick<Service, 'resources'>): readonly ResourceModel[] {
  return resources.resources.filter(({ secondFactorOf }) => secondFactorOf !== undefined);
}

/** Returns the kind and the fields of the second factors of a resource; undefined if it has no such line, or cannot have it. */
export function findSecondFactor(service: Service, resource: ResourceModel): SecondFactor | undefined {
  if (resource.secondFactorOf === undefined || explainNoFactor(service, resource) !== undefined) return undefined;
  const [field] = listCodeFields(resource);
  return { kind: findKind(field!)!, holder: listHolders(resource, resource.secondFactorOf.value)[0]!, field: field! };
}

/** Returns the kind of second factor of a resource with the line, by its fields. */
export function findFactorKind(resource: ResourceModel): SecondFactor['kind'] | undefined {
  const [field] = listCodeFields(resource);
  return field && findKind(field);
}

/** Returns whether the records of a resource may have a second factor that computes codes. */
export function hasSecondFactor(service: Service, { name }: ResourceModel): boolean {
  return listFactorResources(service).some(
    (resource) =>
      resource.secondFactorOf?.value === name.value && findSecondFactor(service, resource)?.kind === 'authenticator',
  );
}

/** Explains why the records of a resource with the line Second factor of cannot be second factors. */
export function explainNoFactor(service: Service, resource: ResourceModel): string | undefined {
  if (resource.sessionOf !== undefined) return 'they are sessions';
  const problem = explainNotOfHolder(service, resource, resource.secondFactorOf!.value);
  if (problem !== undefined) return problem;
  const [field, second] = listCodeFields(resource);
  if (field === undefined) return 'it has no field of type `totp` or `token`';
  if (second !== undefined)
    return `\`${field.name.value}\` and \`${second.name.value}\` are both of type \`totp\` or \`token\``;
  return listTenantRoles(service)?.get(resource.name.value) === 'field'
    ? 'a log in has no tenant, so its heading says `(shared)`'
    : undefined;
}

function listCodeFields({ fields }: ResourceModel): readonly FieldModel[] {
  return fields.filter((field) => findKind(field) !== undefined);
}

function findKind({ type }: FieldModel): SecondFactor['kind'] | undefined {
  const format = findFormat(type);
  if (format?.computesCodes === true) return 'authenticator';
  return format?.digested === true ? 'recovery' : undefined;
}
