import { listTypesInside } from '../../../plan/fields/named-types.ts';
import { listBindingTransitions } from '../../../plan/kinds.ts';
import type { OperationPlan, RefusalPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { listRows } from '../../../plan/records/binding-rows.ts';
import { mayCollide } from '../../../plan/records/collisions.ts';
import { listReadFields } from '../../../plan/records/read-fields.ts';
import type { FieldPlan, ResourcePlan, UniquePlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { memo } from '../../../text/memo.ts';

/** The refusal of a write by a unique constraint; none where the operation cannot make two records collide in it. */
export function listUniqueRefusals(
  operation: OperationPlan,
  resource: ResourcePlan,
  unique: UniquePlan,
): readonly RefusalPlan[] {
  return mayCollide(operation, resource, unique) ? [{ condition: 'not unique' }] : [];
}

/** Whether records that refer to those of a resource can keep one from being deleted, at any distance. */
export function mayBeHeld(plan: Referring, resource: string): boolean {
  const deleted = new Set([resource]);
  for (const name of deleted)
    for (const { holder, field, isInside } of listReferringFields(plan, name)) {
      const { onDelete = 'restrict' } = field;
      if (isInside || onDelete === 'restrict') return true;
      const verbs = listBindingTransitions(onDelete === 'cascade' ? 'delete' : 'update');
      if (listRows(holder).some((row) => verbs.includes(row.name))) return true;
      if (onDelete === 'cascade') deleted.add(holder.name);
      else if (mayNotBeCleared(holder, field)) return true;
    }
  return false;
}

/** Whether a record without the reference may break a constraint, a rule or what its state requires. */
function mayNotBeCleared(holder: ResourcePlan, field: FieldPlan): boolean {
  if (field.schema.type === 'list' ? hasMinimum(field.schema) : field.required) return true;
  const computed = holder.fields.filter(({ computed }) => listReadFields(computed).includes(field.name));
  const changed = new Set([field, ...computed].map(({ name }) => name));
  return (
    holder.rules.length > 0 ||
    holder.machines.some(({ matrix }) =>
      matrix.some((row) => changed.has(row.field) && Object.values(row.cells).includes('required')),
    ) ||
    computed.some(({ schema: { constraints = [] } }) => constraints.length > 0) ||
    holder.uniques.some(({ fields, where }) =>
      [...fields.filter((name) => name !== field.name), ...listReadFields(where)].some((name) => changed.has(name)),
    )
  );
}

/** Returns whether a list must have items. */
function hasMinimum({ constraints = [] }: ValueSchema): boolean {
  return constraints.some(
    (constraint) => constraint.kind === 'range' && constraint.unit === 'items' && constraint.from !== undefined,
  );
}

type Referring = Pick<Plan, 'resources' | 'objects' | 'unions'>;

interface ReferringField {
  readonly holder: ResourcePlan;
  readonly field: FieldPlan;
  /** The reference is in a map, an object or a list of lists: it always restricts. */
  readonly isInside: boolean;
}

/** Lists the fields with references to records of a resource. */
function listReferringFields(plan: Referring, resource: string): readonly ReferringField[] {
  return (groupReferringFields(plan.resources, plan).get(resource) ?? []).map(({ field }) => field);
}

/** The fields with references by the resource to whose records they refer. */
const groupReferringFields = memo((resources: Referring['resources'], plan: Referring) => {
  const found = resources.flatMap((holder) =>
    holder.fields.flatMap((field) => {
      const { schema } = field;
      const item = schema.type === 'list' ? schema.item : schema;
      const isInside = item.type !== 'ref';
      const named = listTypesInside(plan, schema).flatMap((type) => (type.type === 'ref' ? [type.resource] : []));
      return [...new Set(named)].map((to) => ({ to, field: { holder, field, isInside } }));
    }),
  );
  return Map.groupBy(found, ({ to }) => to);
});
