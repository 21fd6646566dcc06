import { findNearestPlainName } from '../../text/limited-suggestions.ts';
import { memo } from '../../text/memo.ts';
import type { ConstraintModel, FieldModel, ObjectModel, ResourceModel, UnionModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { StateMachineModel } from '../states/model.ts';

/** The resource, object or union of a name; of doubled names the first. */
export interface Definitions {
  readonly resources: ReadonlyMap<string, ResourceModel>;
  readonly objects: ReadonlyMap<string, ObjectModel>;
  readonly unions: ReadonlyMap<string, UnionModel>;
}

/** What is looked up of one resource, worked out once. */
interface Look {
  readonly identity: FieldModel | undefined;
  readonly states: number;
}

/** What has fields: a resource or an object. */
interface Holder {
  readonly fields: readonly FieldModel[];
}

const fields = memo((holder: Holder): ReadonlyMap<string, FieldModel> => indexByName(holder.fields));
const underResource = memo(
  (service: Service): ReadonlyMap<string, readonly StateMachineModel[]> =>
    Map.groupBy(service.states.machines, (machine) => machine.resource.value),
);
/** The resources, objects and unions of a service by name; worked out once for each service. */
export const collectDefinitions = memo((service: Service): Definitions => {
  const { resources, objects, unions } = service.resources;
  const made = { resources: indexByName(resources), objects: indexByName(objects), unions: indexByName(unions) };
  return made;
});

function indexByName<T extends { readonly name: { readonly value: string } }>(
  list: readonly T[],
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const definition of list) if (!map.has(definition.name.value)) map.set(definition.name.value, definition);
  return map;
}

/** True when a field has a constraint of that kind. */
export function has(field: FieldModel, kind: FieldModel['constraints'][number]['kind']): boolean {
  return field.constraints.some((constraint) => constraint.kind === kind);
}

/** The reference of a field that `on delete` is about. */
export interface FieldReference {
  /** The resource to whose records it refers. */
  readonly to: string;
  /** The field is a list, and each of its items refers to a record. */
  readonly isList: boolean;
  /** Undefined if the field does not say what the deletion of the other record does. */
  readonly onDelete?: (ConstraintModel & { readonly kind: 'on delete' })['does'];
}

/** Returns the reference of a field that is a `ref` or a list of `ref`; undefined of any other field. */
export function findReference({ type, constraints }: FieldModel): FieldReference | undefined {
  const isList = type?.kind === 'list';
  const reference = isList ? type.item : type;
  if (reference?.kind !== 'ref') return undefined;
  const stated = constraints.find((constraint) => constraint.kind === 'on delete');
  const onDelete = stated?.kind === 'on delete' ? { onDelete: stated.does } : {};
  return { to: reference.resource.value, isList, ...onDelete };
}

const lookAt = memo((resource: ResourceModel): Look => {
  const identity = resource.fields.find((field) => has(field, 'identity')) ?? findField(resource, 'id');
  const states = resource.fields.filter((field) => field.type?.kind === 'state').length;
  const made = { identity, states };
  return made;
});

/** The field that is a resource's identity: the one marked `identity`, else `id`. */
export function findIdentity(resource: ResourceModel): FieldModel | undefined {
  return lookAt(resource).identity;
}

/** A field of a resource or object by its name; of doubled names the first. */
export function findField(holder: Holder, name: string): FieldModel | undefined {
  return fields(holder).get(name);
}

/** The field of a resource or object that is near to a word. */
export function findSimilarField(holder: Holder, word: string): string | undefined {
  return findNearestPlainName(holder, 'fields', word, () => holder.fields.map((field) => field.name.value));
}

/** The machine that owns a `state` field: the one that names it, or the only one where the resource has one state field. */
export function findMachine(service: Service, resource: ResourceModel, field: string): StateMachineModel | undefined {
  const known = indexMachines(service);
  const { value } = resource.name;
  return known.get(`${value}.${field}`) ?? (lookAt(resource).states === 1 ? known.get(value) : undefined);
}

/** The machines by `Invoice`, or `Invoice.status` where the heading names the field; of doubled ones the first. */
const indexMachines = memo((service: Service): ReadonlyMap<string, StateMachineModel> => {
  const made = new Map<string, StateMachineModel>();
  for (const machine of service.states.machines) {
    const { resource, field } = machine;
    const key = field === undefined ? resource.value : `${resource.value}.${field.value}`;
    if (!made.has(key)) made.set(key, machine);
  }
  return made;
});

/** The machines of a resource, in the order of the document. */
export function listMachines(service: Service, resource: string): readonly StateMachineModel[] {
  return underResource(service).get(resource) ?? [];
}

/** Collects the fields that Effects of rows of `create` set in a new record of a resource. */
export function collectSetAtCreation(service: Service, resource: string): ReadonlySet<string> {
  const rows = listMachines(service, resource).flatMap(({ transitions }) => transitions);
  const effects = rows.filter(({ name }) => name.value === 'create').flatMap((row) => row.effects);
  return new Set(effects.map(({ path }) => path[0]?.value ?? ''));
}

/** Whether a resource has several `state` fields and one machine that does not say whose it is. */
export function hasUnclearMachine(service: Service, resource: ResourceModel): boolean {
  return lookAt(resource).states > 1 && indexMachines(service).has(resource.name.value);
}
