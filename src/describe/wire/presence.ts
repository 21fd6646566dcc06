import type { Expression } from '../../expression/tree.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import { findNamed } from '../../plan/lookup.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { memo } from '../../text/memo.ts';

/**
 * Returns whether every stored record has a value, which may be null, in a field. A computed field has one where everything that it
 * reads is always there: a write whose computed fields fail is refused.
 */
export function isAlwaysThere(resource: ResourcePlan, field: FieldPlan): boolean {
  if (!mayBeAbsent(resource, field)) return true;
  return isAlwaysComputed(field, resource);
}

/** Returns whether every stored record has a value other than null in the field of that name. */
export function isNeverNull(resource: ResourcePlan | undefined, name: string): boolean {
  const field = findNamed(resource?.fields ?? [], name);
  return field !== undefined && field.schema.nullable !== true && isAlwaysThere(resource!, field);
}

function readsOnlyPresent(node: unknown, resource: ResourcePlan): boolean {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every((item) => readsOnlyPresent(item, resource));
  const { op, root, steps } = node as Partial<Extract<Expression, { readonly op: 'path' }>>;
  if (op === 'path') {
    if (root !== 'record' || steps === undefined) return root === 'local' && !steps?.some(({ optional }) => optional);
    const [first, ...inside] = steps;
    if (inside.some(({ optional }) => optional === true)) return false;
    const field = findNamed(resource.fields, first?.name);
    if (field === undefined) return false;
    if (field.computed === undefined) return first?.optional !== true;
    return isAlwaysComputed(field, resource);
  }
  return Object.values(node).every((value) => readsOnlyPresent(value, resource));
}

const computedFields = memo((_resource: ResourcePlan): Map<string, boolean> => new Map());

/** Returns whether a computed field has a value in every record. A field that others read twice is looked at once. */
function isAlwaysComputed({ name, computed }: FieldPlan, resource: ResourcePlan): boolean {
  const known = computedFields(resource);
  const before = known.get(name);
  if (before !== undefined) return before;
  known.set(name, false);
  const found = computed?.shown === false && readsOnlyPresent(computed.value, resource);
  known.set(name, found);
  return found;
}
