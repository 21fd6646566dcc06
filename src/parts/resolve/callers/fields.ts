import type { AttributeModel } from '../../authentication/model.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { ResourceModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { findIdentity, findMachine } from '../definitions.ts';

/** Gives attributes of callers that are fields of the record that logs in (`User.role`) the types of these fields. */
export function applyCallerFields(service: Service): Service {
  const { authentication } = service;
  if (authentication.caller.every(({ from }) => from === undefined)) return service;
  const caller = authentication.caller.map((attribute): AttributeModel => {
    const type = resolveAttributeType(service, attribute);
    return type === undefined ? attribute : { ...attribute, type };
  });
  return { ...service, authentication: { ...authentication, caller } };
}

function resolveAttributeType(service: Service, { from }: AttributeModel): TypeModel | undefined {
  if (from === undefined) return undefined;
  const resource = findResource(service, from.resource.value);
  const field = resource?.fields.find(({ name }) => name.value === from.field.value);
  return field?.type && resource && toAttributeType(service, resource, field.name.value, field.type);
}

function findResource({ resources: { resources } }: Service, name: string): ResourceModel | undefined {
  return resources.find((resource) => resource.name.value === name);
}

/** Returns the type of an attribute that has the values of a field; undefined if a caller cannot have them. */
export function toAttributeType(
  service: Service,
  resource: ResourceModel,
  field: string,
  type: TypeModel,
): TypeModel | undefined {
  const { span } = type;
  const plain = { nullable: false, span } as const;
  switch (type.kind) {
    case 'one of':
      return { ...type, nullable: false };
    case 'state':
      return {
        kind: 'one of',
        values: (findMachine(service, resource, field)?.states ?? []).map(({ name }) => name),
        ...plain,
      };
    case 'ref': {
      const target = findResource(service, type.resource.value);
      const identity = target && findIdentity(target);
      return identity?.type && target && toAttributeType(service, target, identity.name.value, identity.type);
    }
    case 'list': {
      const item = toAttributeType(service, resource, field, type.item);
      return item && { kind: 'list', item, ...plain };
    }
    case 'number':
    case 'boolean':
      return { kind: type.kind, ...plain };
    case 'string':
    case 'integer': {
      const format = findFormat(type);
      const isPlain =
        format === undefined ||
        (format.hashed !== true && format.encrypted !== true && (format.asExpression ?? type).kind === type.kind);
      return isPlain ? { kind: type.kind, ...plain } : undefined;
    }
    default:
      return undefined;
  }
}
