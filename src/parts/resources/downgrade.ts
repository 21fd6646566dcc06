import { isAlwaysAssigned } from '../../plan/fields/presence.ts';
import type { ObjectPlan, UnionPlan } from '../../plan/resource.ts';
import type { VersionResourcePlan } from '../../plan/version.ts';
import { findIdentity } from '../resolve/definitions.ts';
import type { Older, OlderField } from '../resolve/older.ts';
import type { OlderNames } from '../resolve/older-names.ts';
import { has } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import type { FieldModel, ResourcesModel } from './model.ts';
import { planFields } from './plan/fields.ts';
import { planObject, planUnion } from './plan.ts';

/** Resources and objects as an older version shows them; what is stored and its rules stay as they are. */
export function undo(older: Older, names: OlderNames): ResourcesModel {
  const { resources, objects, unions } = older.service.resources;
  return {
    resources: resources.map((resource) => ({
      ...resource,
      ...(resource.shownAs === undefined ? {} : { shownAs: names.shape(resource.name.value, resource.shownAs) }),
      fields: orderOlderFields(older, resource.name.value, resource.fields, findIdentity(resource)?.name.value),
    })),
    objects: objects.map((object) => ({
      ...object,
      fields: orderOlderFields(older, object.name.value, object.fields),
    })),
    unions,
  };
}

/** In the order of the present document, those that are no longer there where the first stands that is made of them, else behind. */
function orderOlderFields(
  older: Older,
  owner: string,
  present: readonly FieldModel[],
  identity?: string,
): readonly FieldModel[] {
  const all = [...(older.fields.get(owner)?.values() ?? [])];
  const places = new Map(present.map((field, at) => [field.name.value, at]));
  const placeOf = ({ present: name, becomes }: OlderField): number => {
    return places.get(name ?? becomes?.[0] ?? '') ?? present.length;
  };
  return all
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map(({ model, present: name }) => {
      // a field is the identity by its name `id` too, which it may not have had
      if (name === undefined || name !== identity || has(model, 'identity') || model.name.value === 'id') return model;
      return { ...model, constraints: [...model.constraints, { kind: 'identity', span: model.span }] };
    });
}

/** What an older version shows of resources, objects and unions. */
export function planShown(service: Service): {
  readonly resources: readonly VersionResourcePlan[];
  readonly objects: readonly ObjectPlan[];
  readonly unions: readonly UnionPlan[];
} {
  const { resources, objects, unions } = service.resources;
  return {
    resources: resources.map((resource) => ({
      name: resource.name.value,
      identity: findIdentity(resource)?.name.value ?? 'id',
      fields: planFields(service, resource).map((field) => {
        const { column, storage, computed, assigned, onDelete, ...shown } = field;
        const own = assigned === undefined ? {} : { assigned: isAlwaysAssigned(assigned) || ('sometimes' as const) };
        return { ...shown, ...own, ...(computed === undefined ? {} : { computed: true as const }) };
      }),
    })),
    objects: objects.map((object) => planObject(service, object)),
    unions: unions.map((union) => planUnion(service, union)),
  };
}
