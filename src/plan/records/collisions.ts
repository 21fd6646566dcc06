import { collectSentFields } from '../bodies/sent.ts';
import { setsFields } from '../kinds.ts';
import type { OperationPlan } from '../operation.ts';
import type { FieldPlan, ResourcePlan, UniquePlan } from '../resource.ts';
import { listBindingRows } from './binding-rows.ts';
import { listReadFields } from './read-fields.ts';

/** Returns whether an operation that writes a record can make it collide with another one in a unique constraint. */
export function mayCollide(operation: OperationPlan, resource: ResourcePlan, unique: UniquePlan): boolean {
  if (operation.kind === 'create') return !unique.safe;
  const changed = listChangedFields(operation, resource);
  return listCollidingFields(unique).some((name) => changed.has(name));
}

/** Lists the fields of a unique constraint of which a change can make two records collide. */
export function listCollidingFields({ fields, where, safe, counted }: UniquePlan): readonly string[] {
  if (!safe) return [...fields, ...listReadFields(where)];
  // A record keeps its number where it moves to.
  return counted === true ? fields.slice(1) : [];
}

/** Lists the fields that a write may change: of its Request, by its rows, and computed from these. */
function listChangedFields(operation: OperationPlan, resource: ResourcePlan): ReadonlySet<string> {
  const { fields } = resource;
  const changed = new Set(fields.filter(({ assignedOnUpdate }) => assignedOnUpdate === true).map(({ name }) => name));
  if (setsFields(operation)) {
    for (const { field, member } of collectSentFields(operation.input))
      if (member.unchanged !== true) changed.add(field);
    // A replace resets what it leaves out.
    if (operation.kind === 'replace') for (const field of fields) if (isSent(field)) changed.add(field.name);
  }
  for (const { field, rows } of listBindingRows(resource, operation)) {
    for (const { to, effects } of rows) {
      for (const { path } of effects) changed.add(path[0]!);
      if (field !== undefined && to.kind === 'state') changed.add(field);
    }
  }
  addComputedFields(changed, fields);
  return changed;
}

function isSent({ assigned, computed, direction, state }: FieldPlan): boolean {
  const isOwn = assigned === undefined && computed === undefined && state !== true;
  return isOwn && (direction === undefined || direction === 'write-only');
}

/** Adds the fields whose expressions read a changed field, directly or through another one. */
function addComputedFields(changed: Set<string>, fields: readonly FieldPlan[]): void {
  const follows = ({ name, computed }: FieldPlan): boolean =>
    !changed.has(name) && listReadFields(computed).some((read) => changed.has(read));
  for (let more = fields.filter(follows); more.length > 0; more = fields.filter(follows))
    for (const { name } of more) changed.add(name);
}
