import { listBindingTransitions, setsFields } from '../../../plan/kinds.ts';
import type { OperationPlan, RefusalPlan } from '../../../plan/operation.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import { listReadFields } from '../../../plan/records/read-fields.ts';
import type { FieldPlan, ResourcePlan, UniquePlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';

/** The refusal of a write by a unique constraint; none where the operation cannot make two records collide in it. */
export function listUniqueRefusals(
  operation: OperationPlan,
  resource: ResourcePlan,
  unique: UniquePlan,
): readonly RefusalPlan[] {
  if (unique.safe) return [];
  const read = new Set([...unique.fields, ...listReadFields(unique.where)]);
  const collides =
    operation.kind === 'create' ||
    (setsFields(operation) && resource.fields.some((field) => read.has(field.name) && isChanged(field))) ||
    listBindingRows(resource, operation).some(({ field, rows }) =>
      rows.some(
        ({ to, effects }) =>
          effects.some(({ path }) => read.has(path[0]!)) || (to.kind === 'state' && read.has(field ?? '')),
      ),
    );
  return collides ? [{ condition: 'not unique' }] : [];
}

function isChanged({ assigned, direction, state }: FieldPlan): boolean {
  return assigned === undefined && state !== true && (direction === undefined || direction === 'write-only');
}

/** Whether records that refer to those of a resource can keep one from being deleted, at any distance. */
export function mayBeHeld(
  resources: readonly ResourcePlan[],
  resource: string,
  known: Set<string> = new Set(),
): boolean {
  if (known.has(resource)) return false;
  known.add(resource);
  return listReferringFields(resources, resource).some(({ holder, field }) => {
    const { onDelete = 'restrict', required } = field;
    if (onDelete === 'restrict') return true;
    const verbs = listBindingTransitions(onDelete === 'cascade' ? 'delete' : 'update');
    if (holder.machines.some(({ transitions }) => transitions.some(({ name }) => verbs.includes(name)))) return true;
    if (onDelete === 'cascade') return mayBeHeld(resources, holder.name, known);
    return holder.rules.length > 0 || (field.schema.type === 'list' ? hasMinimum(field.schema) : required);
  });
}

/** Returns whether a list must have items. */
function hasMinimum({ constraints = [] }: ValueSchema): boolean {
  return constraints.some(
    (constraint) => constraint.kind === 'range' && constraint.unit === 'items' && constraint.from !== undefined,
  );
}

interface ReferringField {
  readonly holder: ResourcePlan;
  readonly field: ResourcePlan['fields'][number];
}

const referring = new WeakMap<readonly ResourcePlan[], ReadonlyMap<string | undefined, readonly ReferringField[]>>();

/** Lists the fields that name records of a resource; all resources are looked through once. */
function listReferringFields(resources: readonly ResourcePlan[], resource: string): readonly ReferringField[] {
  const known =
    referring.get(resources) ??
    Map.groupBy(
      resources.flatMap((holder) => holder.fields.map((field): ReferringField => ({ holder, field }))),
      ({ field }) => findReferencedResource(field.schema),
    );
  referring.set(resources, known);
  return known.get(resource) ?? [];
}

/** The resource whose records a field names, itself or in a list or map. */
function findReferencedResource(schema: ValueSchema): string | undefined {
  const item = schema.type === 'list' || schema.type === 'map' ? schema.item : schema;
  return item.type === 'ref' ? item.resource : undefined;
}
