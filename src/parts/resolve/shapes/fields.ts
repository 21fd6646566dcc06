import { findNearestPlainName } from '../../../text/limited-suggestions.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ObjectModel, ResourceModel, UnionModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import {
  collectDefinitions,
  findField as fieldWithName,
  findIdentity,
  findSimilarField as nearFieldOf,
} from '../vocabulary.ts';

/** The meaning of a name in a shape. */
export type Definition =
  | { readonly kind: 'resource'; readonly name: string; readonly model: ResourceModel }
  | { readonly kind: 'object'; readonly name: string; readonly model: ObjectModel }
  | { readonly kind: 'union'; readonly name: string; readonly model: UnionModel };

/** A resource or an object: what has fields. */
export type Holder = Exclude<Definition, { kind: 'union' }>;

/** Looks a name up among resources, objects and unions. */
export function findDefinition(service: Service, name: string): Definition | undefined {
  const { resources, objects, unions } = collectDefinitions(service);
  const resource = resources.get(name);
  if (resource !== undefined) return { kind: 'resource', name, model: resource };
  const object = objects.get(name);
  if (object !== undefined) return { kind: 'object', name, model: object };
  const union = unions.get(name);
  return union === undefined ? undefined : { kind: 'union', name, model: union };
}

/** The name of a resource, object or union that is near to a word. */
export function findSimilarDefinition(service: Service, name: string): string | undefined {
  const { resources, objects, unions } = collectDefinitions(service);
  return findNearestPlainName(service, 'definitions', name, () => [
    ...resources.keys(),
    ...objects.keys(),
    ...unions.keys(),
  ]);
}

/** Returns a field by its name; of duplicate names the first. */
export function findField(holder: Holder, name: string): FieldModel | undefined {
  return fieldWithName(holder.model, name);
}

/** Lists the fields of a resource that refer to one record of another. */
export function listRefsTo({ model }: Holder, resource: string): readonly string[] {
  return model.fields.flatMap(({ name, type }) =>
    type?.kind === 'ref' && type.resource.value === resource ? [name.value] : [],
  );
}

/** The field of a holder that is near to a word. */
export function findSimilarField(holder: Holder, name: string): string | undefined {
  return nearFieldOf(holder.model, name);
}

/** Why a client never sends a field, at creation or as a change; undefined where it may. */
export function explainWhyNotSent(holder: Holder, field: FieldModel, at: 'creation' | 'change'): string | undefined {
  if (field.type?.kind === 'state') return 'a state, which only transitions and rows with a To change';
  for (const constraint of field.constraints) {
    if (constraint.kind === 'computed') return 'computed';
    if (constraint.kind === 'assigned' || constraint.kind === 'assigned on update') return 'assigned by the service';
    if (constraint.kind === 'assigned from') return `assigned from \`${constraint.path.value}\``;
    if (constraint.kind === 'direction' && (constraint.word === 'read-only' || constraint.word === 'internal'))
      return constraint.word;
    if (constraint.kind === 'direction' && constraint.word === 'create-only' && at === 'change') return constraint.word;
  }
  const identity = at === 'change' && holder.kind === 'resource' && findIdentity(holder.model) === field;
  return identity ? 'the identity' : undefined;
}

/** Why a field is not shown; undefined where it is. `created`: in the answer of create, for the record itself. */
export function explainWhyNotShown(field: FieldModel, created: boolean): string | undefined {
  for (const constraint of field.constraints) {
    if (constraint.kind === 'direction' && (constraint.word === 'write-only' || constraint.word === 'internal'))
      return constraint.word;
    if (constraint.kind === 'shown once' && !created) return 'shown once, in the response to its create';
  }
  const format = findFormat(field.type);
  return format?.hashed ? `a ${format.name}` : undefined;
}
