import { listBindingTransitions, setsFields } from '../../../plan/kinds.ts';
import type { OperationPlan, RefusalPlan } from '../../../plan/operation.ts';
import type { FieldPlan, ResourcePlan, UniquePlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { listBindingRows } from '../../states/serve/rows.ts';

/** The refusal of a write by a unique constraint; none where the operation cannot make two records collide in it. */
export function listUniqueRefusals(
  operation: OperationPlan,
  resource: ResourcePlan,
  unique: UniquePlan,
): readonly RefusalPlan[] {
  if (unique.safe) return [];
  const read = new Set([...unique.fields, ...(unique.where === undefined ? [] : listReadFields(unique.where))]);
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

/** The fields of the record that an expression reads. */
function listReadFields(tree: unknown): readonly string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const { op, root, steps } = tree as { op?: string; root?: string; steps?: readonly { readonly name: string }[] };
  if (op === 'path' && root === 'record') return steps!.slice(0, 1).map(({ name }) => name);
  return Object.values(tree).flatMap(listReadFields);
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
    return holder.rules.length > 0 || required;
  });
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
