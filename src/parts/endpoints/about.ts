import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import { getCreation } from '../resolve/operation-names.ts';
import { collectDefinitions, findField, findIdentity } from '../resolve/vocabulary.ts';
import type { FieldModel, ResourceModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { OperationModel, ResponseModel } from './model.ts';
import { findOperationKind, type OperationMember } from './operations/index.ts';

/** An operation with what it is about: its kind, and its resource where there is one. */
export interface About {
  readonly service: Service;
  readonly operation: OperationModel;
  readonly member: OperationMember;
  readonly resource?: ResourceModel;
  /** A create that takes the identity of the new record from its path. */
  readonly byPut: boolean;
  /** The create that a `replace` with a response `when new` is if there is no such record. */
  readonly creation?: About;
}

/** Looks up what an operation is about. */
export function resolveOperation(service: Service, operation: OperationModel): About {
  const member = findOperationKind(operation.name);
  const name = operation.name.resource?.value;
  const resource = name === undefined ? undefined : collectDefinitions(service).resources.get(name);
  const byPut = member.finds === 'new record' && operation.method?.value === 'PUT' && operation.replaces !== true;
  const made = getCreation(operation);
  const creation = made && resolveOperation(service, made);
  return { service, operation, member, byPut, ...present({ resource, creation }) };
}

/** Whether a response of a create may show a record that exists: the one with `when exists`, by PUT all but that of a new record. */
export function isForExisting({ operation, byPut }: About, response: ResponseModel): boolean {
  return response.exists !== undefined || (byPut && response !== listPlainResponses(operation)[0]);
}

/** Whether a response is that of a create which finds its record: the one with `when exists`, by PUT the second without `when`. */
export function isOfRepeated({ operation, byPut }: About, response: ResponseModel): boolean {
  return response.exists !== undefined || (byPut && listPlainResponses(operation).indexOf(response) > 0);
}

/** The responses without a condition: by PUT that of a new record, then that of an existing one. */
export function listPlainResponses({ responses }: OperationModel): readonly ResponseModel[] {
  return isNotShown(responses) ? [] : responses.filter(({ when }) => when === undefined);
}

/** A field of a resource by its name; of doubled names the first. */
export function findFieldByName(resource: ResourceModel, name: string): FieldModel | undefined {
  return findField(resource, name);
}

/** The name of a resource's identity, where it has one. */
export function getIdentityName(resource: ResourceModel): string | undefined {
  return findIdentity(resource)?.name.value;
}
